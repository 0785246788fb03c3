import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { PartialFailure } from "../../../../provider/errors.ts";
import { check } from "../../../../provider/lifecycle/check.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { intentOf } from "../../../../provider/lifecycle/operation/intent.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import type { Expected } from "../../../support/fake-api.ts";
import {
  declared,
  errorOf,
  keyMark,
  newContext,
  partialFailureOf,
  world,
} from "../../../support/session.ts";
import { toy } from "../../../support/session-toy.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10, adopt: "vol_1" });
const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const read = "GET /v1/volumes/vol_1";
const toyInputs = declared({ level: 2, adopt: "x_1" });
const toyThere = { id: "x_1", level: 1, status: "active" };
const readToy = "GET /v1/load-balancers/x_1";
const updateToy = "PATCH /v1/load-balancers/x_1";

describe("taking over an object", () => {
  test("creates nothing and stores it as if it were made here", async () => {
    const context = newContext([{ call: read, answer: there }]);
    expect(await create(context, volume, inputs)).toEqual({
      id: "vol_1",
      state: {
        ...inputs,
        status: "available",
        __world: world,
        __seenBy: keyMark,
        __routes: { "GET /v1/volumes/{volume_id}": "works" },
        __echoes: ["name", "region", "sizeGb"],
        __shown: {},
      },
    });
  });

  test("brings what can be updated in line", async () => {
    const context = newContext([
      { call: readToy, answer: toyThere },
      { call: updateToy, body: { level: 2 }, answer: { ...toyThere, level: 2 } },
    ]);
    expect((await create(context, toy, toyInputs)).state).toMatchObject({ level: 2 });
  });

  test.each<[string, Partial<Expected>, readonly Expected[], object]>([
    ["has no route", { status: 405, answer: { error: "no" } }, [], { level: 1 }],
    [
      "is refused",
      { status: 409, answer: { error: "busy" } },
      [{ call: readToy, answer: toyThere }],
      { status: "active" },
    ],
  ])("keeps the object where its update %s", async (_what, answer, looks, properties) => {
    const context = newContext([
      { call: readToy, answer: toyThere },
      { call: updateToy, body: { level: 2 }, ...answer },
      ...looks,
    ]);
    const failure = await partialFailureOf(() => create(context, toy, toyInputs));
    expect(failure).toMatchObject({ id: "x_1", properties });
    expect(failure.properties["__unfinished"]).toBe(failure.message);
  });

  test.each(["********", "alpha", ""])(
    "does not compare a secret, which is shown as %j",
    async (token) => {
      const context = newContext([{ call: readToy, answer: { ...toyThere, token } }]);
      const given = declared({ token: "beta", adopt: "x_1" });
      const { state } = await create(context, toy, given);
      expect(state["token"]).toBe("beta");
      expect(context.said.join()).not.toMatch(/alpha|beta/);
    },
  );

  test.each<[string, Props]>([
    ["gives none", { name: undefined }],
    ["has a generated one", { name: "main-abcdefgh" }],
  ])("keeps the name it has where the program %s", async (_what, named) => {
    const context = newContext([{ call: read, answer: { ...there, name: "old" } }]);
    const given = { ...inputs, ...named, __generatedName: true };
    const { state } = await create(context, volume, given);
    expect(state).toMatchObject({ name: "old", __generatedName: true });
  });

  test("finds what has a name alone, of which the list shows no id", async () => {
    const list = { call: "GET /api/v1/networks", answer: [{ name: "old" }] };
    const given = declared({ name: "main-abcdefgh", __generatedName: true, adopt: "old" });
    const { id, state } = await create(newContext([list]), network, given);
    expect([id, state]).toMatchObject(["old", { name: "old", __seenBy: keyMark }]);
  });

  test("takes a network to which the platform added keys as what the program says", async () => {
    const config = { "ipv4.address": "10.0.0.1/24" };
    const shown = { "ipv4.address": "10.0.0.0/24", "ipv4.nat": "true" };
    const answer = [{ id: "net_1", name: "back", config: shown }];
    const context = newContext([{ call: "GET /api/v1/networks", answer }]);
    const given = declared({ name: "back", config, adopt: "net_1" });
    const { state } = await create(context, network, given);
    expect(state).toMatchObject({ config, __echoes: ["config", "name"] });
  });

  test("has a network's description as the program gives it, which nothing can change", async () => {
    const answer = [{ id: "net_1", name: "back", description: "old" }];
    const context = newContext([{ call: "GET /api/v1/networks", answer }]);
    const given = declared({ name: "back", description: "new", adopt: "net_1" });
    expect((await create(context, network, given)).state).toMatchObject({ description: "new" });
  });

  test("ends the create in the journal that made it", async () => {
    const context = newContext([{ call: read, answer: there }]);
    const intent = intentOf(context, volume, declared({ name: "data", region: "us" }));
    await context.journal.sent(intent, Infinity);
    await context.journal.made(intent, "vol_1");
    await create(context, volume, inputs);
    expect(await context.journal.find(intent.token, Infinity)).toBeUndefined();
  });

  test("leaves alone what the program does not give", async () => {
    const answer = { ...there, filesystem: "xfs" };
    const { state } = await create(newContext([{ call: read, answer }]), volume, inputs);
    expect(state).not.toHaveProperty("filesystem");
  });

  test.each([true, false])(
    "asks for it by itself where the list lacks outputs: %s",
    async (lacks) => {
      const web = { name: "web", type: "container", image: "debian/13" };
      const listed = { ...web, status: "running" };
      const port_block = { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 };
      const whole = { ...listed, ip_addresses: ["10.0.0.1"], ipv6_addresses: [], port_block };
      const list = { call: "GET /api/v1/instances", answer: [lacks ? listed : whole] };
      const itself = lacks ? [{ call: `${list.call}/web`, answer: whole }] : [];
      const given = declared({ ...web, adopt: "web" });
      const { state } = await create(newContext([list, ...itself]), container, given);
      expect(state).toMatchObject({ portBlock: { firstPort: 20_000 } });
    },
  );

  test("takes certificates for the same however they are divided and ordered, and a masked key", async () => {
    const [leaf, authority] = [makeCertificate(), makeCertificate({ commonName: "authority" })];
    const answer = {
      id: "cert_1",
      certificate: leaf.certificate,
      certificate_chain: authority.certificate,
      private_key: "********",
    };
    const context = newContext([{ call: "GET /v1/certificates/cert_1", answer }]);
    const { privateKey } = leaf;
    const given = declared({
      ...{ privateKey, certificate: `${leaf.certificate}\n${authority.certificate}` },
      ...{ adopt: "cert_1", __generatedName: true },
    });
    expect((await create(context, certificate, given)).state).toMatchObject({ privateKey });
  });
});

describe("an id that", () => {
  const missing = (call: string) => ({ call, status: 404, answer: { error: "it is not found" } });

  test("cannot be read is the user's word, with one warning", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const { id, state } = await create(context, volume, inputs);
    expect(id).toBe("vol_1");
    expect(state).toMatchObject({ ...inputs, __echoes: [] });
    expect(compare(newContext(), volume, { id, state, inputs }).changes).toBe(false);
    expect(context.said.filter((line) => line.startsWith("warning"))).toHaveLength(1);
  });

  test("an assumed route misses is adopted once the user says that there is no such route", async () => {
    const list = "GET /api/v1/storage/pools/default/volumes";
    const none = { "routes.poolVolume.get": "none", "routes.poolVolume.list": "none" };
    const given = declared({ pool: "default", name: "data", size: "10GiB", adopt: "default/data" });
    const context = newContext([missing(`${list}/data`), missing(list)]);
    const error = await errorOf(() => create(context, poolVolume, given));
    expect(error.code).toBe("notFound");
    for (const name of Object.keys(none)) expect(error.message).toContain(`"${name}": "none"`);
    const told = newContext([], { assumptions: none });
    expect((await create(told, poolVolume, given)).id).toBe("default/data");
  });

  const list = { call: "GET /v1/instances", answer: [] };
  test.each<[string, Definition, Props, readonly Expected[]]>([
    ["a route misses", volume, inputs, [missing(read), { call: "GET /v1/volumes", answer: [] }]],
    [
      "two lists miss",
      instance,
      declared({ region: "eu", plan: "small", image: "x", adopt: "inst_9" }),
      [list, list],
    ],
  ])("%s is not there, as for `get`", async (_what, definition, given, calls) => {
    const context = newContext(calls, { assumptions: { "routes.instance.get": "none" } });
    const error = await errorOf(() => create(context, definition, given));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.code).toBe("notFound");
  });

  test.each(["", "vol 1", "vol_1?", "../vol_1", "vol_1/", "/"])(
    "is %j is refused before anything is sent",
    async (adopt) => {
      const error = await errorOf(() => create(newContext(), volume, { ...inputs, adopt }));
      expect(error.code).toBe("input");
    },
  );
});

const running = { name: "web", status: "running", ip_addresses: ["198.51.100.1"] };
const web = { ...running, ipv6_addresses: [], port_block: { address: "203.0.113.1" } };
const ofWeb = { name: "web", image: "debian/13", adopt: "web" };
const ofNetwork = { name: "back", adopt: "net_1" };
const [old, renewed] = [makeCertificate(), makeCertificate()];
const long = "a-value-of-many-parts-".repeat(10);

/** The platform's object, the program's inputs, and the difference named by the refusal. */
type Mismatch = readonly [
  what: string,
  definition: Definition,
  there: Readonly<Record<string, Json>>,
  inputs: Props,
  says: RegExp,
];

const reads = new Map<Definition, string>([
  [volume, read],
  [certificate, "GET /v1/certificates/cert_1"],
  [container, "GET /api/v1/instances"],
  [network, "GET /api/v1/networks"],
]);

test.each<Mismatch>([
  ["one input", volume, there, { ...inputs, region: "us" }, /region.*"eu".*"us"/],
  [
    "several inputs",
    container,
    { ...web, image: "alpine/3", cpu_limit: "9", profile: "large" },
    { ...ofWeb, cpuLimit: "2", profile: "default" },
    /image.*cpuLimit.*profile/,
  ],
  // A preview shows no difference to what is adopted, so a mistyped size would be for ever.
  ["a size that only grows", volume, there, { ...inputs, sizeGb: 200 }, /sizeGb.*10.*200/],
  [
    "many inputs",
    container,
    { ...web, type: "vm", image: "a", cpu_limit: "9", memory_limit: "9GiB", profile: "large" },
    { ...ofWeb, type: "container", cpuLimit: "2", memoryLimit: "2GiB", profile: "default" },
    /type.*image.*cpuLimit.*memoryLimit.*profile/,
  ],
  [
    "a size in bytes",
    container,
    { ...web, image: "debian/13", memory_limit: "1073741824" },
    { ...ofWeb, memoryLimit: "2GiB" },
    /memoryLimit.*"1GiB".*"2GiB"/,
  ],
  ["long values", container, { ...web, image: `${long}1` }, { ...ofWeb, image: `${long}2` }, /…/],
  [
    "a certificate",
    certificate,
    { id: "cert_1", certificate: old.certificate },
    { ...renewed, adopt: "cert_1", __generatedName: true },
    /certificate.*SHA-256/,
  ],
  [
    "an address",
    network,
    { id: "net_1", name: "back", config: { "ipv4.address": "10.0.1.0/24" } },
    { ...ofNetwork, config: { "ipv4.address": "10.0.0.1/24" } },
    /config\.ipv4\.address/,
  ],
  [
    "a key of the user's own, whose value may be a secret",
    network,
    { id: "net_1", name: "back", config: { a: "hunter1" } },
    { ...ofNetwork, config: { a: "hunter2" } },
    /^(?!.*hunter).*config/,
  ],
])(
  "%s that would have to be replaced is refused, and nothing is changed",
  async (_what, definition, shown, given, says) => {
    const isListed = definition === container || definition === network;
    const call = { call: reads.get(definition) ?? "", answer: isListed ? [shown] : shown };
    const error = await errorOf(() => create(newContext([call]), definition, declared(given)));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.code).toBe("input");
    expect(error.message).toMatch(says);
  },
);

describe("a load balancer that was taken over without a name", () => {
  const rules = [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }];
  const forwarding_rules = [
    { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
  ];
  const health = { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 };
  const given = {
    ...{ region: "eu", forwardingRules: rules, healthCheck: health },
    backendInstances: ["inst_1"],
  };
  const wire = { name: "old", forwarding_rules, health_check: health };
  const shown = { id: "lb_1", region: "eu", ...wire, backend_instances: ["inst_1"] };
  const call = "/v1/load-balancers/lb_1";
  const settings = { mailEnabled: false, now: 0 };

  async function adopted() {
    const asked = { oldInputs: {}, inputs: declared({ ...given, adopt: "lb_1" }) };
    const { inputs: checked } = check(loadBalancer, settings, asked);
    const context = newContext([{ call: `GET ${call}`, answer: { ...shown, status: "active" } }]);
    const { state } = await create(context, loadBalancer, checked);
    return { checked, state };
  }

  test("is no difference once adopt is removed", async () => {
    const { checked, state } = await adopted();
    const later = { oldInputs: checked, inputs: declared(given) };
    const { inputs: wanted } = check(loadBalancer, settings, later);
    const work = { id: "lb_1", state, inputs: wanted };
    expect(compare(newContext(), loadBalancer, work).changes).toBe(false);
  });

  test("keeps the name it has when it is changed later", async () => {
    const { checked, state } = await adopted();
    const changed = declared({ ...given, backendInstances: ["inst_2"] });
    const { inputs: wanted } = check(loadBalancer, settings, {
      oldInputs: checked,
      inputs: changed,
    });
    const body = { backend_instances: ["inst_2"] };
    const answer = { ...shown, backend_instances: ["inst_2"], status: "active" };
    const context = newContext([{ call: `PATCH ${call}`, body, answer }]);
    const stored = await update(context, loadBalancer, { id: "lb_1", state, inputs: wanted });
    expect(stored).toMatchObject({ name: "old", backendInstances: ["inst_2"] });
  });
});
