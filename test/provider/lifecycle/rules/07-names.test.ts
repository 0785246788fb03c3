/** Rule 7: a name belongs to whoever has it; the platform's own answer to a create is the truth. */
import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { server } from "../../../../resources/compute/server.ts";
import { alertRule } from "../../../../resources/monitoring/alert-rule.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Reply } from "../../../support/fake-api.ts";
import { declared, held } from "../../../support/session.ts";
import { FakeClock } from "../../http/fake-clock.ts";
import { expectOutcome, newRun, notFound, timesOf, writesOf } from "./run.ts";

/** A kind: its inputs, its list and create, and the holder of its name as the list shows it. */
type Subject = readonly [
  definition: Definition,
  inputs: Props,
  routes: { readonly list: string; readonly create: string },
  holder: { readonly id?: string; readonly name: string },
];

const healthCheck = { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 };
const rule = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
const balanced = { forwardingRules: [rule], healthCheck, backendInstances: ["inst_1"] };

const documented: readonly Subject[] = [
  [
    container,
    { name: "web", type: "container", image: "debian/13" },
    routesOf("/api/v1/instances"),
    { name: "web" },
  ],
  [
    instance,
    { name: "web", region: "eu", plan: "small", image: "debian/13" },
    routesOf("/v1/instances"),
    { id: "inst_7", name: "web" },
  ],
  [network, { name: "lan" }, routesOf("/api/v1/networks"), { id: "net-7", name: "lan" }],
  [
    firewall,
    { name: "edge", inbound: [], outbound: [] },
    routesOf("/api/v1/firewalls"),
    { id: "fw-7", name: "edge" },
  ],
  [bucket, { name: "files" }, routesOf("/api/v1/storage/buckets"), { name: "files" }],
  [
    alertRule,
    { name: "hot", metric: "cpu_percent", condition: "gt", threshold: 90, channels: ["email"] },
    routesOf("/api/v1/monitoring/alerts"),
    { id: "al-7", name: "hot" },
  ],
];

const assumed: readonly Subject[] = [
  [
    volume,
    { name: "data", region: "eu", sizeGb: 10 },
    routesOf("/v1/volumes"),
    { id: "vol_7", name: "data" },
  ],
  [server, { name: "web", size: "small" }, routesOf("/api/v2/servers"), { id: "s-7", name: "web" }],
  [
    loadBalancer,
    { name: "front", region: "eu", ...balanced },
    routesOf("/v1/load-balancers"),
    { id: "lb-7", name: "front" },
  ],
  [
    poolVolume,
    { name: "scratch", pool: "default", size: "1GiB" },
    routesOf("/api/v1/storage/pools/default/volumes"),
    { name: "scratch" },
  ],
];

function routesOf(path: string) {
  return { list: `GET ${path}`, create: `POST ${path}` };
}

const named = [...documented, ...assumed].map((subject) => [subject[0].type, ...subject] as const);

describe("a name that is taken", () => {
  test.each(named)(
    "%s: refused with the id of who has it, and nothing is sent",
    async (_type, definition, inputs, { list }, { id, name }) => {
      const run = newRun({ [list]: { answer: [{ ...(id && { id }), name }] } });
      const outcome = await run.create(definition, declared(inputs));
      expectOutcome(run, outcome, {
        sees: { code: "input", says: new RegExp(`adopt.*${id ?? name}|${id ?? name}.*adopt`) },
      });
      expect(timesOf(run, list)).toHaveLength(1);
    },
  );

  test.each(named)(
    "%s: in other letters, in which a search after a lost answer would find it: refused as well",
    async (_type, definition, inputs, { list }, { id, name }) => {
      const run = newRun({ [list]: { answer: [{ ...(id && { id }), name: name.toUpperCase() }] } });
      const outcome = await run.create(definition, declared(inputs));
      expectOutcome(run, outcome, {
        sees: { code: "input", says: new RegExp(name.toUpperCase()) },
      });
    },
  );

  test.each(named)(
    "%s: asked for again by `--replace`, while the old one has it: refused, and nothing is lost",
    async (_type, definition, inputs, { list }, { id, name }) => {
      const shown = { ...(id && { id }), name };
      const run = newRun({ [list]: { answer: [shown] } });
      const outcome = await run.create(definition, declared({ ...inputs, __generatedName: true }));
      expect(outcome).toMatchObject({ id: undefined, says: expect.stringMatching(/adopt/) });
      expect(writesOf(run)).toEqual([]);
    },
  );
});

describe("a name that is free", () => {
  test("its list is asked once, and it is created", async () => {
    const made = { id: "net-1", name: "lan" };
    const run = newRun({
      "GET /api/v1/networks": { answer: [{ id: "net-9", name: "lan-2" }] },
      "POST /api/v1/networks": { answer: made },
    });
    const outcome = await run.create(network, declared({ name: "lan" }));
    expectOutcome(run, outcome, {
      sees: "nothing",
      id: "net-1",
      sent: ["POST /api/v1/networks"],
    });
  });

  test.each<[string, Reply | undefined]>([
    ["there is no list", undefined],
    ["the list is a part", { answer: { volumes: [], has_more: true } }],
  ])("%s: the platform's answer to the create decides", async (_what, list) => {
    const made = { id: "vol_1", name: "data", status: "available" };
    const run = newRun({
      ...(list && { "GET /v1/volumes": list }),
      "POST /v1/volumes": { answer: made },
    });
    const outcome = await run.create(volume, declared({ name: "data", region: "eu", sizeGb: 10 }));
    expect(outcome).toMatchObject({ id: "vol_1", code: undefined });
    expect(writesOf(run)).toEqual(["POST /v1/volumes"]);
  });

  test("the platform says that it is taken: its words, and one request", async () => {
    const refused = { status: 409, answer: { error: 'a network named "lan" exists' } };
    const run = newRun({
      "GET /api/v1/networks": { answer: [] },
      "POST /api/v1/networks": refused,
    });
    const outcome = await run.create(network, declared({ name: "lan" }));
    expectOutcome(run, outcome, {
      sees: { code: "refused", says: /named "lan" exists/ },
      sent: ["POST /api/v1/networks"],
    });
  });

  test("a conflict of what has no name is not about one", async () => {
    const run = newRun({
      "POST /v1/floating-ips": { status: 409, answer: { error: "no more than 3 addresses" } },
    });
    const outcome = await run.create(floatingIp, declared({ region: "eu" }));
    expectOutcome(run, outcome, {
      sees: { code: "refused", says: /3 addresses \(409\)(?!.*name\b)/ },
      sent: ["POST /v1/floating-ips"],
    });
  });

  test("one in another region is another object", async () => {
    const made = { id: "vol_1", name: "data", region: "eu", status: "available" };
    const run = newRun({
      "GET /v1/volumes": { answer: [{ id: "vol_7", name: "data", region: "us" }] },
      "GET /v1/volumes/vol_1": { answer: made },
      "POST /v1/volumes": { answer: made },
    });
    const outcome = await run.create(volume, declared({ name: "data", region: "eu", sizeGb: 10 }));
    expect(outcome).toMatchObject({ id: "vol_1", code: undefined });
  });

  test("one in the same region has it", async () => {
    const holder = { id: "vol_7", name: "data", region: "eu" };
    const run = newRun({ "GET /v1/volumes": { answer: [holder] } });
    const outcome = await run.create(volume, declared({ name: "data", region: "eu", sizeGb: 10 }));
    expectOutcome(run, outcome, { sees: { code: "input", says: /vol_7/ } });
  });

  test("a documented list that answers 404: nothing is sent", async () => {
    const run = newRun({ "GET /api/v1/networks": notFound });
    const outcome = await run.create(network, declared({ name: "lan" }));
    expectOutcome(run, outcome, { sees: { code: "notFound", says: /./ } });
  });

  test("a list that fails: nothing is sent", async () => {
    const run = newRun({ "GET /v1/volumes": { status: 500, answer: { error: "Oops" } } });
    const outcome = await run.create(volume, declared({ name: "data", region: "eu", sizeGb: 10 }));
    expect(outcome).toMatchObject({ id: undefined, code: expect.any(String) });
    expect(writesOf(run)).toEqual([]);
  });

  test("one that the platform calls deleted has it no longer", async () => {
    const made = { id: "vol_1", name: "data", region: "eu", status: "available" };
    const run = newRun({
      "GET /v1/volumes": { answer: [{ id: "vol_7", name: "data", status: "deleted" }] },
      "GET /v1/volumes/vol_1": { answer: made },
      "POST /v1/volumes": { answer: made },
    });
    const outcome = await run.create(volume, declared({ name: "data", region: "eu", sizeGb: 10 }));
    expect(outcome).toMatchObject({ id: "vol_1", code: undefined });
  });

  test("many creates of a kind share one list", async () => {
    const clock = new FakeClock();
    const names = ["a", "b", "c", "d", "e"];
    const run = newRun(
      {
        "GET /api/v1/networks": { answer: [] },
        "POST /api/v1/networks": ({ body }) => ({ answer: { id: `net-${nameIn(body)}` } }),
      },
      {},
      clock,
    );
    const creates = names.map((name) => run.create(network, declared({ name }, name)));
    const outcomes = await clock.during(Promise.all(creates));
    expect(outcomes.map(({ id }) => id)).toEqual(names.map((name) => `net-${name}`));
    const before = run.sent.findIndex(({ call }) => call.startsWith("POST"));
    expect(run.sent.slice(0, before)).toHaveLength(1);
  });

  test("a kind without a name is not looked for", async () => {
    const address = { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: null };
    const run = newRun({ "POST /v1/floating-ips": { answer: address } });
    await run.create(floatingIp, declared({ region: "eu" }));
    expect(run.sent[0]?.call).toBe("POST /v1/floating-ips");
  });
});

function nameIn(body: unknown): string {
  return String(Object(body)["name"]);
}

describe("a name whose holder is being deleted", () => {
  const leaving = { id: "net-7", name: "lan", status: "deleting" };
  const lan = declared({ name: "lan" });

  test("is waited for, and then it is created", async () => {
    let start: number | undefined;
    const run = newRun({
      "GET /api/v1/networks": ({ at }) => {
        start ??= at;
        return { answer: at - start < 20_000 ? [leaving] : [] };
      },
      "POST /api/v1/networks": { answer: { id: "net-1", name: "lan" } },
    });
    const outcome = await run.create(network, lan);
    expect(outcome).toMatchObject({ id: "net-1", code: undefined });
    expect(timesOf(run, "POST /api/v1/networks")[0]).toBeGreaterThanOrEqual(20);
  });

  test("is waited for until the time of the create is over, and nothing is sent", async () => {
    const run = newRun({ "GET /api/v1/networks": { answer: [leaving] } });
    const outcome = await run.create(network, { ...lan, timeouts: { create: "2m" } });
    expectOutcome(run, outcome, { sees: { code: "timeout", says: /net-7|lan/ } });
  });

  test("is not waited for where the holder stays", async () => {
    const holder = { ...leaving, status: "active" };
    const run = newRun({ "GET /api/v1/networks": { answer: [holder] } });
    await run.create(network, lan);
    expect(run.sent).toHaveLength(1);
  });
});

describe("the platform's answer to a create", () => {
  test.each<
    [string, Subject, Props, { readonly id: string; readonly name: string }, (readonly Props[])?]
  >([
    [
      "writes the name otherwise: the id is as answered",
      documentedOf(network),
      { id: "net-1", name: "LAN" },
      { id: "net-1", name: "lan" },
    ],
    [
      "brings only the name: the id is that of the list",
      documentedOf(network),
      { name: "lan" },
      { id: "net-1", name: "lan" },
      [{ id: "net-1", name: "lan" }],
    ],
    [
      "brings only the name, and two are listed by it: the name is the id",
      documentedOf(network),
      { name: "lan" },
      { id: "lan", name: "lan" },
      [
        { id: "net-1", name: "lan" },
        { id: "net-2", name: "lan" },
      ],
    ],
    [
      "brings only the name, and one that was deleted is listed by it, too",
      documentedOf(network),
      { name: "lan" },
      { id: "net-1", name: "lan" },
      [
        { id: "net-0", name: "lan", status: "deleted" },
        { id: "net-9", name: "other" },
        { id: "net-1", name: "lan" },
      ],
    ],
    [
      "gives a container another name, which is its id",
      documentedOf(container),
      { name: "web-1", status: "running", ip_addresses: ["10.0.0.2"], ipv6_addresses: [] },
      { id: "web-1", name: "web" },
    ],
  ])(
    "%s",
    async (_happened, [definition, inputs, { list, create }], answer, expected, all = [answer]) => {
      const shown = JSON.parse(JSON.stringify(answer));
      const listed = JSON.parse(JSON.stringify(all));
      let isMade = false;
      const run = newRun({
        [list]: () => ({ answer: isMade ? listed : [] }),
        [`${list}/${expected.id}`]: { answer: shown },
        [create]: () => {
          isMade = true;
          return { answer: shown };
        },
      });
      const outcome = await run.create(definition, declared(inputs));
      const { id, name } = expected;
      expect(outcome).toMatchObject({ id, code: undefined, state: { name } });
      const state = outcome.state;
      expect(await run.plan(definition, { id, state }, declared(inputs))).toMatchObject({
        changes: false,
      });
      expect(await run.read(definition, id, state)).toMatchObject({ id, code: undefined });
    },
  );
});

function documentedOf(definition: Definition): Subject {
  const subject = documented.find(([one]) => one === definition);
  if (subject === undefined) throw new Error(`no row of ${definition.type}`);
  return subject;
}

test("the holder of the name is taken over by `adopt`", async () => {
  const run = newRun({ "GET /api/v1/networks": { answer: [{ id: "net-7", name: "lan" }] } });
  const outcome = await run.create(network, declared({ name: "lan", adopt: "net-7" }));
  expect(outcome).toMatchObject({ id: "net-7", code: undefined });
  expect(writesOf(run)).toEqual([]);
});

test("the old object of a replacement that is deleted first has its name no longer", async () => {
  let isDeleted = false;
  const run = newRun({
    "GET /api/v1/networks": () => ({ answer: isDeleted ? [] : [{ id: "net-7", name: "lan" }] }),
    "DELETE /api/v1/networks/net-7": () => {
      isDeleted = true;
      return { answer: {} };
    },
    "POST /api/v1/networks": { answer: { id: "net-8", name: "lan" } },
  });
  const old = held({ name: "lan", config: { "ipv4.address": "10.0.0.1/24" } });
  expect(await run.remove(network, { id: "net-7", state: old })).toMatchObject({ code: undefined });
  const outcome = await run.create(network, declared({ name: "lan" }));
  expect(outcome).toMatchObject({ id: "net-8", code: undefined });
});
