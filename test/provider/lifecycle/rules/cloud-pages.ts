/**
 * The list endpoints of real clouds and hosting platforms, as test data: which answers they give and how
 * they ask for the next page.
 *
 * How the data was made: the names of the fields, the name of the query parameter and the way the last page
 * ends come from the `source` in the comment above each entry (documentation, OpenAPI file or client library).
 * The ids and names of the objects, the tokens and most page sizes are ours, because two or three objects a
 * page are enough. Where a page size matters, the entry has the page size the cloud really uses.
 *
 * How to serve the data:
 *  - The key of `pages` is the query of the request. "" is the first request, without any paging parameter.
 *  - A request matches a key when it has every parameter of the key with the same value, after decoding, in
 *    any order. Further parameters such as `limit` or `per_page` do not matter. The key with the most
 *    parameters wins.
 *  - A key that was taken from a next address is the whole query of that address.
 *  - A query with a parameter that no key has is one the cloud does not document. Clouds do both: they ignore
 *    it (the first page again) or refuse it (400). `end` must be the same in both cases.
 *
 * `all` names every entry by one value of that entry: the entry itself where it is a text, its key where the
 * answer is an object instead of a list, otherwise an id or a name it has (also one level deeper, as in
 * `metadata.name`). Numbers are written as texts.
 *
 * `form` (and `rule` in oddPages) begins with "silent:" where the answer does not show that there is more. No
 * client without knowledge of that cloud can find out, so `end` is "part" there as a statement of fact, not as
 * something to demand.
 */

export interface CloudPage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface CloudPages {
  readonly cloud: string;
  /** How the next page is asked for, in words. */
  readonly form: string;
  /** Answers by query string as the client must send it: key "" is the first request, then e.g. "page=2". */
  readonly pages: Readonly<Record<string, CloudPage>>;
  /** The ids or names, in order, of all objects of all pages. */
  readonly all: readonly string[];
  /**
   * "whole" where a client that follows what the answers say reaches the end; "part" where the answer shows
   * that there is more but nothing a client without knowledge of that cloud could send.
   */
  readonly end: "whole" | "part";
}

/** Objects { id: "<prefix>-<from>" } to { id: "<prefix>-<to>" }, for pages whose length matters. */
function objects(prefix: string, from: number, to: number): { id: string; name: string }[] {
  return ids(prefix, from, to).map((id) => ({ id, name: `name of ${id}` }));
}

/** The ids of the same objects. */
function ids(prefix: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${prefix}-${from + index}`);
}

export const cloudPages: readonly CloudPages[] = [
  // ---------------------------------------------------------------------------------------------------------
  // The number of the next page
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/hetznercloud/hcloud-go hcloud/storage_box_test.go (TestStorageBoxClientAll),
  // hcloud/schema/meta.go
  {
    cloud: "Hetzner Cloud",
    form: "number of the next page in meta.pagination.next_page, null on the last page",
    pages: {
      "": {
        body: {
          servers: [
            { id: 1, name: "web-1" },
            { id: 2, name: "web-2" },
          ],
          meta: {
            pagination: {
              page: 1,
              last_page: 2,
              per_page: 2,
              next_page: 2,
              previous_page: null,
              total_entries: 3,
            },
          },
        },
      },
      "page=2": {
        body: {
          servers: [{ id: 3, name: "db-1" }],
          meta: {
            pagination: {
              page: 2,
              last_page: 2,
              per_page: 2,
              next_page: null,
              previous_page: 1,
              total_entries: 3,
            },
          },
        },
      },
    },
    all: ["1", "2", "3"],
    end: "whole",
  },

  // source: github.com/planetscale/planetscale-go planetscale/workflows_test.go
  // ("next_page":null,"next_page_url":null), planetscale/client.go (WithPage). The text of the address is ours; the
  // library shows it only as null.
  {
    cloud: "PlanetScale (databases)",
    form: "number in next_page and address in next_page_url, both null on the last page",
    pages: {
      "": {
        body: {
          type: "list",
          current_page: 1,
          next_page: 2,
          next_page_url: "https://api.planetscale.com/v1/organizations/acme/databases?page=2",
          prev_page: null,
          prev_page_url: null,
          data: [
            { id: "qbphfi83nxti", type: "Database", name: "orders" },
            { id: "txhc257pxjuc", type: "Database", name: "users" },
          ],
        },
      },
      "page=2": {
        body: {
          type: "list",
          current_page: 2,
          next_page: null,
          next_page_url: null,
          prev_page: 1,
          prev_page_url: "https://api.planetscale.com/v1/organizations/acme/databases?page=1",
          data: [{ id: "hjqui654yu71", type: "Database", name: "stock" }],
        },
      },
    },
    all: ["qbphfi83nxti", "txhc257pxjuc", "hjqui654yu71"],
    end: "whole",
  },

  // source: github.com/xanzy/go-gitlab gitlab.go (X-Next-Page, X-Total ...) and gitlab_test.go (form of the Link
  // addresses)
  {
    cloud: "GitLab (offset)",
    form: "headers X-Next-Page (number, empty on the last page) and Link rel=next; the body is a bare list",
    pages: {
      "": {
        headers: {
          "X-Total": "3",
          "X-Total-Pages": "2",
          "X-Per-Page": "2",
          "X-Page": "1",
          "X-Next-Page": "2",
          "X-Prev-Page": "",
          Link:
            '<https://gitlab.example.com/api/v4/projects?page=2&per_page=2>; rel="next", ' +
            '<https://gitlab.example.com/api/v4/projects?page=1&per_page=2>; rel="first", ' +
            '<https://gitlab.example.com/api/v4/projects?page=2&per_page=2>; rel="last"',
        },
        body: [
          { id: 8, name: "shop" },
          { id: 9, name: "blog" },
        ],
      },
      "page=2&per_page=2": {
        headers: {
          "X-Total": "3",
          "X-Total-Pages": "2",
          "X-Per-Page": "2",
          "X-Page": "2",
          "X-Next-Page": "",
          "X-Prev-Page": "1",
          Link:
            '<https://gitlab.example.com/api/v4/projects?page=1&per_page=2>; rel="prev", ' +
            '<https://gitlab.example.com/api/v4/projects?page=1&per_page=2>; rel="first", ' +
            '<https://gitlab.example.com/api/v4/projects?page=2&per_page=2>; rel="last"',
        },
        body: [{ id: 10, name: "wiki" }],
      },
    },
    all: ["8", "9", "10"],
    end: "whole",
  },

  // source: gitlab.com/gitlab-org/gitlab/-/issues/471566: the list of tags gives x-next-page although nothing follows
  {
    cloud: "GitLab (tags)",
    form: "header X-Next-Page with a number although nothing follows: the next page is an empty list",
    pages: {
      "": {
        headers: { "X-Page": "1", "X-Per-Page": "20", "X-Next-Page": "2" },
        body: [{ name: "v1.0.0" }, { name: "v1.1.0" }],
      },
      "page=2": {
        headers: { "X-Page": "2", "X-Per-Page": "20", "X-Next-Page": "" },
        body: [],
      },
    },
    all: ["v1.0.0", "v1.1.0"],
    end: "whole",
  },

  // ---------------------------------------------------------------------------------------------------------
  // The header Link with rel=next
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/google/go-github github/github_test.go (Link), github/actions_runners_test.go (body)
  {
    cloud: "GitHub",
    form: "header Link rel=next beside a body with total_count; the last page has only first and prev",
    pages: {
      "": {
        headers: {
          Link:
            '<https://api.github.com/repos/o/r/actions/runners?per_page=2&page=2>; rel="next", ' +
            '<https://api.github.com/repos/o/r/actions/runners?per_page=2&page=2>; rel="last"',
        },
        body: {
          total_count: 3,
          runners: [
            { id: 23, name: "MBP", os: "macos", status: "online" },
            { id: 24, name: "iMac", os: "macos", status: "offline" },
          ],
        },
      },
      "per_page=2&page=2": {
        headers: {
          Link:
            '<https://api.github.com/repos/o/r/actions/runners?per_page=2&page=1>; rel="first", ' +
            '<https://api.github.com/repos/o/r/actions/runners?per_page=2&page=1>; rel="prev"',
        },
        body: {
          total_count: 3,
          runners: [{ id: 25, name: "mini", os: "macos", status: "online" }],
        },
      },
    },
    all: ["23", "24", "25"],
    end: "whole",
  },

  // source: github.com/xanzy/go-gitlab gitlab.go (populateLinkValues) and examples/pagination.go (keyset)
  {
    cloud: "GitLab (keyset)",
    form: "header Link rel=next with id_after in the address; no header on the last page",
    pages: {
      "": {
        headers: {
          Link: '<https://gitlab.example.com/api/v4/projects?id_after=42&order_by=id&pagination=keyset&per_page=2&sort=asc>; rel="next"',
        },
        body: [
          { id: 41, name: "shop" },
          { id: 42, name: "blog" },
        ],
      },
      "id_after=42&order_by=id&pagination=keyset&per_page=2&sort=asc": {
        body: [{ id: 57, name: "wiki" }],
      },
    },
    all: ["41", "42", "57"],
    end: "whole",
  },

  // source: docs.netlify.com/api/get-started/#pagination (Link header), github.com/netlify/open-api swagger.yml (GET
  // /sites: array, page, per_page)
  {
    cloud: "Netlify",
    form: "header Link rel=next and rel=last beside a bare list; no next on the last page",
    pages: {
      "": {
        headers: {
          Link:
            '<https://api.netlify.com/api/v1/sites?page=2&per_page=2>; rel="next", ' +
            '<https://api.netlify.com/api/v1/sites?page=2&per_page=2>; rel="last"',
          "X-RateLimit-Limit": "200",
          "X-RateLimit-Remaining": "56",
        },
        body: [
          { id: "3970e0fe", name: "shop", state: "current" },
          { id: "5b9a1c22", name: "blog", state: "current" },
        ],
      },
      "page=2&per_page=2": {
        headers: { Link: '<https://api.netlify.com/api/v1/sites?page=1&per_page=2>; rel="prev"' },
        body: [{ id: "7c1d9e40", name: "docs", state: "current" }],
      },
    },
    all: ["3970e0fe", "5b9a1c22", "7c1d9e40"],
    end: "whole",
  },

  // source: github.com/serverscom/serverscom-go-client pkg/collection_test.go (TestCollectionHasNext)
  {
    cloud: "Servers.com",
    form: "header Link rel=next beside a bare list",
    pages: {
      "": {
        headers: { Link: '<https://api.servers.com/v1/hosts?page=2&per_page=2>; rel="next"' },
        body: [{ id: "a" }, { id: "b" }],
      },
      "page=2&per_page=2": {
        headers: { Link: '<https://api.servers.com/v1/hosts?page=1&per_page=2>; rel="prev"' },
        body: [{ id: "c" }],
      },
    },
    all: ["a", "b", "c"],
    end: "whole",
  },

  // source: github.com/vmware/go-vcloud-director govcd/openapi.go (openApiGetAllPages), types/v56/openapi.go
  // (OpenApiPages)
  {
    cloud: "VMware Cloud Director (cloudapi)",
    form: "header Link with rel=nextPage (not next), and page, pageSize, pageCount, resultTotal in the body",
    pages: {
      "": {
        headers: {
          Link: '<https://vcd.example.com/cloudapi/1.0.0/roles?page=2&pageSize=2>;rel="nextPage";type="application/json"',
        },
        body: {
          resultTotal: 3,
          pageCount: 2,
          page: 1,
          pageSize: 2,
          associations: null,
          values: [
            { id: "urn:vcloud:role:1", name: "vApp Author" },
            { id: "urn:vcloud:role:2", name: "vApp User" },
          ],
        },
      },
      "page=2": {
        body: {
          resultTotal: 3,
          pageCount: 2,
          page: 2,
          pageSize: 2,
          associations: null,
          values: [{ id: "urn:vcloud:role:3", name: "Defer to Identity Provider" }],
        },
      },
    },
    all: ["urn:vcloud:role:1", "urn:vcloud:role:2", "urn:vcloud:role:3"],
    end: "whole",
  },

  // ---------------------------------------------------------------------------------------------------------
  // The address of the next page in the body
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/digitalocean/godo links.go, meta.go, droplets_test.go (TestDroplets_RetrievePageByNumber)
  {
    cloud: "DigitalOcean",
    form: "address in links.pages.next; the last page has only first and prev",
    pages: {
      "": {
        body: {
          droplets: [
            { id: 1, name: "web-1" },
            { id: 2, name: "web-2" },
          ],
          links: {
            pages: {
              next: "https://api.digitalocean.com/v2/droplets?page=2",
              last: "https://api.digitalocean.com/v2/droplets?page=2",
            },
          },
          meta: { total: 3 },
        },
      },
      "page=2": {
        body: {
          droplets: [{ id: 3, name: "db-1" }],
          links: {
            pages: {
              first: "https://api.digitalocean.com/v2/droplets?page=1",
              prev: "https://api.digitalocean.com/v2/droplets?page=1",
            },
          },
          meta: { total: 3 },
        },
      },
    },
    all: ["1", "2", "3"],
    end: "whole",
  },

  // source: github.com/digitalocean/godo certificates_test.go ("links": {}), action_test.go ("meta": {"total": 2})
  {
    cloud: "DigitalOcean (one page)",
    form: "one page: links is an empty object and meta.total is the length of the list",
    pages: {
      "": {
        body: {
          certificates: [
            { id: "892071a0-bb95-49bc-8021-3afd67a210bf", name: "web-cert-01", state: "verified" },
            { id: "ba9b9c18-6c59-46c2-99df-70da170a42ba", name: "web-cert-02", state: "pending" },
          ],
          links: {},
          meta: { total: 2 },
        },
      },
    },
    all: ["892071a0-bb95-49bc-8021-3afd67a210bf", "ba9b9c18-6c59-46c2-99df-70da170a42ba"],
    end: "whole",
  },

  // source: github.com/binarylane/binarylane-cli lib/binarylane/models/pages.py, meta.py, servers_response.py (links
  // may be null)
  {
    cloud: "BinaryLane",
    form: "address in links.pages.next, null on the last page",
    pages: {
      "": {
        body: {
          meta: { total: 3 },
          servers: [
            { id: 1001, name: "web-1" },
            { id: 1002, name: "web-2" },
          ],
          links: {
            pages: {
              last: "https://api.binarylane.com.au/v2/servers?page=2&per_page=2",
              next: "https://api.binarylane.com.au/v2/servers?page=2&per_page=2",
              prev: null,
              first: null,
            },
          },
        },
      },
      "page=2&per_page=2": {
        body: {
          meta: { total: 3 },
          servers: [{ id: 1003, name: "db-1" }],
          links: {
            pages: {
              last: null,
              next: null,
              prev: "https://api.binarylane.com.au/v2/servers?page=1&per_page=2",
              first: "https://api.binarylane.com.au/v2/servers?page=1&per_page=2",
            },
          },
        },
      },
    },
    all: ["1001", "1002", "1003"],
    end: "whole",
  },

  // source: learn.microsoft.com/en-us/javascript/api/@azure-rest/arm-compute/virtualmachinelistresultoutput (value,
  // nextLink optional); the form with $skiptoken as it occurs in clients of management.azure.com
  {
    cloud: "Azure Resource Manager",
    form: "address in nextLink (with $skiptoken and api-version); the field is missing on the last page",
    pages: {
      "": {
        body: {
          value: [
            {
              id: "/subscriptions/s1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/web-1",
              name: "web-1",
            },
            {
              id: "/subscriptions/s1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/web-2",
              name: "web-2",
            },
          ],
          nextLink:
            "https://management.azure.com/subscriptions/s1/providers/Microsoft.Compute/virtualMachines?api-version=2024-07-01&$skiptoken=bXktc2tpcA%3D%3D",
        },
      },
      "api-version=2024-07-01&$skiptoken=bXktc2tpcA%3D%3D": {
        body: {
          value: [
            {
              id: "/subscriptions/s1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/db-1",
              name: "db-1",
            },
          ],
        },
      },
    },
    all: ["web-1", "web-2", "db-1"],
    end: "whole",
  },

  // source: github.com/ionos-cloud/sdk-go model_servers.go, docs/models/PaginationLinks.md ("URL (with offset and
  // limit parameters) of the next page; only present if offset + limit is less than the total number of elements").
  // There is no total in the answer.
  {
    cloud: "IONOS Cloud",
    form: "address in _links.next; the field is missing on the last page; offset and limit beside it, no total",
    pages: {
      "": {
        body: {
          id: "15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers",
          type: "collection",
          href: "https://api.ionos.com/cloudapi/v6/datacenters/15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers",
          items: [
            { id: "s-1", type: "server", properties: { name: "web-1" } },
            { id: "s-2", type: "server", properties: { name: "web-2" } },
          ],
          offset: 0,
          limit: 2,
          _links: {
            self: "https://api.ionos.com/cloudapi/v6/datacenters/15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers?offset=0&limit=2",
            next: "https://api.ionos.com/cloudapi/v6/datacenters/15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers?offset=2&limit=2",
          },
        },
      },
      "offset=2&limit=2": {
        body: {
          id: "15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers",
          type: "collection",
          href: "https://api.ionos.com/cloudapi/v6/datacenters/15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers",
          items: [{ id: "s-3", type: "server", properties: { name: "db-1" } }],
          offset: 2,
          limit: 2,
          _links: {
            prev: "https://api.ionos.com/cloudapi/v6/datacenters/15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers?offset=0&limit=2",
            self: "https://api.ionos.com/cloudapi/v6/datacenters/15f67991-0f51-4efc-a8ad-ef1fb31a480c/servers?offset=2&limit=2",
          },
        },
      },
    },
    all: ["s-1", "s-2", "s-3"],
    end: "whole",
  },

  // source: github.com/contabo/cntb openapi/api/openapi.yaml (schemas Links and PaginationMeta; example "next:
  // /v1/vips?page=21")
  {
    cloud: "Contabo",
    form: "relative address in _links.next (a path under another base), and _pagination with page of totalPages",
    pages: {
      "": {
        body: {
          _pagination: { size: 2, totalElements: 3, totalPages: 2, page: 1 },
          data: [
            { instanceId: 100, name: "vmd100" },
            { instanceId: 101, name: "vmd101" },
          ],
          _links: {
            self: "/v1/compute/instances?page=1",
            first: "/v1/compute/instances?page=1",
            next: "/v1/compute/instances?page=2",
            last: "/v1/compute/instances?page=2",
          },
        },
      },
      "page=2": {
        body: {
          _pagination: { size: 2, totalElements: 3, totalPages: 2, page: 2 },
          data: [{ instanceId: 102, name: "vmd102" }],
          _links: {
            self: "/v1/compute/instances?page=2",
            first: "/v1/compute/instances?page=1",
            previous: "/v1/compute/instances?page=1",
            last: "/v1/compute/instances?page=2",
          },
        },
      },
    },
    all: ["100", "101", "102"],
    end: "whole",
  },

  // source: github.com/packethost/packngo packngo.go (meta.next is an Href object), api_call_options.go (nextPage).
  // The library keeps the path of the address and asks for current_page + 1; the text of the address is ours.
  {
    cloud: "Equinix Metal",
    form: "address in meta.next.href (an object around the address), meta.next null on the last page; current_page of last_page beside it",
    pages: {
      "": {
        body: {
          projects: [
            { id: "93125c2a-8b78-4d4f-a3c4-7367d6b7cca8", name: "shop" },
            { id: "b2c1d4e6-15e2-41ad-9e7c-1b3a6a4a7d11", name: "blog" },
          ],
          meta: {
            first: { href: "/metal/v1/projects?page=1" },
            previous: null,
            self: { href: "/metal/v1/projects?page=1" },
            next: { href: "/metal/v1/projects?page=2" },
            last: { href: "/metal/v1/projects?page=2" },
            current_page: 1,
            last_page: 2,
            total: 3,
          },
        },
      },
      "page=2": {
        body: {
          projects: [{ id: "d3f0e9a0-6c41-4f0c-8a7e-52f3f1a6c0de", name: "docs" }],
          meta: {
            first: { href: "/metal/v1/projects?page=1" },
            previous: { href: "/metal/v1/projects?page=1" },
            self: { href: "/metal/v1/projects?page=2" },
            next: null,
            last: { href: "/metal/v1/projects?page=2" },
            current_page: 2,
            last_page: 2,
            total: 3,
          },
        },
      },
    },
    all: [
      "93125c2a-8b78-4d4f-a3c4-7367d6b7cca8",
      "b2c1d4e6-15e2-41ad-9e7c-1b3a6a4a7d11",
      "d3f0e9a0-6c41-4f0c-8a7e-52f3f1a6c0de",
    ],
    end: "whole",
  },

  // source: github.com/IBM-Cloud/ibm-cloud-sdk-ruby gems/ibm_cloud_vpc/docs/InstanceCollection.md and
  // InstanceCollectionNext.md (next is optional;
  // "https://us-south.iaas.cloud.ibm.com/v1/instances?start=9d5a91a3e2cbd233b5a5b33436855ed1&limit=20")
  {
    cloud: "IBM Cloud VPC",
    form: "address in next.href (an object around the address); the field is missing on the last page",
    pages: {
      "": {
        body: {
          first: { href: "https://us-south.iaas.cloud.ibm.com/v1/instances?limit=2" },
          next: {
            href: "https://us-south.iaas.cloud.ibm.com/v1/instances?start=9d5a91a3e2cbd233b5a5b33436855ed1&limit=2",
          },
          limit: 2,
          total_count: 3,
          instances: [
            { id: "0717_e21b7391", name: "web-1" },
            { id: "0717_f0a9c1d2", name: "web-2" },
          ],
        },
      },
      "start=9d5a91a3e2cbd233b5a5b33436855ed1&limit=2": {
        body: {
          first: { href: "https://us-south.iaas.cloud.ibm.com/v1/instances?limit=2" },
          limit: 2,
          total_count: 3,
          instances: [{ id: "0717_0c77be31", name: "db-1" }],
        },
      },
    },
    all: ["0717_e21b7391", "0717_f0a9c1d2", "0717_0c77be31"],
    end: "whole",
  },

  // source: github.com/hashicorp/go-tfe v1.go (ListOptions, Pagination), v2/openapi/spec.json (links.next nullable,
  // meta.pagination)
  {
    cloud: "HCP Terraform",
    form: "JSON:API: address in links.next with page[number], null on the last page; meta.pagination.next-page beside it",
    pages: {
      "": {
        body: {
          data: [
            { id: "ws-1", type: "workspaces", attributes: { name: "shop" } },
            { id: "ws-2", type: "workspaces", attributes: { name: "blog" } },
          ],
          links: {
            self: "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=2",
            first:
              "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=2",
            prev: null,
            next: "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=2&page%5Bsize%5D=2",
            last: "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=2&page%5Bsize%5D=2",
          },
          meta: {
            pagination: {
              "current-page": 1,
              "page-size": 2,
              "prev-page": null,
              "next-page": 2,
              "total-pages": 2,
              "total-count": 3,
            },
          },
        },
      },
      "page%5Bnumber%5D=2&page%5Bsize%5D=2": {
        body: {
          data: [{ id: "ws-3", type: "workspaces", attributes: { name: "docs" } }],
          links: {
            self: "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=2&page%5Bsize%5D=2",
            first:
              "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=2",
            prev: "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=2",
            next: null,
            last: "https://app.terraform.io/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=2&page%5Bsize%5D=2",
          },
          meta: {
            pagination: {
              "current-page": 2,
              "page-size": 2,
              "prev-page": 1,
              "next-page": null,
              "total-pages": 2,
              "total-count": 3,
            },
          },
        },
      },
    },
    all: ["ws-1", "ws-2", "ws-3"],
    end: "whole",
  },

  // source: forge.laravel.com/docs/api-reference/pagination (30 entries a page by default; links.next is a path;
  // brackets are not encoded)
  {
    cloud: "Laravel Forge",
    form: "path in links.next with page[cursor]; beside it meta.next_cursor, whose parameter is page[cursor] and not cursor",
    pages: {
      "": {
        body: {
          data: [
            { id: "1", type: "servers", attributes: { name: "web-1" } },
            { id: "2", type: "servers", attributes: { name: "web-2" } },
          ],
          meta: { per_page: 2, next_cursor: "eyJzZXJ2ZXJzLmlkIjoyfQ", prev_cursor: null },
          links: {
            next: "/api/orgs/coinfly/servers?page[size]=2&page[cursor]=eyJzZXJ2ZXJzLmlkIjoyfQ",
            prev: null,
          },
        },
      },
      "page[size]=2&page[cursor]=eyJzZXJ2ZXJzLmlkIjoyfQ": {
        body: {
          data: [{ id: "3", type: "servers", attributes: { name: "db-1" } }],
          meta: { per_page: 2, next_cursor: null, prev_cursor: "eyJzZXJ2ZXJzLmlkIjozfQ" },
          links: {
            next: null,
            prev: "/api/orgs/coinfly/servers?page[size]=2&page[cursor]=eyJzZXJ2ZXJzLmlkIjozfQ",
          },
        },
      },
    },
    all: ["1", "2", "3"],
    end: "whole",
  },

  // source: github.com/mongodb/go-client-mongodb-atlas mongodbatlas/api_keys_test.go
  // (TestAPIKeys_RetrievePageByNumber)
  {
    cloud: "MongoDB Atlas",
    form: "address in the entry of the list links with rel=next; the parameter is pageNum; totalCount beside it",
    pages: {
      "": {
        body: {
          links: [
            {
              href: "https://cloud.mongodb.com/api/atlas/v1.0/orgs/1/apiKeys?pageNum=1&itemsPerPage=2",
              rel: "self",
            },
            {
              href: "https://cloud.mongodb.com/api/atlas/v1.0/orgs/1/apiKeys?itemsPerPage=2&pageNum=2",
              rel: "next",
            },
          ],
          results: [
            { id: "5c47503320eef5699e1cce8d", desc: "ci" },
            { id: "5c47503320eef5699e1cce8e", desc: "backup" },
          ],
          totalCount: 3,
        },
      },
      "itemsPerPage=2&pageNum=2": {
        body: {
          links: [
            {
              href: "https://cloud.mongodb.com/api/atlas/v1.0/orgs/1/apiKeys?pageNum=1&itemsPerPage=2",
              rel: "previous",
            },
            {
              href: "https://cloud.mongodb.com/api/atlas/v1.0/orgs/1/apiKeys?pageNum=2&itemsPerPage=2",
              rel: "self",
            },
          ],
          results: [{ id: "5c47503320eef5699e1cce8f", desc: "audit" }],
          totalCount: 3,
        },
      },
    },
    all: ["5c47503320eef5699e1cce8d", "5c47503320eef5699e1cce8e", "5c47503320eef5699e1cce8f"],
    end: "whole",
  },

  // source: github.com/gophercloud/gophercloud openstack/compute/v2/servers/testing/fixtures_test.go (flavors_links,
  // then an empty list) and openstack/compute/v2/servers/results.go (servers_links)
  {
    cloud: "OpenStack Nova",
    form: "address in the entry of the list <name>_links with rel=next; the last full page links to an empty list",
    pages: {
      "": {
        body: {
          servers: [
            {
              id: "ef079b0c-e610-4dfb-b1aa-b49f07ac48e5",
              name: "herp",
              // A list of links inside an entry, as Nova gives it for every server. It is no paging.
              links: [
                {
                  href: "http://104.130.131.164:8774/v2.1/servers/ef079b0c-e610-4dfb-b1aa-b49f07ac48e5",
                  rel: "self",
                },
              ],
            },
            { id: "9e5476bd-a4ec-4653-93d6-72c93aa682ba", name: "derp", links: [] },
          ],
          servers_links: [
            {
              href: "http://104.130.131.164:8774/v2.1/fcad67a6189847c4aecfa3c81a05783b/servers/detail?limit=2&marker=9e5476bd-a4ec-4653-93d6-72c93aa682ba",
              rel: "next",
            },
          ],
        },
      },
      "limit=2&marker=9e5476bd-a4ec-4653-93d6-72c93aa682ba": { body: { servers: [] } },
    },
    all: ["ef079b0c-e610-4dfb-b1aa-b49f07ac48e5", "9e5476bd-a4ec-4653-93d6-72c93aa682ba"],
    end: "whole",
  },

  // source: github.com/gophercloud/gophercloud openstack/networking/v2/networks/results.go (networks_links,
  // NextPageURL); support.huaweicloud.com/intl/es-us/api-elb/elb_fl_0004.html (the same API at Huawei Cloud, with a
  // "previous" link beside "next")
  {
    cloud: "OpenStack Neutron",
    form: "address in the entry of the list networks_links with rel=next, beside an entry with rel=previous",
    pages: {
      "": {
        body: {
          networks: [
            { id: "d32019d3-bc6e-4319-9c1d-6722fc136a22", name: "public" },
            { id: "db193ab3-96e3-4cb3-8fc5-05f4296d0324", name: "private" },
          ],
          networks_links: [
            {
              href: "http://127.0.0.1:9696/v2.0/networks.json?limit=2&marker=db193ab3-96e3-4cb3-8fc5-05f4296d0324",
              rel: "next",
            },
            {
              href: "http://127.0.0.1:9696/v2.0/networks.json?limit=2&marker=d32019d3-bc6e-4319-9c1d-6722fc136a22&page_reverse=True",
              rel: "previous",
            },
          ],
        },
      },
      "limit=2&marker=db193ab3-96e3-4cb3-8fc5-05f4296d0324": {
        body: {
          networks: [{ id: "e6b0c3d2-5c8b-4a1c-9a44-0c4a3f7d9b10", name: "storage" }],
          networks_links: [
            {
              href: "http://127.0.0.1:9696/v2.0/networks.json?limit=2&marker=e6b0c3d2-5c8b-4a1c-9a44-0c4a3f7d9b10&page_reverse=True",
              rel: "previous",
            },
          ],
        },
      },
    },
    all: [
      "d32019d3-bc6e-4319-9c1d-6722fc136a22",
      "db193ab3-96e3-4cb3-8fc5-05f4296d0324",
      "e6b0c3d2-5c8b-4a1c-9a44-0c4a3f7d9b10",
    ],
    end: "whole",
  },

  // source: github.com/gophercloud/gophercloud openstack/identity/v3/projects/testing/fixtures_test.go
  // (ListOutput, ListOutputSecondPage, ListOutputThirdPage: the third page is empty and its next is null)
  {
    cloud: "OpenStack Keystone",
    form: "address in links.next; the last address leads to an empty list whose links.next is null",
    pages: {
      "": {
        body: {
          projects: [{ id: "1234", name: "Red Team" }],
          links: {
            next: "http://localhost:5000/identity/v3/projects?limit=1&marker=1234",
            self: "http://localhost:5000/identity/v3/projects?limit=1",
            previous: null,
          },
        },
      },
      "limit=1&marker=1234": {
        body: {
          projects: [{ id: "9876", name: "Blue Team" }],
          links: {
            next: "http://localhost:5000/identity/v3/projects?limit=1&marker=9876",
            self: "http://localhost:5000/identity/v3/projects?limit=1&marker=1234",
            previous: null,
          },
        },
      },
      "limit=1&marker=9876": {
        body: {
          projects: [],
          links: {
            next: null,
            self: "http://localhost:5000/identity/v3/projects?limit=1&marker=9876",
            previous: null,
          },
        },
      },
    },
    all: ["1234", "9876"],
    end: "whole",
  },

  // source: github.com/gophercloud/gophercloud openstack/image/v2/images/testing/fixtures_test.go ("next":
  // "/images?marker=%s&limit=%v")
  {
    cloud: "OpenStack Glance",
    form: "path in next (another base than the request); the field is missing on the last page",
    pages: {
      "": {
        body: {
          images: [
            { id: "cirros-0.3.4-x86_64-uec", name: "cirros" },
            { id: "debian-12", name: "debian" },
          ],
          next: "/images?marker=debian-12&limit=2",
          schema: "/schemas/images",
          first: "/images?limit=2",
        },
      },
      "marker=debian-12&limit=2": {
        body: {
          images: [{ id: "ubuntu-24.04", name: "ubuntu" }],
          schema: "/schemas/images",
          first: "/images?limit=2",
        },
      },
    },
    all: ["cirros-0.3.4-x86_64-uec", "debian-12", "ubuntu-24.04"],
    end: "whole",
  },

  // source: github.com/fastly/go-fastly fastly/helpers.go (infoResponse), fastly/helpers_test.go
  // ({"links":{"first":"/page/1","last":"/page/3","next":"/page/2"},"meta":{...}}: next without a query)
  {
    cloud: "Fastly (JSON:API)",
    form: "address in links.next, and meta.current_page of meta.total_pages beside it; links.next is missing on the last page",
    pages: {
      "": {
        body: {
          data: [
            { id: "tls-1", type: "tls_subscription" },
            { id: "tls-2", type: "tls_subscription" },
          ],
          links: {
            first: "https://api.fastly.com/tls/subscriptions?page%5Bnumber%5D=1&page%5Bsize%5D=2",
            next: "https://api.fastly.com/tls/subscriptions?page%5Bnumber%5D=2&page%5Bsize%5D=2",
            last: "https://api.fastly.com/tls/subscriptions?page%5Bnumber%5D=2&page%5Bsize%5D=2",
          },
          meta: { current_page: 1, per_page: 2, record_count: 3, total_pages: 2 },
        },
      },
      "page%5Bnumber%5D=2&page%5Bsize%5D=2": {
        body: {
          data: [{ id: "tls-3", type: "tls_subscription" }],
          links: {
            first: "https://api.fastly.com/tls/subscriptions?page%5Bnumber%5D=1&page%5Bsize%5D=2",
            last: "https://api.fastly.com/tls/subscriptions?page%5Bnumber%5D=2&page%5Bsize%5D=2",
          },
          meta: { current_page: 2, per_page: 2, record_count: 3, total_pages: 2 },
        },
      },
    },
    all: ["tls-1", "tls-2", "tls-3"],
    end: "whole",
  },

  // ---------------------------------------------------------------------------------------------------------
  // Page of pages
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/linode/linodego pagination.go (page, page_size), test/unit/fixtures/domain_list.json (page,
  // pages, results)
  {
    cloud: "Linode (Akamai)",
    form: "page of pages (page, pages), and results as the total",
    pages: {
      "": {
        body: {
          data: [
            { id: 1234, domain: "example.org" },
            { id: 1235, domain: "example.net" },
          ],
          page: 1,
          pages: 2,
          results: 3,
        },
      },
      "page=2": {
        body: { data: [{ id: 1236, domain: "example.com" }], page: 2, pages: 2, results: 3 },
      },
    },
    all: ["1234", "1235", "1236"],
    end: "whole",
  },

  // source: github.com/civo/civogo instance_test.go ({"page": 1, "per_page": 20, "pages": 2, "items": [...]};
  // page=2&per_page=10)
  {
    cloud: "Civo",
    form: "page of pages (page, pages) with per_page, without a total",
    pages: {
      "": {
        body: {
          page: 1,
          per_page: 2,
          pages: 2,
          items: [
            { id: "12345", hostname: "foo.example.com" },
            { id: "67890", hostname: "bar.zip.com" },
          ],
        },
      },
      "page=2": {
        body: { page: 2, per_page: 2, pages: 2, items: [{ id: "98765", hostname: "baz.zip.com" }] },
      },
    },
    all: ["12345", "67890", "98765"],
    end: "whole",
  },

  // source: github.com/cloudflare/cloudflare-go packages/pagination/pagination.go (V4PagePaginationArray, page + 1);
  // developers.cloudflare.com/api ("result_info": { count, page, per_page, total_count, total_pages })
  {
    cloud: "Cloudflare (zones)",
    form: "page of pages in result_info (page, total_pages, total_count); errors and messages are empty lists beside the list",
    pages: {
      "": {
        body: {
          success: true,
          errors: [],
          messages: [],
          result: [
            { id: "023e105f4ecef8ad9ca31a8372d0c353", name: "example.com" },
            { id: "1a2b105f4ecef8ad9ca31a8372d0c354", name: "example.org" },
          ],
          result_info: { page: 1, per_page: 2, count: 2, total_count: 3, total_pages: 2 },
        },
      },
      "page=2": {
        body: {
          success: true,
          errors: [],
          messages: [],
          result: [{ id: "3c4d105f4ecef8ad9ca31a8372d0c355", name: "example.net" }],
          result_info: { page: 2, per_page: 2, count: 1, total_count: 3, total_pages: 2 },
        },
      },
    },
    all: [
      "023e105f4ecef8ad9ca31a8372d0c353",
      "1a2b105f4ecef8ad9ca31a8372d0c354",
      "3c4d105f4ecef8ad9ca31a8372d0c355",
    ],
    end: "whole",
  },

  // source: github.com/krystal/go-katapult core/fixtures/trash_objects_list_page_1.json and _page_2.json,
  // core/list_options.go
  {
    cloud: "Katapult",
    form: "page of pages (pagination.current_page, pagination.total_pages)",
    pages: {
      "": {
        body: {
          pagination: { current_page: 1, total_pages: 2, total: 3, per_page: 2, large_set: false },
          trash_objects: [
            { id: "trsh_hkW1SMq0Bn8yNrRx", object_type: "VirtualMachine" },
            { id: "trsh_WX7ZTIdCb2gZ0PQ9", object_type: "Disk" },
          ],
        },
      },
      "page=2": {
        body: {
          pagination: { current_page: 2, total_pages: 2, total: 3, per_page: 2, large_set: false },
          trash_objects: [{ id: "trsh_h6An31KwJU0jOq5y", object_type: "FileStorageVolume" }],
        },
      },
    },
    all: ["trsh_hkW1SMq0Bn8yNrRx", "trsh_WX7ZTIdCb2gZ0PQ9", "trsh_h6An31KwJU0jOq5y"],
    end: "whole",
  },

  // source: github.com/krystal/go-katapult schemas/core/v1.json (PaginationObject: total may be null; large_set: "Is
  // this a large set and therefore the total number of records cannot be returned?")
  {
    cloud: "Katapult (large set)",
    form: "current_page and per_page, but total and total_pages are null: a page as long as per_page may have a next one",
    pages: {
      "": {
        body: {
          pagination: {
            current_page: 1,
            total_pages: null,
            total: null,
            per_page: 2,
            large_set: true,
          },
          trash_objects: [
            { id: "trsh_a", object_type: "Disk" },
            { id: "trsh_b", object_type: "Disk" },
          ],
        },
      },
      "page=2": {
        body: {
          pagination: {
            current_page: 2,
            total_pages: null,
            total: null,
            per_page: 2,
            large_set: true,
          },
          trash_objects: [{ id: "trsh_c", object_type: "Disk" }],
        },
      },
    },
    all: ["trsh_a", "trsh_b", "trsh_c"],
    end: "whole",
  },

  // source: github.com/dnsimple/dnsimple-go fixtures.http/api/pages-1of3.http to pages-3of3.http
  {
    cloud: "DNSimple",
    form: "page of pages (pagination.current_page, pagination.total_pages)",
    pages: {
      "": {
        body: {
          data: [{ id: 1 }, { id: 2 }],
          pagination: { current_page: 1, per_page: 2, total_entries: 5, total_pages: 3 },
        },
      },
      "page=2": {
        body: {
          data: [{ id: 3 }, { id: 4 }],
          pagination: { current_page: 2, per_page: 2, total_entries: 5, total_pages: 3 },
        },
      },
      "page=3": {
        body: {
          data: [{ id: 5 }],
          pagination: { current_page: 3, per_page: 2, total_entries: 5, total_pages: 3 },
        },
      },
    },
    all: ["1", "2", "3", "4", "5"],
    end: "whole",
  },

  // source: alibabacloud.com/help/en/ecs/api-describeinstances and alibabacloud.com/help/doc-detail/122112.html
  // (PageNumber, PageSize, TotalCount and NextToken; the list is Instances.Instance)
  {
    cloud: "Alibaba Cloud ECS",
    form: "PageNumber, PageSize and TotalCount with capitals; the parameter is PageNumber too, page=2 is unknown; the list is two levels deep",
    pages: {
      "": {
        body: {
          RequestId: "473469C7-AA6F-4DC5-B3DB-A3DC0DE3C83E",
          PageNumber: 1,
          PageSize: 2,
          TotalCount: 3,
          NextToken: "",
          Instances: {
            Instance: [
              { InstanceId: "i-bp67acfmxazb1", InstanceName: "web-1" },
              { InstanceId: "i-bp67acfmxazb2", InstanceName: "web-2" },
            ],
          },
        },
      },
      "PageNumber=2": {
        body: {
          RequestId: "2B4A9C1E-9D5B-4B7C-8C3E-5F0A1B2C3D4E",
          PageNumber: 2,
          PageSize: 2,
          TotalCount: 3,
          NextToken: "",
          Instances: { Instance: [{ InstanceId: "i-bp67acfmxazb3", InstanceName: "db-1" }] },
        },
      },
    },
    all: ["i-bp67acfmxazb1", "i-bp67acfmxazb2", "i-bp67acfmxazb3"],
    end: "part",
  },

  // ---------------------------------------------------------------------------------------------------------
  // A total, with page as parameter
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/scaleway/scaleway-sdk-go scw/client.go (doListAll: page = 1, 2, ... until total_count),
  // api/instance/v1/instance_sdk.go; the header X-Total-Count of the Instance API: scw/client.go "Handle instance API
  // X-Total-Count header"
  {
    cloud: "Scaleway Instances",
    form: "total in total_count and in the header X-Total-Count; the next page is page=2, which no field says",
    pages: {
      "": {
        headers: { "X-Total-Count": "3" },
        body: {
          total_count: 3,
          servers: [
            { id: "8ac0a2f2-0a0d-4a0a-8a0a-000000000001", name: "web-1" },
            { id: "8ac0a2f2-0a0d-4a0a-8a0a-000000000002", name: "web-2" },
          ],
        },
      },
      "page=2": {
        headers: { "X-Total-Count": "3" },
        body: {
          total_count: 3,
          servers: [{ id: "8ac0a2f2-0a0d-4a0a-8a0a-000000000003", name: "db-1" }],
        },
      },
    },
    all: [
      "8ac0a2f2-0a0d-4a0a-8a0a-000000000001",
      "8ac0a2f2-0a0d-4a0a-8a0a-000000000002",
      "8ac0a2f2-0a0d-4a0a-8a0a-000000000003",
    ],
    end: "whole",
  },

  // source: github.com/hostinger/api openapi.json (Common.Schema.PaginationMetaSchema: current_page, per_page, total;
  // parameter page; GET /api/vps/v1/public-keys)
  {
    cloud: "Hostinger (public keys)",
    form: "total in meta with current_page and per_page, without the number of pages; the parameter is page",
    pages: {
      "": {
        body: {
          data: [
            { id: 325, name: "laptop" },
            { id: 326, name: "ci" },
          ],
          meta: { current_page: 1, per_page: 2, total: 3 },
        },
      },
      "page=2": {
        body: {
          data: [{ id: 327, name: "backup" }],
          meta: { current_page: 2, per_page: 2, total: 3 },
        },
      },
    },
    all: ["325", "326", "327"],
    end: "whole",
  },

  // source: github.com/NexGenCloud/hyperstack-sdk-go api/openapi.yaml (schema Volumes: count, page, page_size;
  // parameters page and pageSize). The file does not say whether count counts the page or everything; here it counts
  // everything.
  {
    cloud: "Hyperstack",
    form: "count, page and page_size beside the list; status: true is a boolean beside it; the parameter is page",
    pages: {
      "": {
        body: {
          status: true,
          message: "Getting volumes successful",
          page: 1,
          page_size: 2,
          count: 3,
          volumes: [
            { id: 11, name: "data-1" },
            { id: 12, name: "data-2" },
          ],
        },
      },
      "page=2": {
        body: {
          status: true,
          message: "Getting volumes successful",
          page: 2,
          page_size: 2,
          count: 3,
          volumes: [{ id: 13, name: "data-3" }],
        },
      },
    },
    all: ["11", "12", "13"],
    end: "whole",
  },

  // source: github.com/webdock-io/go-sdk event-pool.go (page, per_page; header X-Total-Count)
  {
    cloud: "Webdock (events)",
    form: "total only in the header X-Total-Count beside a bare list; the parameter is page",
    pages: {
      "": {
        headers: { "X-Total-Count": "3" },
        body: [
          { id: 901, action: "Create server" },
          { id: 902, action: "Start server" },
        ],
      },
      "page=2": { headers: { "X-Total-Count": "3" }, body: [{ id: 903, action: "Stop server" }] },
    },
    all: ["901", "902", "903"],
    end: "whole",
  },

  // source: github.com/cherryservers/cherrygo cherrygo.go (populateTotal: X-Total-Count), api_call_options.go (limit,
  // offset)
  {
    cloud: "Cherry Servers",
    form: "total only in the header X-Total-Count beside a bare list; the parameter is offset, which nothing shows",
    pages: {
      "": {
        headers: { "X-Total-Count": "3" },
        body: [
          { id: 383531, name: "web-1" },
          { id: 383532, name: "web-2" },
        ],
      },
      "offset=2": { headers: { "X-Total-Count": "3" }, body: [{ id: 383533, name: "db-1" }] },
    },
    all: ["383531", "383532", "383533"],
    end: "part",
  },

  // source: github.com/timeweb-cloud/sdk-go model_meta.go (total), docs/GetServers200Response.md, docs/ServersAPI.md
  // (limit default 100, offset default 0)
  {
    cloud: "Timeweb Cloud",
    form: "total in meta.total; the parameter is offset, which nothing shows",
    pages: {
      "": {
        body: {
          meta: { total: 3 },
          servers: [
            { id: 1051, name: "web-1" },
            { id: 1052, name: "web-2" },
          ],
        },
      },
      "offset=2": { body: { meta: { total: 3 }, servers: [{ id: 1053, name: "db-1" }] } },
    },
    all: ["1051", "1052", "1053"],
    end: "part",
  },

  // source: github.com/ubicloud/ubicloud lib/pagination.rb (items and count; start_after is the id of the last entry;
  // 1000 a page), openapi/openapi.yml (start_after, page_size, order_column)
  {
    cloud: "Ubicloud",
    form: "total in count; the parameter is start_after with the id of the last entry, which nothing shows",
    pages: {
      "": {
        body: {
          count: 3,
          items: [
            { id: "pj6zqd8v2k8p3m4r5t6w7x8y9z", name: "shop" },
            { id: "pj7abd8v2k8p3m4r5t6w7x8y9z", name: "blog" },
          ],
        },
      },
      "start_after=pj7abd8v2k8p3m4r5t6w7x8y9z": {
        body: { count: 3, items: [{ id: "pj8bcd8v2k8p3m4r5t6w7x8y9z", name: "docs" }] },
      },
    },
    all: ["pj6zqd8v2k8p3m4r5t6w7x8y9z", "pj7abd8v2k8p3m4r5t6w7x8y9z", "pj8bcd8v2k8p3m4r5t6w7x8y9z"],
    end: "part",
  },

  // source: docs.e.samsungsdscloud.com/en/apireference/compute/virtualserver/apis/listvolumes/ (count, volumes;
  // parameters limit = 20 and marker)
  {
    cloud: "Samsung Cloud Platform",
    form: "total in count; the parameter is marker with the id of the last entry, which nothing shows",
    pages: {
      "": {
        body: {
          count: 3,
          volumes: [
            { id: "3f500f00-ed80-4566-a057-e31760226f9a", name: "volume01" },
            { id: "3f500f00-ed80-4566-a057-e31760226f9b", name: "volume02" },
          ],
        },
      },
      "marker=3f500f00-ed80-4566-a057-e31760226f9b": {
        body: {
          count: 3,
          volumes: [{ id: "3f500f00-ed80-4566-a057-e31760226f9c", name: "volume03" }],
        },
      },
    },
    all: [
      "3f500f00-ed80-4566-a057-e31760226f9a",
      "3f500f00-ed80-4566-a057-e31760226f9b",
      "3f500f00-ed80-4566-a057-e31760226f9c",
    ],
    end: "part",
  },

  // source: github.com/TencentCloud/tencentcloud-cli tccli/examples/vpc/v20170312/DescribeVpcInstances.md (Offset,
  // Limit; Response.TotalCount)
  {
    cloud: "Tencent Cloud",
    form: "total in Response.TotalCount; the parameter is Offset with a capital, which nothing shows; the list is two levels deep",
    pages: {
      "": {
        body: {
          Response: {
            InstanceSet: [
              { InstanceId: "ins-12345678", InstanceName: "web-1" },
              { InstanceId: "ins-12345679", InstanceName: "web-2" },
            ],
            TotalCount: 3,
            RequestId: "74883e1b-5901-46de-ae1e-d6e2cf591c5b",
          },
        },
      },
      "Offset=2": {
        body: {
          Response: {
            InstanceSet: [{ InstanceId: "ins-12345680", InstanceName: "db-1" }],
            TotalCount: 3,
            RequestId: "0d2f7a55-7c1b-4a59-9a0e-2f8f8f4a1b6d",
          },
        },
      },
    },
    all: ["ins-12345678", "ins-12345679", "ins-12345680"],
    end: "part",
  },

  // source: github.com/apache/cloudstack-go cloudstack/VirtualMachineService.go (ListVirtualMachinesResponse: count,
  // virtualmachine); github.com/apache/cloudstack-documentation source/developersguide/dev.rst (page and pagesize:
  // "Both parameters must be specified together")
  {
    cloud: "Apache CloudStack",
    form: "total in count; page without pagesize is not allowed, which nothing shows; the list is two levels deep",
    pages: {
      "": {
        body: {
          listvirtualmachinesresponse: {
            count: 3,
            virtualmachine: [
              { id: "915653c4-298b-4d74-bdee-4ced282114f1", name: "web-1" },
              { id: "915653c4-298b-4d74-bdee-4ced282114f2", name: "web-2" },
            ],
          },
        },
      },
      "page=2&pagesize=2": {
        body: {
          listvirtualmachinesresponse: {
            count: 3,
            virtualmachine: [{ id: "915653c4-298b-4d74-bdee-4ced282114f3", name: "db-1" }],
          },
        },
      },
    },
    all: [
      "915653c4-298b-4d74-bdee-4ced282114f1",
      "915653c4-298b-4d74-bdee-4ced282114f2",
      "915653c4-298b-4d74-bdee-4ced282114f3",
    ],
    end: "part",
  },

  // source: github.com/sacloud/iaas-api-go zz_envelopes.go (Total, From, Count), client.go (newRequest: the query of
  // a GET is a JSON text)
  {
    cloud: "Sakura Cloud",
    form: 'Total, From and Count with capitals; the query of the request is a JSON text such as ?{"From":2,"Count":2}',
    pages: {
      "": {
        body: {
          From: 0,
          Count: 2,
          Total: 3,
          Servers: [
            { ID: "112900000001", Name: "web-1" },
            { ID: "112900000002", Name: "web-2" },
          ],
          is_ok: true,
        },
      },
      '{"From":2,"Count":2}': {
        body: {
          From: 2,
          Count: 1,
          Total: 3,
          Servers: [{ ID: "112900000003", Name: "db-1" }],
          is_ok: true,
        },
      },
    },
    all: ["112900000001", "112900000002", "112900000003"],
    end: "part",
  },

  // ---------------------------------------------------------------------------------------------------------
  // Offset, limit and total
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/LeaseWeb/leaseweb-go-sdk invoice/api/openapi.yaml (schema _metadata),
  // publiccloud/api/openapi.yaml (totalCount, limit, offset)
  {
    cloud: "Leaseweb",
    form: "offset, limit and totalCount in _metadata",
    pages: {
      "": {
        body: {
          _metadata: { totalCount: 3, limit: 2, offset: 0 },
          instances: [
            { id: "ace712e9-a166-47f1-9065-4af0f7e7fce1", reference: "web-1" },
            { id: "ace712e9-a166-47f1-9065-4af0f7e7fce2", reference: "web-2" },
          ],
        },
      },
      "offset=2": {
        body: {
          _metadata: { totalCount: 3, limit: 2, offset: 2 },
          instances: [{ id: "ace712e9-a166-47f1-9065-4af0f7e7fce3", reference: "db-1" }],
        },
      },
    },
    all: [
      "ace712e9-a166-47f1-9065-4af0f7e7fce1",
      "ace712e9-a166-47f1-9065-4af0f7e7fce2",
      "ace712e9-a166-47f1-9065-4af0f7e7fce3",
    ],
    end: "whole",
  },

  // source: github.com/koyeb/koyeb-api-client-go api/v1/koyeb/api/openapi.yaml (GET /v1/apps, ListAppsReply: limit,
  // offset, count = "The total number of items", has_next = "If there is more items after in the collection")
  {
    cloud: "Koyeb",
    form: "offset, limit and count (the total) with has_next, false on the last page",
    pages: {
      "": {
        body: {
          apps: [
            { id: "app-1", name: "shop" },
            { id: "app-2", name: "blog" },
          ],
          limit: 2,
          offset: 0,
          count: 3,
          has_next: true,
        },
      },
      "offset=2": {
        body: {
          apps: [{ id: "app-3", name: "docs" }],
          limit: 2,
          offset: 2,
          count: 3,
          has_next: false,
        },
      },
    },
    all: ["app-1", "app-2", "app-3"],
    end: "whole",
  },

  // source: github.com/koyeb/koyeb-api-client-go api/v1/koyeb/api/openapi.yaml (ListServiceEventsReply: limit,
  // offset, order, has_next, no count)
  {
    cloud: "Koyeb (events)",
    form: "offset and limit with has_next, without a total",
    pages: {
      "": {
        body: {
          events: [{ id: "ev-1" }, { id: "ev-2" }],
          limit: 2,
          offset: 0,
          order: "desc",
          has_next: true,
        },
      },
      "offset=2": {
        body: { events: [{ id: "ev-3" }], limit: 2, offset: 2, order: "desc", has_next: false },
      },
    },
    all: ["ev-1", "ev-2", "ev-3"],
    end: "whole",
  },

  // source: cloudsigma-docs.readthedocs.io/en/2.11/servers.html (meta: limit, offset, total_count; objects),
  // pagination.rst (offset, limit)
  {
    cloud: "CloudSigma",
    form: "offset, limit and total_count in meta",
    pages: {
      "": {
        body: {
          meta: { limit: 2, offset: 0, total_count: 3 },
          objects: [
            { uuid: "3ca429cc-b4f4-42a8-aaa8-3a6df700af06", name: "test_server_3" },
            { uuid: "f50b672f-a963-4b8a-bf05-809b3ffd9a9f", name: "test_server_0" },
          ],
        },
      },
      "offset=2": {
        body: {
          meta: { limit: 2, offset: 2, total_count: 3 },
          objects: [{ uuid: "5d5f22ea-68ae-4b83-9b19-7d7cdd2eb888", name: "test_server_1" }],
        },
      },
    },
    all: [
      "3ca429cc-b4f4-42a8-aaa8-3a6df700af06",
      "f50b672f-a963-4b8a-bf05-809b3ffd9a9f",
      "5d5f22ea-68ae-4b83-9b19-7d7cdd2eb888",
    ],
    end: "whole",
  },

  // source: github.com/phoenixnap/go-sdk-bmc invoicingapi/docs/PaginatedInvoices.md (limit, offset, total, results)
  {
    cloud: "phoenixNAP (invoices)",
    form: "offset, limit and total beside the list",
    pages: {
      "": {
        body: {
          limit: 2,
          offset: 0,
          total: 3,
          results: [
            { id: "5fa54d1e91867c03a0a7b4a4", number: "34611" },
            { id: "5fa54d1e91867c03a0a7b4a5", number: "34612" },
          ],
        },
      },
      "offset=2": {
        body: {
          limit: 2,
          offset: 2,
          total: 3,
          results: [{ id: "5fa54d1e91867c03a0a7b4a6", number: "34613" }],
        },
      },
    },
    all: ["5fa54d1e91867c03a0a7b4a4", "5fa54d1e91867c03a0a7b4a5", "5fa54d1e91867c03a0a7b4a6"],
    end: "whole",
  },

  // source: github.com/MagaluCloud/mgc-sdk-go compute/types.go, compute/instances.go (_limit, _offset),
  // compute/instances_test.go (meta.page)
  {
    cloud: "Magalu Cloud",
    form: "offset, limit, count and total in meta.page, but the parameters are _offset and _limit",
    pages: {
      "": {
        body: {
          meta: { page: { offset: 0, limit: 2, count: 2, total: 3 } },
          instances: [
            { id: "inst1", name: "test1" },
            { id: "inst2", name: "test2" },
          ],
        },
      },
      "_offset=2": {
        body: {
          meta: { page: { offset: 2, limit: 2, count: 1, total: 3 } },
          instances: [{ id: "inst3", name: "test3" }],
        },
      },
    },
    all: ["inst1", "inst2", "inst3"],
    end: "part",
  },

  // ---------------------------------------------------------------------------------------------------------
  // A cursor and its parameter
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/vultr/govultr meta.go, listOptions.go (cursor), README.md (until meta.Links.Next == "")
  {
    cloud: "Vultr",
    form: "cursor (not an address) in meta.links.next, parameter cursor, empty string on the last page",
    pages: {
      "": {
        body: {
          instances: [
            { id: "cb676a46-66fd-4dfb-b839-443f2e6c0b60", label: "web-1" },
            { id: "4f0f12e5-1f84-404f-aa84-85f431ea5ec2", label: "web-2" },
          ],
          meta: { total: 3, links: { next: "bmV4dF9fMTI2NzM1", prev: "" } },
        },
      },
      "cursor=bmV4dF9fMTI2NzM1": {
        body: {
          instances: [{ id: "8f1e0c2d-5b6a-4c7d-9e8f-0a1b2c3d4e5f", label: "db-1" }],
          meta: { total: 3, links: { next: "", prev: "cHJldl9fMTI2NzM0" } },
        },
      },
    },
    all: [
      "cb676a46-66fd-4dfb-b839-443f2e6c0b60",
      "4f0f12e5-1f84-404f-aa84-85f431ea5ec2",
      "8f1e0c2d-5b6a-4c7d-9e8f-0a1b2c3d4e5f",
    ],
    end: "whole",
  },

  // source: github.com/scaleway/scaleway-sdk-go api/instance/v2alpha1/instance_sdk.go (next_page_token, total_count;
  // parameter page_token)
  {
    cloud: "Scaleway Instances v2",
    form: "cursor in next_page_token, parameter page_token, null on the last page; total_count beside it",
    pages: {
      "": {
        body: {
          servers: [
            { id: "srv-a", name: "web-1" },
            { id: "srv-b", name: "web-2" },
          ],
          next_page_token: "b2Zmc2V0PTI",
          total_count: 3,
        },
      },
      "page_token=b2Zmc2V0PTI": {
        body: { servers: [{ id: "srv-c", name: "db-1" }], next_page_token: null, total_count: 3 },
      },
    },
    all: ["srv-a", "srv-b", "srv-c"],
    end: "whole",
  },

  // source:
  // docs.cloud.google.com/dotnet/docs/reference/Google.Cloud.Compute.V1/latest/Google.Cloud.Compute.V1.InstanceList
  // (id, items, kind, next_page_token, self_link, warning); compute discovery: "Set `pageToken` to the
  // `nextPageToken` returned by a previous list request"
  {
    cloud: "Google Compute Engine",
    form: "cursor in nextPageToken, parameter pageToken; the field is missing on the last page",
    pages: {
      "": {
        body: {
          kind: "compute#instanceList",
          id: "projects/p1/zones/europe-west3-a/instances",
          items: [
            { kind: "compute#instance", id: "3254367812345678901", name: "web-1" },
            { kind: "compute#instance", id: "3254367812345678902", name: "web-2" },
          ],
          nextPageToken: "CiBrN2E1Z3ZkZnM",
          selfLink:
            "https://www.googleapis.com/compute/v1/projects/p1/zones/europe-west3-a/instances",
        },
      },
      "pageToken=CiBrN2E1Z3ZkZnM": {
        body: {
          kind: "compute#instanceList",
          id: "projects/p1/zones/europe-west3-a/instances",
          items: [{ kind: "compute#instance", id: "3254367812345678903", name: "db-1" }],
          selfLink:
            "https://www.googleapis.com/compute/v1/projects/p1/zones/europe-west3-a/instances",
        },
      },
    },
    all: ["3254367812345678901", "3254367812345678902", "3254367812345678903"],
    end: "whole",
  },

  // source: github.com/yandex-cloud/cloudapi yandex/cloud/compute/v1/instance_service.proto (next_page_token ->
  // page_token; in JSON: nextPageToken, pageToken)
  {
    cloud: "Yandex Cloud",
    form: "cursor in nextPageToken, parameter pageToken; the field is missing on the last page",
    pages: {
      "": {
        body: {
          instances: [
            { id: "fhm1", name: "web-1" },
            { id: "fhm2", name: "web-2" },
          ],
          nextPageToken: "Y2x1c3RlcjE",
        },
      },
      "pageToken=Y2x1c3RlcjE": { body: { instances: [{ id: "fhm3", name: "db-1" }] } },
    },
    all: ["fhm1", "fhm2", "fhm3"],
    end: "whole",
  },

  // source: github.com/stackitcloud/stackit-sdk-go
  // services/telemetryrouter/v1api/model_list_telemetry_routers_response.go, api_default.go (pageToken)
  {
    cloud: "STACKIT (telemetry routers)",
    form: "cursor in nextPageToken, parameter pageToken; the field is missing on the last page",
    pages: {
      "": { body: { telemetryRouters: [{ id: "tr-1" }, { id: "tr-2" }], nextPageToken: "dHItMg" } },
      "pageToken=dHItMg": { body: { telemetryRouters: [{ id: "tr-3" }] } },
    },
    all: ["tr-1", "tr-2", "tr-3"],
    end: "whole",
  },

  // source: github.com/stackitcloud/stackit-sdk-go services/alb/v2api/model_list_load_balancers_response.go
  // (nextPageId), api_default.go (pageId, pageSize)
  {
    cloud: "STACKIT (load balancers)",
    form: "cursor in nextPageId, parameter pageId; the field is missing on the last page",
    pages: {
      "": {
        body: { loadBalancers: [{ name: "edge-1" }, { name: "edge-2" }], nextPageId: "edge-3" },
      },
      "pageId=edge-3": { body: { loadBalancers: [{ name: "edge-3" }] } },
    },
    all: ["edge-1", "edge-2", "edge-3"],
    end: "part",
  },

  // source: kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
  // (metadata.continue is "" on the last page)
  {
    cloud: "Kubernetes",
    form: "cursor in metadata.continue, parameter continue, empty string on the last page; remainingItemCount beside it",
    pages: {
      "": {
        body: {
          kind: "PodList",
          apiVersion: "v1",
          metadata: {
            resourceVersion: "10245",
            continue: "ENCODED_CONTINUE_TOKEN",
            remainingItemCount: 1,
          },
          items: [
            { metadata: { name: "web-1", uid: "u-1" } },
            { metadata: { name: "web-2", uid: "u-2" } },
          ],
        },
      },
      "continue=ENCODED_CONTINUE_TOKEN": {
        body: {
          kind: "PodList",
          apiVersion: "v1",
          metadata: { resourceVersion: "10245", continue: "" },
          items: [{ metadata: { name: "db-1", uid: "u-3" } }],
        },
      },
    },
    all: ["web-1", "web-2", "db-1"],
    end: "whole",
  },

  // source: docs.aws.amazon.com/eks/latest/APIReference/API_ListClusters.html (GET /clusters?maxResults&nextToken;
  // clusters is a list of names; null at the end)
  {
    cloud: "AWS EKS",
    form: "cursor in nextToken, parameter nextToken, null on the last page; the list has names instead of objects",
    pages: {
      "": { body: { clusters: ["prod", "stage"], nextToken: "eyJ2IjoiMiIsInMiOiJzdGFnZSJ9" } },
      "nextToken=eyJ2IjoiMiIsInMiOiJzdGFnZSJ9": { body: { clusters: ["test"], nextToken: null } },
    },
    all: ["prod", "stage", "test"],
    end: "whole",
  },

  // source: github.com/superfly/fly-go types.go (ListCertificatesResponse: next_cursor and total_count, both omitted
  // when empty), flaps/flaps_certificates.go (cursor, limit)
  {
    cloud: "Fly.io (certificates)",
    form: "cursor in next_cursor, parameter cursor; the field is missing on the last page; total_count beside it",
    pages: {
      "": {
        body: {
          certificates: [
            { hostname: "example.com", status: "active" },
            { hostname: "example.org", status: "active" },
          ],
          next_cursor: "ZXhhbXBsZS5vcmc",
          total_count: 3,
        },
      },
      "cursor=ZXhhbXBsZS5vcmc": {
        body: { certificates: [{ hostname: "example.net", status: "pending" }], total_count: 3 },
      },
    },
    all: ["example.com", "example.org", "example.net"],
    end: "whole",
  },

  // source: developer.twitter.com, Using cursors to navigate collections (next_cursor is a number, and 0 at the end)
  {
    cloud: "Twitter (API 1.1)",
    form: "number in next_cursor, parameter cursor, 0 on the last page",
    pages: {
      "": {
        body: {
          users: [{ name: "ada" }, { name: "bob" }],
          next_cursor: 1374004777531007,
          previous_cursor: 0,
        },
      },
      "cursor=1374004777531007": {
        body: { users: [{ name: "eve" }], next_cursor: 0, previous_cursor: -1374004777531006 },
      },
    },
    all: ["ada", "bob", "eve"],
    end: "whole",
  },

  // source: github.com/fastly/go-fastly fastly/secret_store.go (SecretStoreMeta: limit, next_cursor omitted when
  // empty)
  {
    cloud: "Fastly (secret stores)",
    form: "cursor in meta.next_cursor, parameter cursor; the field is missing on the last page; meta.limit beside it",
    pages: {
      "": {
        body: {
          data: [
            { id: "st-1", name: "keys" },
            { id: "st-2", name: "tokens" },
          ],
          meta: { limit: 2, next_cursor: "c3QtMg" },
        },
      },
      "cursor=c3QtMg": { body: { data: [{ id: "st-3", name: "certs" }], meta: { limit: 2 } } },
    },
    all: ["st-1", "st-2", "st-3"],
    end: "whole",
  },

  // source: developer.hostup.se/endpoints/cloud-vps/get-v2-volumes (data, hasMore, nextCursor; parameter cursor;
  // limit 20 by default)
  {
    cloud: "HostUp",
    form: "cursor in nextCursor, parameter cursor, null on the last page; hasMore false beside it",
    pages: {
      "": {
        body: {
          data: [
            { id: "vol_1", name: "data-1" },
            { id: "vol_2", name: "data-2" },
          ],
          hasMore: true,
          nextCursor: "dm9sXzI",
        },
      },
      "cursor=dm9sXzI": {
        body: { data: [{ id: "vol_3", name: "data-3" }], hasMore: false, nextCursor: null },
      },
    },
    all: ["vol_1", "vol_2", "vol_3"],
    end: "whole",
  },

  // source: github.com/kislerdm/neon-sdk-go openAPIDefinition.json (schema Pagination, GET /projects: cursor);
  // github.com/neondatabase/neonctl src/commands/projects.ts ends by a short page, not by a missing cursor: the last
  // page has a cursor too.
  {
    cloud: "Neon (projects)",
    form: "cursor in pagination.cursor, parameter cursor; the last page has a cursor too, and the page after it is an empty list",
    pages: {
      "": {
        body: {
          projects: [
            { id: "spring-example-302709", name: "shop" },
            { id: "floral-king-961888", name: "blog" },
          ],
          pagination: { cursor: "floral-king-961888" },
        },
      },
      "cursor=floral-king-961888": {
        body: {
          projects: [{ id: "misty-moon-118737", name: "docs" }],
          pagination: { cursor: "misty-moon-118737" },
        },
      },
      "cursor=misty-moon-118737": { body: { projects: [] } },
    },
    all: ["spring-example-302709", "floral-king-961888", "misty-moon-118737"],
    end: "whole",
  },

  // source: github.com/kislerdm/neon-sdk-go openAPIDefinition.json (schema CursorPagination: "add the value returned
  // in the response `.pagination.next` attribute into the request under the `cursor` query parameter"; GET
  // /projects/{project_id}/branches)
  {
    cloud: "Neon (branches)",
    form: "cursor (not an address) in pagination.next, parameter cursor; the field is missing on the last page",
    pages: {
      "": {
        body: {
          branches: [
            { id: "br-aged-salad-637688", name: "main" },
            { id: "br-wispy-meadow-118737", name: "dev" },
          ],
          pagination: { next: "eyJjcmVhdGV", sort_by: "updated_at", sort_order: "desc" },
        },
      },
      "cursor=eyJjcmVhdGV": {
        body: {
          branches: [{ id: "br-bitter-sound-247814", name: "test" }],
          pagination: { sort_by: "updated_at", sort_order: "desc" },
        },
      },
    },
    all: ["br-aged-salad-637688", "br-wispy-meadow-118737", "br-bitter-sound-247814"],
    end: "whole",
  },

  // source: github.com/cloudflare/cloudflare-go packages/pagination/pagination.go (CursorLimitPagination:
  // result_info.cursor -> cursor, ends when the cursor is empty), kv/namespacekey.go
  {
    cloud: "Cloudflare (KV keys)",
    form: "cursor in result_info.cursor, parameter cursor, empty string on the last page",
    pages: {
      "": {
        body: {
          success: true,
          errors: [],
          messages: [],
          result: [{ name: "key-a" }, { name: "key-b" }],
          result_info: { count: 2, cursor: "6Ck1la0VxJ0djhidm1MdX2FyD" },
        },
      },
      "cursor=6Ck1la0VxJ0djhidm1MdX2FyD": {
        body: {
          success: true,
          errors: [],
          messages: [],
          result: [{ name: "key-c" }],
          result_info: { count: 1, cursor: "" },
        },
      },
    },
    all: ["key-a", "key-b", "key-c"],
    end: "whole",
  },

  // source: github.com/cloudflare/cloudflare-go packages/pagination/pagination.go (CursorPaginationAfter:
  // result_info.cursors.after -> cursor), rules/listitem.go
  {
    cloud: "Cloudflare (list items)",
    form: "cursor in result_info.cursors.after, but the parameter is cursor and not after; no cursors on the last page",
    pages: {
      "": {
        body: {
          success: true,
          errors: [],
          messages: [],
          result: [
            { id: "item-1", ip: "10.0.0.1" },
            { id: "item-2", ip: "10.0.0.2" },
          ],
          result_info: { cursors: { after: "yyy" } },
        },
      },
      "cursor=yyy": {
        body: {
          success: true,
          errors: [],
          messages: [],
          result: [{ id: "item-3", ip: "10.0.0.3" }],
          result_info: { cursors: {} },
        },
      },
    },
    all: ["item-1", "item-2", "item-3"],
    end: "part",
  },

  // source: github.com/crusoecloud/client-go swagger/v1/model_list_instances_response_v1.go and swagger.json
  // (query parameters next_page_token and prev_page_token: the same names as in the answer)
  {
    cloud: "Crusoe",
    form: "cursor in next_page_token, but the parameter is next_page_token too and not page_token; missing on the last page",
    pages: {
      "": {
        body: {
          items: [
            { id: "vm-1", name: "web-1" },
            { id: "vm-2", name: "web-2" },
          ],
          next_page_token: "bXktZmlyc3Qtdm0",
        },
      },
      "next_page_token=bXktZmlyc3Qtdm0": {
        body: { items: [{ id: "vm-3", name: "db-1" }], prev_page_token: "bXktc2Vjb25kLXZt" },
      },
    },
    all: ["vm-1", "vm-2", "vm-3"],
    end: "part",
  },

  // source: github.com/vast-ai/vast-cli vast.py (_fetch_all_instances_v1: next_token -> after_token, limit 25)
  {
    cloud: "Vast.ai",
    form: "cursor in next_token, but the parameter is after_token; empty on the last page",
    pages: {
      "": {
        body: {
          success: true,
          instances: [
            { id: 8801, label: "gpu-1" },
            { id: 8802, label: "gpu-2" },
          ],
          next_token: "eyJpZCI6ODgwMn0",
        },
      },
      "after_token=eyJpZCI6ODgwMn0": {
        body: { success: true, instances: [{ id: 8803, label: "gpu-3" }], next_token: null },
      },
    },
    all: ["8801", "8802", "8803"],
    end: "part",
  },

  // source: github.com/planetscale/planetscale-go planetscale/client.go (CursorPaginatedResponse: has_next,
  // cursor_end; WithStartingAfter: starting_after)
  {
    cloud: "PlanetScale (cursor)",
    form: "has_next true and a cursor in cursor_end, whose parameter is starting_after",
    pages: {
      "": {
        body: {
          data: [
            { id: "br-1", name: "main" },
            { id: "br-2", name: "dev" },
          ],
          has_next: true,
          has_prev: false,
          cursor_start: null,
          cursor_end: "br-2",
        },
      },
      "starting_after=br-2": {
        body: {
          data: [{ id: "br-3", name: "test" }],
          has_next: false,
          has_prev: true,
          cursor_start: "br-2",
          cursor_end: null,
        },
      },
    },
    all: ["br-1", "br-2", "br-3"],
    end: "part",
  },

  // source: github.com/vercel/terraform-provider-vercel client/pagination.go (pagination: count, next, prev;
  // parameter until; default limit 100)
  {
    cloud: "Vercel",
    form: "pagination.next is a time in milliseconds (a number, but no page number), parameter until, null on the last page",
    pages: {
      "": {
        body: {
          projects: [
            { id: "prj_1", name: "shop" },
            { id: "prj_2", name: "blog" },
          ],
          pagination: { count: 2, next: 1555072968396, prev: 1555413045188 },
        },
      },
      "until=1555072968396": {
        body: {
          projects: [{ id: "prj_3", name: "docs" }],
          pagination: { count: 1, next: null, prev: 1555072968395 },
        },
      },
    },
    all: ["prj_1", "prj_2", "prj_3"],
    end: "part",
  },

  // ---------------------------------------------------------------------------------------------------------
  // A cursor in a header other than Link
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/interagent/heroics lib/heroics/link.rb and test/link_test.rb (206, Content-Range, Next-Range
  // -> request header Range); github.com/heroku/heroku-go (ListRange). The second page needs a request header, so no
  // query leads to it.
  {
    cloud: "Heroku",
    form: "status 206 and header Next-Range, to be sent back as the request header Range; no Next-Range on the last page",
    pages: {
      "": {
        status: 206,
        headers: {
          "Content-Range":
            "id 01234567-89ab-cdef-0123-456789abcde1..01234567-89ab-cdef-0123-456789abcde2; max=2",
          "Next-Range": "id ]01234567-89ab-cdef-0123-456789abcde2..; max=2",
        },
        body: [
          { id: "01234567-89ab-cdef-0123-456789abcde1", name: "shop" },
          { id: "01234567-89ab-cdef-0123-456789abcde2", name: "blog" },
        ],
      },
    },
    all: [
      "01234567-89ab-cdef-0123-456789abcde1",
      "01234567-89ab-cdef-0123-456789abcde2",
      "01234567-89ab-cdef-0123-456789abcde3",
    ],
    end: "part",
  },

  // source: github.com/ovh/terraform-provider-ovh ovh/helpers/apiv2.go and apiv2_test.go (X-Pagination-Cursor-Next ->
  // request header X-Pagination-Cursor)
  {
    cloud: "OVHcloud v2",
    form: "header X-Pagination-Cursor-Next, to be sent back as the request header X-Pagination-Cursor; missing on the last page",
    pages: {
      "": {
        headers: { "X-Pagination-Cursor-Next": "page2" },
        body: [{ name: "GRA11" }, { name: "SBG5" }],
      },
    },
    all: ["GRA11", "SBG5", "DE1"],
    end: "part",
  },

  // source: docs.oracle.com/en-us/iaas/tools/typescript (opc-next-page: "Include this value as the {@code page}
  // parameter for the subsequent GET request")
  {
    cloud: "Oracle Cloud",
    form: "header opc-next-page with a token, parameter page (a token, not a number); missing on the last page",
    pages: {
      "": {
        headers: {
          "opc-next-page": "AAAAAAAAAAGLB28zJTjPUeNvgmLxg9QuJdAAZrl10FfKymIMh4ylXItQqoBsyMLhQZ",
          "opc-request-id": "r-1",
        },
        body: [
          { id: "ocid1.instance.oc1..a1", displayName: "web-1" },
          { id: "ocid1.instance.oc1..a2", displayName: "web-2" },
        ],
      },
      "page=AAAAAAAAAAGLB28zJTjPUeNvgmLxg9QuJdAAZrl10FfKymIMh4ylXItQqoBsyMLhQZ": {
        headers: { "opc-request-id": "r-2" },
        body: [{ id: "ocid1.instance.oc1..a3", displayName: "db-1" }],
      },
    },
    all: ["ocid1.instance.oc1..a1", "ocid1.instance.oc1..a2", "ocid1.instance.oc1..a3"],
    end: "part",
  },

  // source: github.com/hashicorp/nomad api/api.go (QueryMeta.NextToken from X-Nomad-NextToken; setQueryOptions:
  // next_token, per_page)
  {
    cloud: "HashiCorp Nomad",
    form: "header X-Nomad-NextToken, parameter next_token; missing on the last page",
    pages: {
      "": {
        headers: { "X-Nomad-NextToken": "batch-3", "X-Nomad-Index": "42" },
        body: [
          { ID: "batch-1", Name: "batch-1" },
          { ID: "batch-2", Name: "batch-2" },
        ],
      },
      "next_token=batch-3": {
        headers: { "X-Nomad-Index": "42" },
        body: [{ ID: "batch-3", Name: "batch-3" }],
      },
    },
    all: ["batch-1", "batch-2", "batch-3"],
    end: "part",
  },

  // ---------------------------------------------------------------------------------------------------------
  // Silent: nothing in the answer shows that there is more
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/render-oss/cli pkg/client/types_gen.go (ServiceWithCursor, LimitParam "Defaults to 20"),
  // pkg/sandbox/list_test.go (the next page is cursor = the cursor of the last entry; a short page ends the list)
  {
    cloud: "Render",
    form: "silent: every entry is { cursor, service }, on the last page too; the next page is cursor=<cursor of the last entry>",
    pages: {
      "": {
        body: objects("srv", 1, 20).map((service) => ({ cursor: `cur-${service.id}`, service })),
      },
      "cursor=cur-srv-20": {
        body: [{ cursor: "cur-srv-21", service: { id: "srv-21", name: "last" } }],
      },
    },
    all: ids("srv", 1, 21),
    end: "part",
  },

  // source: github.com/latitudesh/latitudesh-go-sdk models/operations/getservers.go (page[number], page[size] 20 by
  // default), models/components/paginationmeta.go (a total only when stats[total]=count is asked for), servers.go (a
  // page shorter than page[size] is the last)
  {
    cloud: "Latitude.sh",
    form: "silent: JSON:API list without links and without a total; the next page is page[number]=2, not page=2",
    pages: {
      "": {
        body: { data: objects("sv", 1, 20).map(({ id }) => ({ id, type: "servers" })), meta: {} },
      },
      "page[number]=2": { body: { data: [{ id: "sv-21", type: "servers" }], meta: {} } },
    },
    all: ids("sv", 1, 21),
    end: "part",
  },

  // source: github.com/UpCloudLtd/upcloud-go-api upcloud/request/page.go (limit, offset; the client asks for at most
  // 100), upcloud/request/load_balancer_test.go ("/load-balancer?limit=50&offset=450"). The size of a page without
  // limit is ours.
  {
    cloud: "UpCloud (load balancers)",
    form: "silent: a bare list of at most 100; the next page is offset=100",
    pages: {
      "": { body: objects("lb", 1, 100) },
      "offset=100": { body: objects("lb", 101, 101) },
    },
    all: ids("lb", 1, 101),
    end: "part",
  },

  // ---------------------------------------------------------------------------------------------------------
  // No paging: one whole page
  // ---------------------------------------------------------------------------------------------------------

  // source: github.com/UpCloudLtd/upcloud-go-api upcloud/server_test.go ("servers": { "server": [...] })
  {
    cloud: "UpCloud (servers)",
    form: "one whole page; the list is two levels deep, and every entry has a list (tags.tag) as well",
    pages: {
      "": {
        body: {
          servers: {
            server: [
              {
                uuid: "009d64ef-31d1-4684-a26b-c86c955cbf46",
                hostname: "foo",
                state: "maintenance",
                tags: { tag: [] },
              },
              {
                uuid: "00798b85-efdc-41ca-8021-f6ef457b8531",
                hostname: "bar",
                state: "started",
                tags: { tag: ["web"] },
              },
            ],
          },
        },
      },
    },
    all: ["009d64ef-31d1-4684-a26b-c86c955cbf46", "00798b85-efdc-41ca-8021-f6ef457b8531"],
    end: "whole",
  },

  // source: github.com/exoscale/egoscale v3/operations.go (ListInstancesResponse has only instances)
  {
    cloud: "Exoscale",
    form: "one whole page; nothing beside the list",
    pages: {
      "": {
        body: {
          instances: [
            { id: "c2f1a0b4-1", name: "web-1" },
            { id: "c2f1a0b4-2", name: "web-2" },
          ],
        },
      },
    },
    all: ["c2f1a0b4-1", "c2f1a0b4-2"],
    end: "whole",
  },

  // source: github.com/lxc/incus doc/rest-api.yaml (/1.0/instances: "example": ["/1.0/instances/foo",
  // "/1.0/instances/bar"])
  {
    cloud: "Incus and LXD",
    form: "one whole page; metadata is the list, of paths instead of objects",
    pages: {
      "": {
        body: {
          type: "sync",
          status: "Success",
          status_code: 200,
          metadata: ["/1.0/instances/foo", "/1.0/instances/bar"],
        },
      },
    },
    all: ["/1.0/instances/foo", "/1.0/instances/bar"],
    end: "whole",
  },

  // source: github.com/lxc/incus doc/rest-api.md (recursion), doc/rest-api.yaml (/1.0/instances?recursion=1: list of
  // Instance)
  {
    cloud: "Incus and LXD (recursion=1)",
    form: "one whole page; metadata is the list",
    pages: {
      "": {
        body: {
          type: "sync",
          status: "Success",
          status_code: 200,
          metadata: [
            { name: "foo", status: "Running" },
            { name: "bar", status: "Stopped" },
          ],
        },
      },
    },
    all: ["foo", "bar"],
    end: "whole",
  },

  // source: github.com/lxc/incus doc/rest-api.yaml (/1.0/instances with no instance)
  {
    cloud: "Incus and LXD (empty)",
    form: "one whole page; metadata is an empty list",
    pages: { "": { body: { type: "sync", status: "Success", status_code: 200, metadata: [] } } },
    all: [],
    end: "whole",
  },

  // source: github.com/Telmate/proxmox-api-go proxmox/client.go (GetResourceList reads "data" of /cluster/resources)
  {
    cloud: "Proxmox VE",
    form: "one whole page under data",
    pages: {
      "": {
        body: {
          data: [
            { id: "qemu/100", vmid: 100, name: "web-1", type: "qemu" },
            { id: "lxc/101", vmid: 101, name: "db-1", type: "lxc" },
          ],
        },
      },
    },
    all: ["qemu/100", "lxc/101"],
    end: "whole",
  },

  // source: docs.lambda.ai/api/cloud (every answer is { "data": <PAYLOAD> }; GET /instances)
  {
    cloud: "Lambda",
    form: "one whole page under data",
    pages: {
      "": {
        body: {
          data: [{ id: "0920582c7ff041399e34823a0be62549", name: "gpu-1", status: "active" }],
        },
      },
    },
    all: ["0920582c7ff041399e34823a0be62549"],
    end: "whole",
  },

  // source: github.com/runpod/docs api-reference/openapi.json (GET /pods: schema Pods, no paging parameter)
  {
    cloud: "RunPod REST v1",
    form: "one whole page: a bare list",
    pages: {
      "": {
        body: [
          { id: "xedezhzb9la3ye", name: "pod-1" },
          { id: "7h9k2m4n6p", name: "pod-2" },
        ],
      },
    },
    all: ["xedezhzb9la3ye", "7h9k2m4n6p"],
    end: "whole",
  },

  // source: github.com/runpod/docs api-reference-v2/openapi.json (GET /v2/network-volumes: { networkVolumes: [...] })
  {
    cloud: "RunPod REST v2",
    form: "one whole page under the name of the list",
    pages: {
      "": {
        body: {
          networkVolumes: [
            { id: "2q9m7x4c", name: "training-dataset", size: 100, dataCenter: "US-KS-2" },
          ],
        },
      },
    },
    all: ["2q9m7x4c"],
    end: "whole",
  },

  // source: github.com/superfly/fly-go flaps/flaps_machines.go (List reads a bare list of machines)
  {
    cloud: "Fly.io (machines)",
    form: "one whole page: a bare list",
    pages: {
      "": {
        body: [
          { id: "e286de4f711e86", name: "dry-frog", state: "started" },
          { id: "1857e73b0e9d68", name: "blue-sky", state: "stopped" },
        ],
      },
    },
    all: ["e286de4f711e86", "1857e73b0e9d68"],
    end: "whole",
  },

  // source: github.com/Kamatera/kamateratoolbox tests/cloudcli_server/test_server_list.py (list of { id, datacenter,
  // name, power })
  {
    cloud: "Kamatera",
    form: "one whole page: a bare list",
    pages: {
      "": {
        body: [
          { id: "8b4b8e29-9c3e-4f7a", datacenter: "EU", name: "web-1", power: "on" },
          { id: "8b4b8e29-9c3e-4f7b", datacenter: "EU", name: "web-2", power: "off" },
        ],
      },
    },
    all: ["8b4b8e29-9c3e-4f7a", "8b4b8e29-9c3e-4f7b"],
    end: "whole",
  },

  // source: github.com/cloudscale-ch/cloudscale-go-sdk servers_test.go (TestServers_List)
  {
    cloud: "cloudscale.ch",
    form: "one whole page: a bare list",
    pages: { "": { body: [{ uuid: "47cec963-fcd2-482f-bdb6-24461b2d47b1", name: "db-master" }] } },
    all: ["47cec963-fcd2-482f-bdb6-24461b2d47b1"],
    end: "whole",
  },

  // source: github.com/brightbox/gobrightbox testdata/servers.json and testdata/volumes.json (every entry has a
  // "url")
  {
    cloud: "Brightbox",
    form: "one whole page: a bare list whose entries have an address (url)",
    pages: {
      "": {
        body: [
          {
            id: "vol-po5we",
            resource_type: "volume",
            url: "https://api.gb1.brightbox.com/1.0/volumes/vol-po5we",
            name: "",
          },
          {
            id: "vol-x7k2m",
            resource_type: "volume",
            url: "https://api.gb1.brightbox.com/1.0/volumes/vol-x7k2m",
            name: "data",
          },
        ],
      },
    },
    all: ["vol-po5we", "vol-x7k2m"],
    end: "whole",
  },

  // source: github.com/CleverCloud/clever-tools src/models/addon.js (the answer of GET .../addons is used as a bare
  // list)
  {
    cloud: "Clever Cloud",
    form: "one whole page: a bare list",
    pages: {
      "": {
        body: [
          { id: "addon_3e0b1c2d", realId: "postgresql_3e0b1c2d", name: "orders" },
          { id: "addon_4f1c2d3e", realId: "redis_4f1c2d3e", name: "cache" },
        ],
      },
    },
    all: ["addon_3e0b1c2d", "addon_4f1c2d3e"],
    end: "whole",
  },

  // source: github.com/hostinger/api openapi.json (GET /api/vps/v1/virtual-machines: a bare collection without paging
  // parameters)
  {
    cloud: "Hostinger (virtual machines)",
    form: "one whole page: a bare list",
    pages: {
      "": {
        body: [
          { id: 17923, hostname: "srv17923.hstgr.cloud" },
          { id: 17924, hostname: "srv17924.hstgr.cloud" },
        ],
      },
    },
    all: ["17923", "17924"],
    end: "whole",
  },

  // source: github.com/stackitcloud/stackit-sdk-go services/iaas/v2api/model_server_list_response.go (only items)
  {
    cloud: "STACKIT (servers)",
    form: "one whole page under items",
    pages: {
      "": {
        body: {
          items: [
            { id: "e6f2a0d4-1", name: "web-1" },
            { id: "e6f2a0d4-2", name: "web-2" },
          ],
        },
      },
    },
    all: ["e6f2a0d4-1", "e6f2a0d4-2"],
    end: "whole",
  },

  // source: github.com/transip/gotransip sslcertificate/repository_test.go
  // ("_links":[{"rel":"self","link":"https://..."}]), vps/repository_test.go ("vpss")
  {
    cloud: "TransIP",
    form: "one whole page; _links is a list of { rel, link } with only rel=self",
    pages: {
      "": {
        body: {
          vpss: [
            { name: "example-vps", status: "running" },
            { name: "example-vps2", status: "running" },
          ],
          _links: [{ rel: "self", link: "https://api.transip.nl/v6/vps" }],
        },
      },
    },
    all: ["example-vps", "example-vps2"],
    end: "whole",
  },

  // source: github.com/G-Core/gcorelabscloud-go pagination/offset.go ("When the request carried no explicit limit the
  // API returns the whole collection in a single page"), gcore/instance/v1/instances/testing/fixtures.go ({ "count":
  // 1, "results": [...] })
  {
    cloud: "Gcore",
    form: "one whole page when no limit is sent; count is the length of the list",
    pages: {
      "": {
        body: {
          count: 2,
          results: [
            { instance_id: "a7e7e8d6-0bf7-4ac9-8170-831b47ee2ba9", instance_name: "web-1" },
            { instance_id: "b7e7e8d6-0bf7-4ac9-8170-831b47ee2baa", instance_name: "web-2" },
          ],
        },
      },
    },
    all: ["a7e7e8d6-0bf7-4ac9-8170-831b47ee2ba9", "b7e7e8d6-0bf7-4ac9-8170-831b47ee2baa"],
    end: "whole",
  },

  // source: github.com/ovh/terraform-provider-ovh ovh/data_dedicated_servers.go (GET /dedicated/server is read into a
  // list of texts)
  {
    cloud: "OVHcloud v1",
    form: "one whole page: a bare list of ids instead of objects",
    pages: { "": { body: ["ns1111111.ip-1-2-3.eu", "ns2222222.ip-1-2-3.eu"] } },
    all: ["ns1111111.ip-1-2-3.eu", "ns2222222.ip-1-2-3.eu"],
    end: "whole",
  },

  // source: github.com/gridscale/gsclient-go server.go (ServerList: map[string]ServerProperties), server_test.go
  // ({"servers": {"<uuid>": {...}}})
  {
    cloud: "gridscale",
    form: "one whole page; an object with the ids as keys instead of a list",
    pages: {
      "": {
        body: {
          servers: {
            "690de890-13c0-4e76-8a01-e10ba8786e53": {
              object_uuid: "690de890-13c0-4e76-8a01-e10ba8786e53",
              name: "web-1",
            },
            "790de890-13c0-4e76-8a01-e10ba8786e54": {
              object_uuid: "790de890-13c0-4e76-8a01-e10ba8786e54",
              name: "web-2",
            },
          },
        },
      },
    },
    all: ["690de890-13c0-4e76-8a01-e10ba8786e53", "790de890-13c0-4e76-8a01-e10ba8786e54"],
    end: "whole",
  },

  // source: console.huddle01.com/docs/gpu-volumes/listVolumes ({ code: "OK", data: { data: [...], meta: { total } }
  // })
  {
    cloud: "Huddle01 GPU",
    form: "one whole page; the list is data.data and the total data.meta.total",
    pages: {
      "": {
        body: {
          code: "OK",
          data: {
            data: [
              { id: "v-1", name: "data-1" },
              { id: "v-2", name: "data-2" },
            ],
            meta: { total: 2 },
          },
        },
      },
    },
    all: ["v-1", "v-2"],
    end: "whole",
  },
];

/** A case built from a rule and not from one cloud, with what a client must conclude. */
export interface OddPages {
  /** The rule under test, in words. */
  readonly rule: string;
  readonly pages: Readonly<Record<string, CloudPage>>;
  /**
   * The ids, in order, of all objects the cloud has. A client that ends with "whole" has exactly these, each
   * once; a client that ends with "part" has at least the entries of the first page, and no others than these.
   */
  readonly all: readonly string[];
  /** What a client must conclude: it has everything, or it has (or may have) only a part. */
  readonly end: "whole" | "part";
  /** Why. */
  readonly why: string;
}

/** The first page in most cases below. */
const firstTwo = objects("a", 1, 2);

/** The page after it. */
const thirdOnly = objects("a", 3, 3);

const refused: Readonly<Record<string, CloudPage>> = {
  "400": {
    status: 400,
    body: { error: { code: "invalid_input", message: "unknown parameter page" } },
  },
  "404": { status: 404, body: { error: { code: "not_found", message: "no such page" } } },
  "422": {
    status: 422,
    body: { error: { code: "unprocessable", message: "page is out of range" } },
  },
};

/** The lengths of a list that may be the length of a page. */
const pageLengths = [10, 20, 25, 50, 100, 200, 250, 500, 1000];

export const oddPages: readonly OddPages[] = [
  // ---------------------------------------------------------------------------------------------------------
  // The address of the next page: only its query counts, at the same route
  // ---------------------------------------------------------------------------------------------------------
  {
    rule: "the next address has another host",
    pages: {
      "": {
        body: { servers: firstTwo, next: "https://internal-lb-7.example.net/v1/servers?page=2" },
      },
      "page=2": { body: { servers: thirdOnly, next: null } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "only the query is taken; the request, and the key with it, goes to the host of the first request",
  },
  {
    rule: "the next address has another path",
    pages: {
      "": {
        body: { servers: firstTwo, next: "https://api.example.com/internal/v3/instances?page=2" },
      },
      "page=2": { body: { servers: thirdOnly, next: null } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "only the query is taken; the request goes to the route of the first request",
  },
  {
    rule: "the next address has another scheme and port",
    pages: {
      "": { body: { servers: firstTwo, next: "http://api.example.com:8080/v1/servers?page=2" } },
      "page=2": { body: { servers: thirdOnly, next: null } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "only the query is taken; a cloud behind a proxy often writes its inner address",
  },
  {
    rule: "the next address is only a query",
    pages: {
      "": { body: { servers: firstTwo, next: "?page=2" } },
      "page=2": { body: { servers: thirdOnly, next: null } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "a relative address is an address",
  },
  {
    rule: "the next address has no query",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers/page/2" } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "the page is in the path, and the path is not followed; the same route without a query is the first page again",
  },
  {
    rule: "the Link header has several entries, a line break, other parameters and no quotes",
    pages: {
      "": {
        headers: {
          Link: '</v1/servers?page=1>; rel="first last", </v1/servers?note=a,b;c&page=2>; title="x, y"; rel=next',
        },
        body: firstTwo,
      },
      "note=a,b;c&page=2": { body: thirdOnly },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "RFC 8288: rel may be without quotes, an address may contain commas and semicolons, a parameter may come before rel",
  },
  {
    rule: "the Link header has only other relations",
    pages: {
      "": {
        headers: {
          Link: '<https://docs.example.com/servers>; rel="help", <https://api.example.com/v1/servers?page=1>; rel="prev next-archive"',
        },
        body: firstTwo,
      },
    },
    all: ids("a", 1, 2),
    end: "whole",
    why: "no relation is next",
  },

  // ---------------------------------------------------------------------------------------------------------
  // A next page that brings nothing new
  // ---------------------------------------------------------------------------------------------------------
  {
    rule: "the next page is the same page again, with the same next address",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
      "page=2": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "the answer says that there is more, and what it says does not lead there",
  },
  {
    rule: "two pages name one another as the next one",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
      "page=2": { body: { servers: thirdOnly, next: "https://api.example.com/v1/servers?page=1" } },
      "page=1": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
    },
    all: ids("a", 1, 4),
    end: "part",
    why: "the third page brings nothing new although the answer says that there is more",
  },
  {
    rule: "the cursor is ignored: the first page again",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c2" } },
      "cursor=c2": { body: { servers: firstTwo, next_cursor: "c2" } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "the parameter has another name at that cloud; the cursor says that there is more",
  },
  {
    rule: "the next page is refused",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c2" } },
      "cursor=c2": {
        status: 400,
        body: { error: { code: "invalid_input", message: "unknown cursor" } },
      },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "the cursor says that there is more, and the cloud does not give it",
  },
  {
    rule: "the next page is empty and has no next page",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?marker=a-2" } },
      "marker=a-2": { body: { servers: [], next: null } },
    },
    all: ids("a", 1, 2),
    end: "whole",
    why: "documented for OpenStack (Nova, Cinder, Keystone), GitLab tags and Neon: an empty page is the end, not a repetition",
  },
  {
    rule: "a page repeats the last entry of the page before it and brings new ones",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c2" } },
      "cursor=c2": { body: { servers: objects("a", 2, 3), next_cursor: null } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "an object was created meanwhile and the pages moved by one; the entry counts once",
  },

  // ---------------------------------------------------------------------------------------------------------
  // The number of pages
  // ---------------------------------------------------------------------------------------------------------
  {
    rule: "exactly 40 pages",
    pages: chain(40),
    all: ids("a", 1, 80),
    end: "whole",
    why: "40 pages are still read",
  },
  {
    rule: "more than 40 pages",
    pages: chain(60),
    all: ids("a", 1, 120),
    end: "part",
    why: "a client stops after 40 pages and says so",
  },
  {
    rule: "a cloud that never ends: every page brings a new cursor and nothing else",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c1" } },
      "cursor=c1": { body: { servers: [], next_cursor: "c2" } },
      "cursor=c2": { body: { servers: [], next_cursor: "c3" } },
      "cursor=c3": { body: { servers: [], next_cursor: "c1" } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "an empty page that names a next page is not the end (filters are often applied after the page is cut), and these lead in a circle",
  },
  {
    rule: "an empty page in the middle",
    pages: {
      "": { body: { servers: firstTwo, nextPageToken: "t1" } },
      "pageToken=t1": { body: { servers: [], nextPageToken: "t2" } },
      "pageToken=t2": { body: { servers: thirdOnly } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "Google lists may have an empty page before the end; a client that stops there must not say whole (one that goes on reaches the end)",
  },

  // ---------------------------------------------------------------------------------------------------------
  // Cursors
  // ---------------------------------------------------------------------------------------------------------
  {
    rule: "a cursor with no known parameter name",
    pages: {
      "": { body: { servers: firstTwo, bookmark: "g1AAAA", has_more: true } },
      "start_bookmark=g1AAAA": { body: { servers: thirdOnly, has_more: false } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "has_more says that there is more, and no name says how to ask for it",
  },
  {
    rule: "has_more without anything else",
    pages: { "": { body: { servers: firstTwo, has_more: true } } },
    all: ids("a", 1, 3),
    end: "part",
    why: "there is more, and nothing says how to ask for it",
  },
  cursor("next_cursor", "cursor"),
  cursor("next_page_token", "page_token"),
  cursor("nextPageToken", "pageToken"),
  cursor("after", "after"),
  cursor("marker", "marker"),
  cursor("continue", "continue"),
  cursor("cursor", "cursor"),
  {
    rule: "the cursor of the last page is an empty text",
    pages: {
      "": { body: { servers: firstTwo, meta: { next_cursor: "c2" } } },
      "cursor=c2": { body: { servers: thirdOnly, meta: { next_cursor: "" } } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "an empty cursor is the end (Kubernetes, Vultr, Cloudflare KV)",
  },
  {
    rule: "has_more is false although the page has a cursor",
    pages: { "": { body: { servers: firstTwo, next_cursor: "a-2", has_more: false } } },
    all: ids("a", 1, 2),
    end: "whole",
    why: "the cursor is the place where the list ended; the cloud says that nothing follows",
  },
  {
    rule: "the cursor must be encoded in the query",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "a+b/c==&d e" } },
      "cursor=a%2Bb%2Fc%3D%3D%26d%20e": { body: { servers: thirdOnly, next_cursor: null } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "cursors are often base64; plus, slash, equals sign and ampersand must arrive unchanged",
  },

  // ---------------------------------------------------------------------------------------------------------
  // A total larger than what was read: page=2 is tried once
  // ---------------------------------------------------------------------------------------------------------
  {
    rule: "total larger than the list; page=2 brings new entries",
    pages: {
      "": { body: { servers: firstTwo, total: 3 } },
      "page=2": { body: { servers: thirdOnly, total: 3 } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "new entries lead on, and now the total is reached",
  },
  {
    rule: "total larger than the list; page=2 and page=3 bring new entries",
    pages: {
      "": { body: { servers: firstTwo, total: 5 } },
      "page=2": { body: { servers: objects("a", 3, 4), total: 5 } },
      "page=3": { body: { servers: objects("a", 5, 5), total: 5 } },
    },
    all: ids("a", 1, 5),
    end: "whole",
    why: "new entries lead on until the total is reached",
  },
  {
    rule: "total larger than the list; page=2 is empty",
    pages: {
      "": { body: { servers: firstTwo, total: 3 } },
      "page=2": { body: { servers: [], total: 3 } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "the total says that there is more",
  },
  {
    rule: "total larger than the list; page=2 is the same page",
    pages: {
      "": { body: { servers: firstTwo, total: 3 } },
      "page=2": { body: { servers: firstTwo, total: 3 } },
    },
    all: ids("a", 1, 3),
    end: "part",
    why: "the cloud ignores page; the total says that there is more",
  },
  ...Object.entries(refused).map(
    ([status, answer]): OddPages => ({
      rule: `total larger than the list; page=2 is refused with ${status}`,
      pages: { "": { body: { servers: firstTwo, total: 3 } }, "page=2": answer },
      all: ids("a", 1, 3),
      end: "part",
      why: "the total says that there is more",
    }),
  ),
  {
    rule: "total only in the header X-Total-Count, larger than the list",
    pages: {
      "": { headers: { "X-Total-Count": "3" }, body: firstTwo },
      "page=2": { headers: { "X-Total-Count": "3" }, body: thirdOnly },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "a total in a header is a total (Scaleway, Webdock, Cherry Servers)",
  },
  {
    rule: "offset, limit and total",
    pages: {
      "": { body: { servers: firstTwo, offset: 0, limit: 2, total: 5 } },
      "offset=2": { body: { servers: objects("a", 3, 4), offset: 2, limit: 2, total: 5 } },
      "offset=4": { body: { servers: objects("a", 5, 5), offset: 4, limit: 2, total: 5 } },
    },
    all: ids("a", 1, 5),
    end: "whole",
    why: "the next offset is the offset and the limit together",
  },
  {
    rule: "the page is shorter than the limit although more follows",
    pages: {
      "": { body: { servers: firstTwo, offset: 0, limit: 10, total: 13 } },
      "offset=2": { body: { servers: objects("a", 3, 12), offset: 2, limit: 10, total: 13 } },
      "offset=12": { body: { servers: objects("a", 13, 13), offset: 12, limit: 10, total: 13 } },
      "offset=10": { body: { servers: objects("a", 11, 13), offset: 10, limit: 10, total: 13 } },
    },
    all: ids("a", 1, 13),
    end: "part",
    why:
      'the documentation of phoenixNAP says of limit: "actual returned length can be less". A client that adds the limit misses 3 to 10 ' +
      "and must see that the total is not reached (one that adds what it read reaches the end)",
  },

  // ---------------------------------------------------------------------------------------------------------
  // A list of a usual page length with nothing beside it: page=2 is tried once
  // ---------------------------------------------------------------------------------------------------------
  ...pageLengths.map(
    (length): OddPages => ({
      rule: `a list of exactly ${length} with nothing beside; page=2 brings new entries`,
      pages: {
        "": { body: objects("a", 1, length) },
        "page=2": { body: objects("a", length + 1, length + 1) },
      },
      all: ids("a", 1, length + 1),
      end: "whole",
      why: "new entries lead on, and a short page is the last one",
    }),
  ),
  ...pageLengths.map(
    (length): OddPages => ({
      rule: `a list of exactly ${length} with nothing beside; page=2 is empty`,
      pages: { "": { body: objects("a", 1, length) }, "page=2": { body: [] } },
      all: ids("a", 1, length),
      end: "whole",
      why: "nothing says that there is more",
    }),
  ),
  {
    rule: "a list of exactly 20 with nothing beside; page=2 is the same page",
    pages: { "": { body: objects("a", 1, 20) }, "page=2": { body: objects("a", 1, 20) } },
    all: ids("a", 1, 20),
    end: "whole",
    why: "the cloud ignores page, and nothing says that there is more",
  },
  ...Object.entries(refused).map(
    ([status, answer]): OddPages => ({
      rule: `a list of exactly 50 with nothing beside; page=2 is refused with ${status}`,
      pages: { "": { body: { servers: objects("a", 1, 50) } }, "page=2": answer },
      all: ids("a", 1, 50),
      end: "whole",
      why: "the cloud knows no page, and nothing says that there is more",
    }),
  ),
  {
    rule: "a list of exactly 10, then a second page of exactly 10, then an empty one",
    pages: {
      "": { body: { servers: objects("a", 1, 10) } },
      "page=2": { body: { servers: objects("a", 11, 20) } },
      "page=3": { body: { servers: [] } },
    },
    all: ids("a", 1, 20),
    end: "whole",
    why: "new entries lead on; the empty page is the end",
  },
  {
    rule: "a list of 7 with nothing beside",
    pages: { "": { body: objects("a", 1, 7) } },
    all: ids("a", 1, 7),
    end: "whole",
    why: "7 is no usual page length; page=2 is not asked for",
  },

  // ---------------------------------------------------------------------------------------------------------
  // Pages that count from zero
  // ---------------------------------------------------------------------------------------------------------
  {
    rule: "pages count from zero and the answer says so",
    pages: {
      "": { body: { servers: firstTwo, page: 0, pages: 3 } },
      "page=1": { body: { servers: objects("a", 3, 4), page: 1, pages: 3 } },
      "page=2": { body: { servers: objects("a", 5, 5), page: 2, pages: 3 } },
    },
    all: ids("a", 1, 5),
    end: "whole",
    why: "the next page is the number of this page and one",
  },
  {
    rule: "pages count from zero, and a total shows it",
    pages: {
      "": { body: { servers: firstTwo, total: 6 } },
      "page=0": { body: { servers: firstTwo, total: 6 } },
      "page=1": { body: { servers: objects("a", 3, 4), total: 6 } },
      "page=2": { body: { servers: objects("a", 5, 6), total: 6 } },
      "page=3": { body: { servers: [], total: 6 } },
    },
    all: ids("a", 1, 6),
    end: "part",
    why: "page=2 skips 3 and 4; the total is not reached (a client that finds out and asks page=1 has everything)",
  },
  {
    rule: "silent: pages count from zero, and nothing shows it",
    pages: {
      "": { body: objects("a", 1, 10) },
      "page=0": { body: objects("a", 1, 10) },
      "page=1": { body: objects("a", 11, 20) },
      "page=2": { body: objects("a", 21, 25) },
      "page=3": { body: [] },
    },
    all: ids("a", 1, 25),
    end: "part",
    why: "page=2 leads on but skips 11 to 20; only page=1, compared with the first page, shows it. To say whole here loses ten objects silently",
  },
  {
    rule: "silent: two pages that count from zero, and nothing shows it",
    pages: {
      "": { body: objects("a", 1, 10) },
      "page=0": { body: objects("a", 1, 10) },
      "page=1": { body: objects("a", 11, 15) },
      "page=2": { body: [] },
    },
    all: ids("a", 1, 15),
    end: "part",
    why: "page=2 is empty because the second page is page=1; only page=1 shows it. To say whole here loses five objects silently",
  },

  // ---------------------------------------------------------------------------------------------------------
  // Facts beside the list that are no paging
  // ---------------------------------------------------------------------------------------------------------
  {
    rule: "facts beside the list that are no paging, and a total that is reached",
    pages: {
      "": {
        body: {
          servers: objects("a", 1, 3),
          meta: { request_id: "4d5f0c62" },
          rate_limit: { limit: 3600, remaining: 3599, reset: 1767225600 },
          total_cost: 12,
          next_maintenance: "2026-01-01",
          page: 1,
          per_page: 50,
          total: 3,
        },
      },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "total_cost is no total, next_maintenance no next page, rate_limit.limit no page size; the total is reached",
  },
  {
    rule: "the same facts without any paging",
    pages: {
      "": {
        body: {
          servers: firstTwo,
          meta: { request_id: "4d5f0c62", total_memory_mb: 8192 },
          quota: { limit: 10, used: 2 },
          total_cost: 12,
          total_price: "3.49",
          next_invoice_date: "2026-01-01",
          next_billing: { date: "2026-01-01", amount: 12 },
        },
      },
    },
    all: ids("a", 1, 2),
    end: "whole",
    why: "none of the facts is about pages; quota.limit is how many servers are allowed",
  },
  {
    rule: "one page of one, with all the usual fields",
    pages: {
      "": {
        body: {
          servers: firstTwo,
          page: 1,
          pages: 1,
          per_page: 25,
          total: 2,
          next: null,
          previous: null,
        },
      },
    },
    all: ids("a", 1, 2),
    end: "whole",
    why: "page equals pages and next is null",
  },
  {
    rule: "an empty list with page 1 of 0",
    pages: { "": { body: { servers: [], page: 1, pages: 0, total: 0 } } },
    all: [],
    end: "whole",
    why: "no objects, no pages",
  },
  {
    rule: "entries that have next, page or cursor as fields of the object itself",
    pages: {
      "": {
        body: {
          servers: [
            {
              id: "a-1",
              next: "a-2",
              page: "https://status.example.com",
              cursor: "x",
              links: [{ rel: "next", href: "/v1/servers/a-2" }],
            },
            { id: "a-2", next: null, page: "https://status.example.com", cursor: "y", links: [] },
          ],
        },
      },
    },
    all: ids("a", 1, 2),
    end: "whole",
    why: "the fields belong to the objects and not to the list",
  },
  {
    rule: "a list of links beside the list",
    pages: {
      "": {
        body: {
          servers: firstTwo,
          links: [
            { rel: "self", href: "https://api.example.com/v1/servers" },
            { rel: "documentation", href: "https://docs.example.com/servers" },
          ],
        },
      },
    },
    all: ids("a", 1, 2),
    end: "whole",
    why: "the list is servers; links has no entry with rel=next",
  },
  {
    rule: "a list of links beside the list, with an entry rel=next",
    pages: {
      "": {
        body: {
          servers: firstTwo,
          links: [
            { rel: "self", href: "https://api.example.com/v1/servers" },
            { rel: "next", href: "https://api.example.com/v1/servers?page=2" },
          ],
        },
      },
      "page=2": {
        body: {
          servers: thirdOnly,
          links: [{ rel: "self", href: "https://api.example.com/v1/servers?page=2" }],
        },
      },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: "the entry with rel=next is the address of the next page (MongoDB Atlas, OpenStack)",
  },
  {
    rule: "an empty list of errors beside the list",
    pages: { "": { body: { result: firstTwo, success: true, errors: [], messages: [] } } },
    all: ids("a", 1, 2),
    end: "whole",
    why: "errors is no list of objects, and an empty one is no error",
  },
  {
    rule: "an empty list of servers beside an empty list of errors",
    pages: { "": { body: { servers: [], errors: [] } } },
    all: [],
    end: "whole",
    why: "there are no servers; neither of the two lists brings any",
  },
  {
    rule: "warnings beside the list",
    pages: {
      "": {
        body: {
          servers: firstTwo,
          warnings: ["region eu-1 answers slowly", "this version of the API ends in 2027"],
        },
      },
    },
    all: ids("a", 1, 2),
    end: "whole",
    why: "warnings is a list of texts and not the list of servers",
  },
];

/** A chain of pages with two objects each, by the number of the next page. */
function chain(pages: number): Record<string, CloudPage> {
  return Object.fromEntries(
    Array.from({ length: pages }, (_, index) => {
      const page = index + 1;
      const body = {
        servers: objects("a", 2 * page - 1, 2 * page),
        next_page: page < pages ? page + 1 : null,
      };
      return [page === 1 ? "" : `page=${page}`, { body }];
    }),
  );
}

/** Two pages joined by a cursor under the given name of the answer, sent as the given parameter. */
function cursor(field: string, parameter: string): OddPages {
  return {
    rule: `a cursor under ${field}, sent as ${parameter}`,
    pages: {
      "": { body: { servers: firstTwo, metadata: { [field]: "c2Vjb25k" } } },
      [`${parameter}=c2Vjb25k`]: { body: { servers: thirdOnly, metadata: { [field]: null } } },
    },
    all: ids("a", 1, 3),
    end: "whole",
    why: `the parameter of ${field} is ${parameter}`,
  };
}
