import { expect, it } from "vitest";
import { z } from "zod";
import { definitions } from "../../resources/_registry.ts";
import { type Send, sender } from "../platform/support.ts";
import { runCli } from "../support/cli.ts";
import { fillPlatform } from "../support/exported-stack.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { everyClass, first, replacing } from "../support/stack-programs.ts";

const Resource = z.object({
  is: z.string(),
  type: z.string(),
  name: z.string(),
  differences: z.array(z.object({ input: z.string() })).default([]),
  putBack: z.object({ requests: z.array(z.string()), loses: z.array(z.string()) }).optional(),
  assumptions: z.array(z.string()).optional(),
  partOf: z.string().optional(),
  takeIn: z.unknown().optional(),
});
const Resting = z.object({ is: z.string(), partOf: z.string().optional(), way: z.string() });
const Report = z.object({
  drift: z.object({
    resources: z.array(Resource),
    resting: z.array(Resting),
    asDeclared: z.number(),
  }),
  unmanaged: z
    .object({ objects: z.array(z.object({ type: z.string(), code: z.string() })) })
    .default({ objects: [] }),
});

async function drift(stack: TestStack, ...more: readonly string[]) {
  const { directory, env } = stack;
  const run = await runCli(["drift", "--stack", "dev", "--json", ...more], { directory, env });
  return { code: run.code, ...Report.parse(JSON.parse(run.stdout)) };
}

/** The type of each class that is something on the platform. */
const types = distinct([...definitions.keys()]).filter((type) => type !== "monitoring:HealthGate");

/** Inputs that can be changed on the platform, each with the name of its resource. */
async function changeAll(send: Send, id: (name: string) => string): Promise<Set<string>> {
  const changes: readonly [changed: string, route: string, body: object][] = [
    ["job desiredState", `POST /api/v1/instances/${id("job")}/action`, { action: "stop" }],
    [
      "edge inbound",
      `PATCH /api/v1/firewalls/${id("edge")}`,
      { inbound: [{ protocol: "tcp", ports: ["1-65535"] }] },
    ],
    ["front algorithm", `PATCH /v1/load-balancers/${id("front")}`, { algorithm: "ip_hash" }],
    ["data sizeGb", `PATCH /v1/volumes/${id("data")}`, { size_gb: 30 }],
    [
      "scratch size",
      `PATCH /api/v1/storage/pools/default/volumes/${id("scratch")}`,
      { config: { size: "20GiB" } },
    ],
    [
      "address-to-web instanceId",
      `POST /v1/floating-ips/${id("address")}/assign`,
      { instance_id: id("web-a") },
    ],
    ["partners projectIds", `POST /v1/images/${id("base")}/share`, { project_ids: ["proj_b"] }],
    ["ada role", `PATCH /v1/projects/proj_default/members/${id("ada")}`, { role: "viewer" }],
  ];
  for (const [, route, body] of changes) await sent(send, route, body);
  return new Set(changes.map(([changed]) => changed));
}

/** Adds what nobody's program made, of every class. */
async function addAll(stack: TestStack, send: Send): Promise<void> {
  await fillPlatform(stack, 1);
  const member = { email: "eve@example.com", role: "viewer" };
  await sent(send, "POST /v1/projects/proj_default/members", member);
  const image = stack.platform.snapshot().image?.find(({ name }) => name === "base-1");
  await sent(send, `POST /v1/images/${image?.["id"]}/share`, { project_ids: ["proj_b"] });
}

/** Deletes everything that the program has. */
async function deleteAll(send: Send, id: (name: string) => string, stack: TestStack) {
  await sent(send, `POST /v1/volumes/${id("data")}/detach`, { instance_id: id("guest") });
  await sent(send, `POST /v1/floating-ips/${id("address")}/unassign`);
  const machines = [
    `/api/v1/instances/${id("job")}`,
    ...["web-a", "web-b", "guest"].map((name) => `/v1/instances/${id(name)}`),
    `/api/v2/servers/${id("server")}`,
  ];
  for (const machine of machines) await send(`POST ${machine}/action`, { action: "stop" });
  stack.platform.clock.advance(60);
  const others = [
    `/v1/load-balancers/${id("front")}`,
    `/v1/certificates/${id("tls")}`,
    `/v1/volumes/${id("data")}`,
    `/v1/floating-ips/${id("address")}`,
    `/v1/images/${id("golden")}`,
    `/v1/images/${id("base")}`,
    `/api/v1/networks/${id("net")}`,
    `/api/v1/firewalls/${id("edge")}`,
    `/api/v1/monitoring/alerts/${id("hot")}`,
    `/api/v1/storage/pools/default/volumes/${id("scratch")}`,
    `/api/v1/storage/buckets/${id("files")}`,
    `/v1/projects/proj_default/members/${id("ada")}`,
    `/v1/api-keys/${id("ci")}`,
  ];
  for (const object of [...machines, ...others]) await sent(send, `DELETE ${object}`);
  stack.platform.clock.advance(60);
}

async function sent(send: Send, route: string, body?: unknown): Promise<void> {
  const reply = await send(route, body);
  if (reply.status > 299)
    throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}

/** `PATCH /v1/volumes/{volume_id}` of `PATCH /v1/volumes/vol_1`. */
function routeOf(request: string, routes: readonly string[]): string {
  const isOf = (route: string) => new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+")}$`);
  return routes.find((route) => isOf(route).test(request)) ?? request;
}

it("what was changed, deleted and added behind the program's back is reported for every class", async () => {
  await using stack = await openStack();
  stack.program(everyClass({ ...first, ...replacing(stack.platform, "one") }));
  await stack.up();
  const ids = new Map(stack.state().map(({ name, id }) => [name, id.split("/").at(-1) ?? ""]));
  const id = (name: string) => ids.get(name) ?? name;
  const send = sender(stack.platform);
  const all = stack.state().filter(({ type }) => type.includes("hosting/")).length;
  expect(await drift(stack)).toMatchObject({ code: 0, drift: { resources: [], asDeclared: all } });

  const changed = await changeAll(send, id);
  await addAll(stack, send);
  const report = await drift(stack, "--unmanaged");
  const { resources } = report.drift;
  const inputs = resources.flatMap(({ name, differences }) =>
    differences.map(({ input }) => `${name} ${input.replace(/[.[].*/, "")}`),
  );
  expect(report.code).toBe(2);
  expect(new Set(resources.map(({ is }) => is))).toEqual(new Set(["changed"]));
  expect(new Set(inputs)).toEqual(changed);
  // Of an API key nobody can say that it is not the one in use.
  const addable = types.filter((type) => type !== "access:ApiKey");
  expect(distinct(report.unmanaged.objects.map(({ type }) => type))).toEqual(addable);

  stack.requests();
  await stack.up({}, "--refresh");
  const routes = resources.flatMap(({ putBack }) => putBack?.requests ?? []);
  const requests = stack.writes().map((request) => routeOf(request, routes));
  expect(new Set(requests)).toEqual(new Set(routes));

  await deleteAll(send, id, stack);
  const missing = (await drift(stack)).drift.resources;
  expect(missing.filter(({ is }) => is !== "missing")).toEqual([]);
  expect(distinct(missing.map(({ type }) => type))).toEqual(types);
});

it("on a platform that shows nothing of a kind, it names the assumption that would help", async () => {
  await using stack = await openStack();
  stack.platform.configure({ routes: "documented" });
  stack.program(`
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.Network("net");
`);
  await stack.up();
  expect(await drift(stack)).toMatchObject({
    code: 3,
    drift: {
      asDeclared: 1,
      resources: [
        {
          ...{ is: "unread", name: "data" },
          assumptions: ["routes.volume.get", "routes.volume.list"],
        },
      ],
    },
  });
});

it("of a component's parts it names a machine that was stopped, and the component that puts the rest back", async () => {
  await using stack = await openStack();
  stack.program(`
import { LoadBalancedApp } from "pulumi-hosting/components";
new LoadBalancedApp("shop", { region: "eu-1", plan: "small", image: "debian/13", count: 1 });
`);
  await stack.up();
  const send = sender(stack.platform);
  const id = (type: string) => stack.state().find((one) => one.type.endsWith(type))?.id ?? "";
  await sent(send, `POST /v1/instances/${id(":Instance")}/action`, { action: "stop" });
  const stopped = await drift(stack);
  const way = `npx pulumi-hosting start Instance:${id(":Instance")} --stack dev`;
  const partOf = 'LoadBalancedApp "shop"';
  expect(stopped).toMatchObject({
    ...{ code: 0, drift: { resources: [], resting: [{ is: "stopped", partOf, way }] } },
  });
  const balancer = `PATCH /v1/load-balancers/${id(":LoadBalancer")}`;
  await sent(send, balancer, { algorithm: "ip_hash" });
  const { code, drift: changed } = await drift(stack);
  expect(code).toBe(2);
  expect(changed.resources).toMatchObject([{ is: "changed", partOf }]);
  expect(changed.resources[0]).not.toHaveProperty("takeIn");
});
