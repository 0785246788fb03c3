import { describe, expect, test } from "vitest";
import type { KeyOptions, Platform } from "../../platform/index.ts";
import {
  certificateBody,
  containerBody,
  idOf,
  imageBody,
  instanceBody,
  newInstance,
  newWorld,
  type Send,
  sender,
  volumeBody,
} from "./support.ts";

const whole = { scopes: ["*"], level: "Admin" } as const;

function keyFor(platform: Platform, options: Partial<KeyOptions>): Send {
  return sender(platform, platform.createKey({ ...whole, ...options }).key);
}

/** A world with two projects, and a key that is kept to each. */
function twoProjects() {
  const world = newWorld();
  const { platform } = world;
  for (const name of ["shop", "blog"]) platform.createProject(name, { id: `proj_${name}` });
  const [shop, blog] = ["proj_shop", "proj_blog"].map((project) => keyFor(platform, { project }));
  if (shop === undefined || blog === undefined) throw new Error("there are two");
  return { ...world, shop, blog };
}

describe("spec 2.12: projects", () => {
  test("one is there from the first moment and after a reset", () => {
    const { platform } = newWorld();
    const first = [{ id: "proj_default", name: "default" }];
    expect(platform.projects()).toEqual(first);
    const made = platform.createProject("shop");
    expect(made).toEqual({ id: expect.stringMatching(/^proj_[0-9a-z]{16}$/), name: "shop" });
    expect(platform.projects()).toEqual([...first, made]);
    platform.reset();
    expect(platform.projects()).toEqual(first);
  });

  test.each([
    ["proj_default", 'there is a project "proj_default" already'],
    ["shop", '"shop" is not an id like proj_shop'],
    ["proj_", '"proj_" is not an id like proj_shop'],
    ["proj_a/b", '"proj_a/b" is not an id like proj_shop'],
  ])("none is made with the id %s", (id, why) => {
    const { platform } = newWorld();
    expect(() => platform.createProject("x", { id })).toThrow(
      `The project "x" was not created: ${why}`,
    );
    expect(platform.projects()).toHaveLength(1);
  });
});

/** How an object of each kind is made and listed, with the paths that name it. */
const kinds: readonly {
  readonly make: string;
  readonly body: object;
  readonly list: string;
  /** Path of one by its id. */
  readonly one: (id: string) => string;
}[] = [
  {
    make: "/api/v1/instances",
    body: containerBody("box"),
    list: "/api/v1/instances",
    one: () => "/api/v1/instances/box",
  },
  {
    make: "/v1/instances",
    body: instanceBody(),
    list: "/v1/instances",
    one: (id) => `/v1/instances/${id}`,
  },
  {
    make: "/api/v2/servers",
    body: { name: "web", size: "small" },
    list: "/api/v2/servers",
    one: (id) => `/api/v2/servers/${id}`,
  },
  {
    make: "/v1/volumes",
    body: volumeBody(),
    list: "/v1/volumes",
    one: (id) => `/v1/volumes/${id}`,
  },
  {
    make: "/v1/images/import",
    body: imageBody(),
    list: "/v1/images",
    one: (id) => `/v1/images/${id}`,
  },
  {
    make: "/v1/floating-ips",
    body: { region: "eu" },
    list: "/v1/floating-ips",
    one: (id) => `/v1/floating-ips/${id}`,
  },
  {
    make: "/v1/certificates",
    body: certificateBody(),
    list: "/v1/certificates",
    one: (id) => `/v1/certificates/${id}`,
  },
  {
    make: "/api/v1/networks",
    body: { name: "net" },
    list: "/api/v1/networks",
    one: (id) => `/api/v1/networks/${id}`,
  },
  {
    make: "/api/v1/firewalls",
    body: { name: "edge" },
    list: "/api/v1/firewalls",
    one: (id) => `/api/v1/firewalls/${id}`,
  },
  {
    make: "/api/v1/storage/buckets",
    body: { name: "files" },
    list: "/api/v1/storage/buckets",
    one: () => "/api/v1/storage/buckets/files",
  },
  {
    make: "/api/v1/storage/pools/default/volumes",
    body: { name: "data", config: { size: "1GiB" } },
    list: "/api/v1/storage/pools/default/volumes",
    one: () => "/api/v1/storage/pools/default/volumes/data",
  },
  {
    make: "/api/v1/monitoring/alerts",
    body: {
      name: "busy",
      metric: "cpu_percent",
      condition: "gt",
      threshold: 90,
      channels: "email",
    },
    list: "/api/v1/monitoring/alerts",
    one: (id) => `/api/v1/monitoring/alerts/${id}`,
  },
];

describe("spec 5: a project-scoped key reaches its project only", () => {
  test.each(kinds)("$make", async ({ make, body, list, one }) => {
    const { platform, send, shop, blog, clock } = twoProjects();
    const made = await shop(`POST ${make}`, body);
    expect(made.status).toBe(201);
    clock.pass(60);
    const path = one(String(Object(made.body).id));
    expect((await shop(`GET ${list}`)).body).toHaveLength(1);
    expect((await shop(`GET ${path}`)).status).toBe(200);
    expect((await send(`GET ${list}`)).body).toHaveLength(1);
    expect((await send(`GET ${path}`)).status).toBe(200);

    expect((await blog(`GET ${list}`)).body).toEqual([]);
    const unseen = await blog(`GET ${path}`);
    expect(unseen).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/ not found$/) },
    });
    expect((await blog(`DELETE ${path}`)).status).toBe(404);
    platform.configure({ choices: { "access.outside": 403 } });
    expect(await blog(`GET ${path}`)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining("belongs to another project") },
    });
    expect((await blog(`DELETE ${path}`)).status).toBe(403);
    expect((await shop(`GET ${list}`)).body).toHaveLength(1);
  });

  test("it refers to objects of its project only", async () => {
    const { shop, blog, platform } = twoProjects();
    const instance_id = await newInstance(shop);
    const volume = idOf(await blog("POST /v1/volumes", volumeBody()));
    const address = idOf(await blog("POST /v1/floating-ips", { region: "eu" }));
    const unknown = { status: 404, body: { error: `instance "${instance_id}" not found` } };
    expect(await blog(`POST /v1/volumes/${volume}/attach`, { instance_id })).toMatchObject(unknown);
    expect(await blog(`POST /v1/floating-ips/${address}/assign`, { instance_id })).toMatchObject(
      unknown,
    );
    expect(platform.snapshot().volume).toMatchObject([{ instance_id: null }]);
  });

  test("ports and metrics of a container are its project's", async () => {
    const { shop, blog } = twoProjects();
    await shop("POST /api/v1/instances", containerBody());
    for (const path of ["instances/web/ports", "monitoring/metrics/web"]) {
      expect((await shop(`GET /api/v1/${path}`)).status).toBe(200);
      expect((await blog(`GET /api/v1/${path}`)).status).toBe(404);
    }
  });

  test("a forward belongs to its container's project, whoever makes it", async () => {
    const { shop, send } = twoProjects();
    const made = await shop("POST /api/v1/instances", containerBody());
    const public_port = Object(made.body).port_block.first_port + 1;
    const forward = { protocol: "tcp", public_port, target_port: 80 };
    expect((await send("POST /api/v1/instances/web/ports", forward)).status).toBe(201);
    const listed = await shop("GET /api/v1/instances/web/ports");
    expect(listed.body).toMatchObject([{ target_port: 22 }, forward]);
  });

  test("blocks of ports are handed out once, whatever the project", async () => {
    const { shop, blog } = twoProjects();
    const one = await shop("POST /api/v1/instances", containerBody("one"));
    const two = await blog("POST /api/v1/instances", containerBody("two"));
    expect(Object(one.body).port_block).not.toEqual(Object(two.body).port_block);
  });

  test("members are those of its project", async () => {
    const { shop, send } = twoProjects();
    const body = { email: "ada@example.test", role: "viewer" };
    const id = idOf(await send("POST /v1/projects/proj_blog/members", body));
    expect((await shop("POST /v1/projects/proj_shop/members", body)).status).toBe(201);
    const unknown = { status: 404, body: { error: 'project "proj_blog" not found' } };
    expect(await shop("GET /v1/projects/proj_blog/members")).toMatchObject(unknown);
    expect(await shop(`DELETE /v1/projects/proj_blog/members/${id}`)).toMatchObject(unknown);
    expect((await send("GET /v1/projects/proj_blog/members")).body).toMatchObject([
      { id, project_id: "proj_blog" },
    ]);
  });

  test("a certificate that another project's load balancer uses is not deleted", async () => {
    const { shop, send } = twoProjects();
    const certificate_id = idOf(await shop("POST /v1/certificates", certificateBody()));
    const rule = {
      entry_port: 443,
      entry_protocol: "https",
      target_port: 80,
      target_protocol: "http",
    };
    const balancer = await send("POST /v1/load-balancers", {
      name: "front",
      region: "eu",
      forwarding_rules: [{ ...rule, certificate_id }],
      health_check: {
        protocol: "http",
        port: 80,
        path: "/",
        interval: 5,
        timeout: 2,
        threshold: 2,
      },
      backend_instances: [],
    });
    expect(balancer.status).toBe(201);
    expect((await shop(`DELETE /v1/certificates/${certificate_id}`)).status).toBe(409);
  });

  test("an instance that goes lets go of what another project attached to it", async () => {
    const { shop, send, blog } = twoProjects();
    const instance_id = await newInstance(shop);
    const volume = idOf(await blog("POST /v1/volumes", volumeBody()));
    // Only the account sees both.
    expect((await send(`POST /v1/volumes/${volume}/attach`, { instance_id })).status).toBe(200);
    await shop(`POST /v1/instances/${instance_id}/action`, { action: "stop" });
    expect((await shop(`DELETE /v1/instances/${instance_id}`)).status).toBe(204);
    expect((await blog(`GET /v1/volumes/${volume}`)).body).toMatchObject({ instance_id: null });
  });
});

describe("spec 5: what an account-wide key creates", () => {
  test.each([
    ["default", "proj_default"],
    ["newest", "proj_blog"],
  ] as const)('access.accountHome "%s": it belongs to %s', async (home, project) => {
    const { platform, send } = twoProjects();
    platform.configure({ choices: { "access.accountHome": home } });
    await send("POST /v1/volumes", volumeBody());
    const owner = keyFor(platform, { project });
    expect((await owner("GET /v1/volumes")).body).toHaveLength(1);
    const shop = keyFor(platform, { project: "proj_shop" });
    expect((await shop("GET /v1/volumes")).body).toEqual([]);
  });
});

describe("within what names are unique", () => {
  test.each([
    ["account", 409],
    ["project", 201],
  ] as const)(
    'access.names "%s": the same name in another project is answered %d',
    async (scope, status) => {
      const { platform, shop, blog } = twoProjects();
      platform.configure({ choices: { "access.names": scope } });
      expect((await shop("POST /v1/volumes", volumeBody())).status).toBe(201);
      expect((await shop("POST /v1/volumes", volumeBody())).status).toBe(409);
      expect((await blog("POST /v1/volumes", volumeBody())).status).toBe(status);
    },
  );

  test("a change of name is checked in the project of what changes", async () => {
    const { platform, send, shop } = twoProjects();
    platform.configure({ choices: { "access.names": "project" } });
    await send("POST /api/v1/firewalls", { name: "edge" });
    const own = idOf(await shop("POST /api/v1/firewalls", { name: "own" }));
    expect((await send(`PATCH /api/v1/firewalls/${own}`, { name: "edge" })).status).toBe(200);
    const more = idOf(await shop("POST /api/v1/firewalls", { name: "more" }));
    expect((await send(`PATCH /api/v1/firewalls/${more}`, { name: "edge" })).status).toBe(409);
  });

  test.each([
    ["/api/v1/instances", containerBody()],
    ["/api/v1/storage/buckets", { name: "files" }],
    ["/api/v1/storage/pools/default/volumes", { name: "data", config: { size: "1GiB" } }],
  ])("a name that stands in a path is unique in the account: %s", async (path, body) => {
    const { platform, shop, blog } = twoProjects();
    platform.configure({ choices: { "access.names": "project" } });
    expect((await shop(`POST ${path}`, body)).status).toBe(201);
    expect((await blog(`POST ${path}`, body)).status).toBe(409);
  });
});
