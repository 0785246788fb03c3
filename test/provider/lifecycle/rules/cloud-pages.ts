/**
 * The list endpoints of real clouds and hosting platforms, as test data: which answers they give and how
 * they ask for the next page; one cloud or two for each form.
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

/** A client reaches the end of so many objects. */
const whole = (count: number) => ({ all: ids("a", 1, count), end: "whole" }) as const;

/** It has, or may have, only a part of them. */
const part = (count: number) => ({ all: ids("a", 1, count), end: "part" }) as const;

export const cloudPages: readonly CloudPages[] = [
  // source: github.com/hetznercloud/hcloud-go hcloud/storage_box_test.go (TestStorageBoxClientAll),
  // hcloud/schema/meta.go
  {
    cloud: "Hetzner Cloud",
    form: "number of the next page in meta.pagination.next_page, null on the last page",
    pages: {
      "": {
        body: {
          servers: objects("a", 1, 2),
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
          servers: objects("a", 3, 3),
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
    ...whole(3),
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

  // source: github.com/google/go-github github/github_test.go (Link), github/actions_runners_test.go (body)
  {
    cloud: "GitHub",
    form: "header Link rel=next beside a body with total_count; the last page has only first and prev",
    pages: {
      "": {
        headers: {
          Link: '<https://api.github.com/repos/o/r/actions/runners?per_page=2&page=2>; rel="next", <https://api.github.com/repos/o/r/actions/runners?per_page=2&page=2>; rel="last"',
        },
        body: { total_count: 3, runners: objects("a", 1, 2) },
      },
      "per_page=2&page=2": {
        headers: {
          Link: '<https://api.github.com/repos/o/r/actions/runners?per_page=2&page=1>; rel="first", <https://api.github.com/repos/o/r/actions/runners?per_page=2&page=1>; rel="prev"',
        },
        body: { total_count: 3, runners: objects("a", 3, 3) },
      },
    },
    ...whole(3),
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
          values: objects("a", 1, 2),
        },
      },
      "page=2": {
        body: {
          resultTotal: 3,
          pageCount: 2,
          page: 2,
          pageSize: 2,
          associations: null,
          values: objects("a", 3, 3),
        },
      },
    },
    ...whole(3),
  },

  // source: github.com/digitalocean/godo links.go, meta.go, droplets_test.go (TestDroplets_RetrievePageByNumber)
  {
    cloud: "DigitalOcean",
    form: "address in links.pages.next; the last page has only first and prev",
    pages: {
      "": {
        body: {
          droplets: objects("a", 1, 2),
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
          droplets: objects("a", 3, 3),
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
    ...whole(3),
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
          instances: objects("a", 1, 2),
        },
      },
      "start=9d5a91a3e2cbd233b5a5b33436855ed1&limit=2": {
        body: {
          first: { href: "https://us-south.iaas.cloud.ibm.com/v1/instances?limit=2" },
          limit: 2,
          total_count: 3,
          instances: objects("a", 3, 3),
        },
      },
    },
    ...whole(3),
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

  // source: github.com/linode/linodego pagination.go (page, page_size), test/unit/fixtures/domain_list.json (page,
  // pages, results)
  {
    cloud: "Linode (Akamai)",
    form: "page of pages (page, pages), and results as the total",
    pages: {
      "": { body: { data: objects("a", 1, 2), page: 1, pages: 2, results: 3 } },
      "page=2": { body: { data: objects("a", 3, 3), page: 2, pages: 2, results: 3 } },
    },
    ...whole(3),
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
          trash_objects: objects("a", 1, 2),
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
          trash_objects: objects("a", 3, 3),
        },
      },
    },
    ...whole(3),
  },

  // source: github.com/scaleway/scaleway-sdk-go scw/client.go (doListAll: page = 1, 2, ... until total_count),
  // api/instance/v1/instance_sdk.go; the header X-Total-Count of the Instance API: scw/client.go "Handle instance API
  // X-Total-Count header"
  {
    cloud: "Scaleway Instances",
    form: "total in total_count and in the header X-Total-Count; the next page is page=2, which no field says",
    pages: {
      "": {
        headers: { "X-Total-Count": "3" },
        body: { total_count: 3, servers: objects("a", 1, 2) },
      },
      "page=2": {
        headers: { "X-Total-Count": "3" },
        body: { total_count: 3, servers: objects("a", 3, 3) },
      },
    },
    ...whole(3),
  },

  // source: github.com/webdock-io/go-sdk event-pool.go (page, per_page; header X-Total-Count)
  {
    cloud: "Webdock (events)",
    form: "total only in the header X-Total-Count beside a bare list; the parameter is page",
    pages: {
      "": { headers: { "X-Total-Count": "3" }, body: objects("a", 1, 2) },
      "page=2": { headers: { "X-Total-Count": "3" }, body: objects("a", 3, 3) },
    },
    ...whole(3),
  },

  // source: github.com/cherryservers/cherrygo cherrygo.go (populateTotal: X-Total-Count), api_call_options.go (limit,
  // offset)
  {
    cloud: "Cherry Servers",
    form: "total only in the header X-Total-Count beside a bare list; the parameter is offset, which nothing shows",
    pages: {
      "": { headers: { "X-Total-Count": "3" }, body: objects("a", 1, 2) },
      "offset=2": { headers: { "X-Total-Count": "3" }, body: objects("a", 3, 3) },
    },
    ...part(3),
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

  // source: github.com/LeaseWeb/leaseweb-go-sdk invoice/api/openapi.yaml (schema _metadata),
  // publiccloud/api/openapi.yaml (totalCount, limit, offset)
  {
    cloud: "Leaseweb",
    form: "offset, limit and totalCount in _metadata",
    pages: {
      "": {
        body: { _metadata: { totalCount: 3, limit: 2, offset: 0 }, instances: objects("a", 1, 2) },
      },
      "offset=2": {
        body: { _metadata: { totalCount: 3, limit: 2, offset: 2 }, instances: objects("a", 3, 3) },
      },
    },
    ...whole(3),
  },

  // source: github.com/koyeb/koyeb-api-client-go api/v1/koyeb/api/openapi.yaml (ListServiceEventsReply: limit,
  // offset, order, has_next, no count)
  {
    cloud: "Koyeb (events)",
    form: "offset and limit with has_next, without a total",
    pages: {
      "": {
        body: { events: objects("a", 1, 2), limit: 2, offset: 0, order: "desc", has_next: true },
      },
      "offset=2": {
        body: { events: objects("a", 3, 3), limit: 2, offset: 2, order: "desc", has_next: false },
      },
    },
    ...whole(3),
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
          instances: objects("a", 1, 2),
        },
      },
      "_offset=2": {
        body: {
          meta: { page: { offset: 2, limit: 2, count: 1, total: 3 } },
          instances: objects("a", 3, 3),
        },
      },
    },
    ...part(3),
  },

  // source: github.com/vultr/govultr meta.go, listOptions.go (cursor), README.md (until meta.Links.Next == "")
  {
    cloud: "Vultr",
    form: "cursor (not an address) in meta.links.next, parameter cursor, empty string on the last page",
    pages: {
      "": {
        body: {
          instances: objects("a", 1, 2),
          meta: { total: 3, links: { next: "bmV4dF9fMTI2NzM1", prev: "" } },
        },
      },
      "cursor=bmV4dF9fMTI2NzM1": {
        body: {
          instances: objects("a", 3, 3),
          meta: { total: 3, links: { next: "", prev: "cHJldl9fMTI2NzM0" } },
        },
      },
    },
    ...whole(3),
  },

  // source: github.com/scaleway/scaleway-sdk-go api/instance/v2alpha1/instance_sdk.go (next_page_token, total_count;
  // parameter page_token)
  {
    cloud: "Scaleway Instances v2",
    form: "cursor in next_page_token, parameter page_token, null on the last page; total_count beside it",
    pages: {
      "": { body: { servers: objects("a", 1, 2), next_page_token: "b2Zmc2V0PTI", total_count: 3 } },
      "page_token=b2Zmc2V0PTI": {
        body: { servers: objects("a", 3, 3), next_page_token: null, total_count: 3 },
      },
    },
    ...whole(3),
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
          items: objects("a", 1, 2),
          nextPageToken: "CiBrN2E1Z3ZkZnM",
          selfLink:
            "https://www.googleapis.com/compute/v1/projects/p1/zones/europe-west3-a/instances",
        },
      },
      "pageToken=CiBrN2E1Z3ZkZnM": {
        body: {
          kind: "compute#instanceList",
          id: "projects/p1/zones/europe-west3-a/instances",
          items: objects("a", 3, 3),
          selfLink:
            "https://www.googleapis.com/compute/v1/projects/p1/zones/europe-west3-a/instances",
        },
      },
    },
    ...whole(3),
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
          result: objects("a", 1, 2),
          result_info: { cursors: { after: "yyy" } },
        },
      },
      "cursor=yyy": {
        body: {
          success: true,
          errors: [],
          messages: [],
          result: objects("a", 3, 3),
          result_info: { cursors: {} },
        },
      },
    },
    ...part(3),
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
          projects: objects("a", 1, 2),
          pagination: { count: 2, next: 1555072968396, prev: 1555413045188 },
        },
      },
      "until=1555072968396": {
        body: {
          projects: objects("a", 3, 3),
          pagination: { count: 1, next: null, prev: 1555072968395 },
        },
      },
    },
    ...part(3),
  },

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
      "": { body: { data: objects("a", 1, 20), meta: {} } },
      "page[number]=2": { body: { data: objects("a", 21, 21), meta: {} } },
    },
    ...part(21),
  },

  // source: github.com/UpCloudLtd/upcloud-go-api upcloud/request/page.go (limit, offset; the client asks for at most
  // 100), upcloud/request/load_balancer_test.go ("/load-balancer?limit=50&offset=450"). The size of a page without
  // limit is ours.
  {
    cloud: "UpCloud (load balancers)",
    form: "silent: a bare list of at most 100; the next page is offset=100",
    pages: { "": { body: objects("a", 1, 100) }, "offset=100": { body: objects("a", 101, 101) } },
    ...part(101),
  },

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

  // source: github.com/lxc/incus doc/rest-api.yaml (/1.0/instances with no instance)
  {
    cloud: "Incus and LXD (empty)",
    form: "one whole page; metadata is an empty list",
    pages: { "": { body: { type: "sync", status: "Success", status_code: 200, metadata: [] } } },
    ...whole(0),
  },

  // source: github.com/Kamatera/kamateratoolbox tests/cloudcli_server/test_server_list.py (list of { id, datacenter,
  // name, power })
  {
    cloud: "Kamatera",
    form: "one whole page: a bare list",
    pages: { "": { body: objects("a", 1, 2) } },
    ...whole(2),
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

  // source: github.com/gridscale/gsclient-go server.go (ServerList: map[string]ServerProperties, with ServerRelations), server_test.go
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
              labels: [],
              relations: { isoimages: [], networks: [], public_ips: [], storages: [] },
            },
            "790de890-13c0-4e76-8a01-e10ba8786e54": {
              object_uuid: "790de890-13c0-4e76-8a01-e10ba8786e54",
              name: "web-2",
              labels: [],
              relations: { isoimages: [], networks: [], public_ips: [], storages: [] },
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
    pages: { "": { body: { code: "OK", data: { data: objects("a", 1, 2), meta: { total: 2 } } } } },
    ...whole(2),
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
  /** The right conclusion of a client: it has everything, or it has (or may have) only a part. */
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
  // The address of the next page: only its query counts, at the same route
  {
    rule: "the next address has another host",
    pages: {
      "": {
        body: { servers: firstTwo, next: "https://internal-lb-7.example.net/v1/servers?page=2" },
      },
      "page=2": { body: { servers: thirdOnly, next: null } },
    },
    ...whole(3),
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
    ...whole(3),
    why: "only the query is taken; the request goes to the route of the first request",
  },
  {
    rule: "the next address has another scheme and port",
    pages: {
      "": { body: { servers: firstTwo, next: "http://api.example.com:8080/v1/servers?page=2" } },
      "page=2": { body: { servers: thirdOnly, next: null } },
    },
    ...whole(3),
    why: "only the query is taken; a cloud behind a proxy often writes its inner address",
  },
  {
    rule: "the next address is only a query",
    pages: {
      "": { body: { servers: firstTwo, next: "?page=2" } },
      "page=2": { body: { servers: thirdOnly, next: null } },
    },
    ...whole(3),
    why: "a relative address is an address",
  },
  {
    rule: "the next address has no query",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers/page/2" } },
    },
    ...part(3),
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
    ...whole(3),
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
    ...whole(2),
    why: "no relation is next",
  },

  // A next page that brings nothing new
  {
    rule: "the next page is the same page again, with the same next address",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
      "page=2": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
    },
    ...part(3),
    why: "the answer says that there is more, and what it says does not lead there",
  },
  {
    rule: "two pages name one another as the next one",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
      "page=2": { body: { servers: thirdOnly, next: "https://api.example.com/v1/servers?page=1" } },
      "page=1": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?page=2" } },
    },
    ...part(4),
    why: "the third page brings nothing new although the answer says that there is more",
  },
  {
    rule: "the cursor is ignored: the first page again",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c2" } },
      "cursor=c2": { body: { servers: firstTwo, next_cursor: "c2" } },
    },
    ...part(3),
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
    ...part(3),
    why: "the cursor says that there is more, and the cloud does not give it",
  },
  {
    rule: "the next page is empty and has no next page",
    pages: {
      "": { body: { servers: firstTwo, next: "https://api.example.com/v1/servers?marker=a-2" } },
      "marker=a-2": { body: { servers: [], next: null } },
    },
    ...whole(2),
    why: "documented for OpenStack (Nova, Cinder, Keystone), GitLab tags and Neon: an empty page is the end, not a repetition",
  },
  {
    rule: "a page repeats the last entry of the page before it and brings new ones",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c2" } },
      "cursor=c2": { body: { servers: objects("a", 2, 3), next_cursor: null } },
    },
    ...whole(3),
    why: "an object was created meanwhile and the pages moved by one; the entry counts once",
  },

  // The number of pages
  {
    rule: "exactly 40 pages",
    pages: chain(40),
    ...whole(80),
    why: "40 pages are still read",
  },
  {
    rule: "more than 40 pages",
    pages: chain(60),
    ...part(120),
    why: "a client stops after 40 pages and reports a part",
  },
  {
    rule: "a cloud that never ends: every page brings a new cursor and nothing else",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c1" } },
      "cursor=c1": { body: { servers: [], next_cursor: "c2" } },
      "cursor=c2": { body: { servers: [], next_cursor: "c3" } },
      "cursor=c3": { body: { servers: [], next_cursor: "c1" } },
    },
    ...part(3),
    why: "an empty page that names a next page is not the end (filters are often applied after the page is cut), and these lead in a circle",
  },
  {
    rule: "an empty page in the middle",
    pages: {
      "": { body: { servers: firstTwo, nextPageToken: "t1" } },
      "pageToken=t1": { body: { servers: [], nextPageToken: "t2" } },
      "pageToken=t2": { body: { servers: thirdOnly } },
    },
    ...part(3),
    why: "Google lists may have an empty page before the end; a client that stops there must not say whole (one that goes on reaches the end)",
  },

  // Cursors
  {
    rule: "a cursor with no known parameter name",
    pages: {
      "": { body: { servers: firstTwo, bookmark: "g1AAAA", has_more: true } },
      "start_bookmark=g1AAAA": { body: { servers: thirdOnly, has_more: false } },
    },
    ...part(3),
    why: "has_more says that there is more, and no name says how to ask for it",
  },
  {
    rule: "has_more without anything else",
    pages: { "": { body: { servers: firstTwo, has_more: true } } },
    ...part(3),
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
    ...whole(3),
    why: "an empty cursor is the end (Kubernetes, Vultr, Cloudflare KV)",
  },
  {
    rule: "has_more is false although the page has a cursor",
    pages: { "": { body: { servers: firstTwo, next_cursor: "a-2", has_more: false } } },
    ...whole(2),
    why: "the cursor is the place where the list ended; the cloud says that nothing follows",
  },
  {
    rule: "the cursor must be encoded in the query",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "a+b/c==&d e" } },
      "cursor=a%2Bb%2Fc%3D%3D%26d%20e": { body: { servers: thirdOnly, next_cursor: null } },
    },
    ...whole(3),
    why: "cursors are often base64; plus, slash, equals sign and ampersand must arrive unchanged",
  },

  // A total larger than what was read: page=2 is tried once
  {
    rule: "total larger than the list; page=2 brings new entries",
    pages: {
      "": { body: { servers: firstTwo, total: 3 } },
      "page=2": { body: { servers: thirdOnly, total: 3 } },
    },
    ...whole(3),
    why: "new entries lead on, and now the total is reached",
  },
  {
    rule: "total larger than the list; page=2 and page=3 bring new entries",
    pages: {
      "": { body: { servers: firstTwo, total: 5 } },
      "page=2": { body: { servers: objects("a", 3, 4), total: 5 } },
      "page=3": { body: { servers: objects("a", 5, 5), total: 5 } },
    },
    ...whole(5),
    why: "new entries lead on until the total is reached",
  },
  {
    rule: "total larger than the list; page=2 is empty",
    pages: {
      "": { body: { servers: firstTwo, total: 3 } },
      "page=2": { body: { servers: [], total: 3 } },
    },
    ...part(3),
    why: "the total says that there is more",
  },
  {
    rule: "total larger than the list; page=2 is the same page",
    pages: {
      "": { body: { servers: firstTwo, total: 3 } },
      "page=2": { body: { servers: firstTwo, total: 3 } },
    },
    ...part(3),
    why: "the cloud ignores page; the total says that there is more",
  },
  ...Object.entries(refused).map(
    ([status, answer]): OddPages => ({
      rule: `total larger than the list; page=2 is refused with ${status}`,
      pages: { "": { body: { servers: firstTwo, total: 3 } }, "page=2": answer },
      ...part(3),
      why: "the total says that there is more",
    }),
  ),
  {
    rule: "total only in the header X-Total-Count, larger than the list",
    pages: {
      "": { headers: { "X-Total-Count": "3" }, body: firstTwo },
      "page=2": { headers: { "X-Total-Count": "3" }, body: thirdOnly },
    },
    ...whole(3),
    why: "a total in a header is a total (Scaleway, Webdock, Cherry Servers)",
  },
  {
    rule: "total larger than the pages to which a cursor leads",
    pages: {
      "": { body: { servers: firstTwo, total: 5, next_cursor: "c2" } },
      "cursor=c2": { body: { servers: objects("a", 3, 4), total: 5, next_cursor: null } },
    },
    ...part(5),
    why: "the total says that there is more",
  },
  {
    rule: "an empty list with a total",
    pages: { "": { body: { servers: [], total: 3 } } },
    ...part(3),
    why: "the total says that there is more",
  },
  {
    rule: "a total of something else before that of the list",
    pages: {
      "": { body: { usage: { total: 2 }, servers: firstTwo, total: 3 } },
      "page=2": { body: { usage: { total: 2 }, servers: thirdOnly, total: 3 } },
    },
    ...whole(3),
    why: "usage.total counts something else; the list has the total beside it",
  },
  {
    rule: "offset, limit and total",
    pages: {
      "": { body: { servers: firstTwo, offset: 0, limit: 2, total: 5 } },
      "offset=2": { body: { servers: objects("a", 3, 4), offset: 2, limit: 2, total: 5 } },
      "offset=4": { body: { servers: objects("a", 5, 5), offset: 4, limit: 2, total: 5 } },
    },
    ...whole(5),
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
    ...part(13),
    why:
      'the documentation of phoenixNAP says of limit: "actual returned length can be less". A client that adds the limit misses 3 to 10 ' +
      "and must see that the total is not reached (one that adds what it read reaches the end)",
  },

  // A list of a usual page length with nothing beside it: page=2 is tried once
  ...pageLengths.map(
    (length): OddPages => ({
      rule: `a list of exactly ${length} with nothing beside; page=2 brings new entries`,
      pages: {
        "": { body: objects("a", 1, length) },
        "page=2": { body: objects("a", length + 1, length + 1) },
      },
      ...whole(length + 1),
      why: "new entries lead on, and a short page is the last one",
    }),
  ),
  ...pageLengths.map(
    (length): OddPages => ({
      rule: `a list of exactly ${length} with nothing beside; page=2 is empty`,
      pages: { "": { body: objects("a", 1, length) }, "page=2": { body: [] } },
      ...whole(length),
      why: "nothing says that there is more",
    }),
  ),
  {
    rule: "a list of exactly 20 with nothing beside; page=2 is the same page",
    pages: { "": { body: objects("a", 1, 20) }, "page=2": { body: objects("a", 1, 20) } },
    ...whole(20),
    why: "the cloud ignores page, and nothing says that there is more",
  },
  ...Object.entries(refused).map(
    ([status, answer]): OddPages => ({
      rule: `a list of exactly 50 with nothing beside; page=2 is refused with ${status}`,
      pages: { "": { body: { servers: objects("a", 1, 50) } }, "page=2": answer },
      ...whole(50),
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
    ...whole(20),
    why: "new entries lead on; the empty page is the end",
  },
  {
    rule: "a list of 7 with nothing beside",
    pages: { "": { body: objects("a", 1, 7) } },
    ...whole(7),
    why: "7 is no usual page length; page=2 is not asked for",
  },

  {
    rule: "a list of exactly 10, then a second page of exactly 10, then an unknown page",
    pages: {
      "": { body: { servers: objects("a", 1, 10) } },
      "page=2": { body: { servers: objects("a", 11, 20) } },
      "page=3": { status: 404, body: { error: "no such page" } },
    },
    ...whole(20),
    why: "new entries lead on; the refusal is the end",
  },
  {
    rule: "more than 40 pages of 10 with nothing beside",
    pages: Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        at === 0 ? "" : `page=${at + 1}`,
        { body: objects("a", 10 * at + 1, 10 * at + 10) },
      ]),
    ),
    ...part(600),
    why: "a client stops after 40 pages and reports a part",
  },
  {
    rule: "a full page of 30, which the answer says is the length of a page",
    pages: {
      "": { body: { servers: objects("a", 1, 30), per_page: 30 } },
      "page=2": { body: { servers: objects("a", 31, 31), per_page: 30 } },
    },
    ...whole(31),
    why: "a page that is as long as pages get may not be the last one",
  },
  {
    rule: "a cursor leads to a page of exactly 10, which has none",
    pages: {
      "": { body: { servers: firstTwo, next_cursor: "c2" } },
      "cursor=c2": { body: { servers: objects("a", 3, 12) } },
    },
    ...whole(12),
    why: "the cursor leads from page to page; where there is none, the list ends",
  },

  // Pages that count from zero
  {
    rule: "pages count from zero, as the answer shows",
    pages: {
      "": { body: { servers: firstTwo, page: 0, pages: 3 } },
      "page=1": { body: { servers: objects("a", 3, 4), page: 1, pages: 3 } },
      "page=2": { body: { servers: objects("a", 5, 5), page: 2, pages: 3 } },
    },
    ...whole(5),
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
    ...part(6),
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
    ...part(25),
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
    ...part(15),
    why: "page=2 is empty because the second page is page=1; only page=1 shows it. To say whole here loses five objects silently",
  },

  // Facts beside the list that are no paging
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
    ...whole(3),
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
    ...whole(2),
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
    ...whole(2),
    why: "page equals pages and next is null",
  },
  {
    rule: "page 1 of 2, and the second page is the first again",
    pages: {
      "": { body: { servers: firstTwo, page: 1, pages: 2 } },
      "page=2": { body: { servers: firstTwo, page: 1, pages: 2 } },
    },
    ...part(3),
    why: "a page that brings nothing new is no end",
  },
  {
    rule: "three pages, and nothing says which one this is",
    pages: { "": { body: { servers: firstTwo, pages: 3 } } },
    ...part(5),
    why: "there are more pages than the one that was read",
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
    ...whole(2),
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
    ...whole(2),
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
    ...whole(3),
    why: "the entry with rel=next is the address of the next page (MongoDB Atlas, OpenStack)",
  },
  {
    rule: "an empty list of errors beside the list",
    pages: { "": { body: { result: firstTwo, success: true, errors: [], messages: [] } } },
    ...whole(2),
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
    rule: "a list of texts beside the list",
    pages: { "": { body: { regions: ["eu-1", "us-1"], servers: firstTwo, notices: [] } } },
    ...whole(2),
    why: "texts are no servers",
  },
  {
    rule: "two lists of objects",
    pages: { "": { body: { servers: firstTwo, regions: [{ id: "eu-1" }] } } },
    ...part(2),
    why: "nothing says which of the two it is",
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
    ...whole(2),
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
    ...whole(3),
    why: `the parameter of ${field} is ${parameter}`,
  };
}
