import { describe, expect, test } from "vitest";
import { HostingError, PartialFailure } from "../../../../provider/errors.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { container } from "../../../../resources/compute/container.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { type Expected, freeName } from "../../../support/fake-api.ts";
import {
  declared,
  errorOf,
  keyMark,
  newContext,
  partialFailureOf,
  world,
} from "../../../support/session.ts";

const inputs = declared({
  name: "data",
  region: "eu",
  sizeGb: 10,
  allowDataLoss: true,
  timeouts: { create: "1m" },
});
const sent = { name: "data", region: "eu", size_gb: 10 };
const made = { id: "vol_1", ...sent, filesystem: null, status: "creating" };
const ready = { ...made, status: "available" };

const post = (rest: Partial<Expected>): Expected => ({
  call: "POST /v1/volumes",
  body: sent,
  ...rest,
});
const free = freeName("POST /v1/volumes");
const get = (rest: Partial<Expected>): Expected => ({ call: "GET /v1/volumes/vol_1", ...rest });
const page = { status: 404, text: "no such page" };

describe("a create", () => {
  test("sends its own inputs in wire naming and stores inputs, outputs and what was learned", async () => {
    const context = newContext([free, post({ answer: made }), get({ answer: ready })]);
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
    expect(context.said).toEqual([]);
  });

  test.each<[string, readonly Expected[], readonly string[]]>([
    [
      "only what a look showed as it was sent",
      [
        post({ answer: made }),
        get({ answer: { id: "vol_1", name: "DATA", size_gb: 10, region: null } }),
      ],
      ["sizeGb"],
    ],
    [
      "not what is spelled otherwise",
      [post({ answer: ready }), get({ answer: { ...ready, region: "EU-1", size_gb: "10G" } })],
      ["name"],
    ],
    ["not its own answer", [post({ answer: ready }), get(page), { ...free, ...page }], []],
  ])("counts as echo %s", async (_what, calls, echoes) => {
    const { state } = await create(newContext([free, ...calls]), volume, inputs);
    expect(state).toMatchObject({ name: "data", region: "eu", __echoes: echoes });
  });

  test.each<[string, Partial<Expected>]>([
    ["nothing", {}],
    ["no id", { answer: { name: "data" } }],
    ["another kind of id", { answer: { id: "inst_1" } }],
    ["a path", { answer: { id: "vol_1/../x" } }],
  ])("whose answer is %s is unresolved until the volume is looked up", async (_name, answer) => {
    const looks = new Array<Expected>(6).fill({ ...free, ...page });
    const context = newContext([free, post(answer), ...looks]);
    expect(await partialFailureOf(() => create(context, volume, inputs))).toMatchObject({
      code: "unknownOutcome",
      id: expect.stringMatching(/^unresolved-/),
    });
  });

  test.each([
    [401, "key"],
    [403, "key"],
    [404, "notFound"],
    [409, "refused"],
    [422, "refused"],
    [429, "rateLimit"],
  ])("that is answered with %i fails with %s and stores nothing", async (status, code) => {
    const calls = [free, post({ status, answer: { error: "no" } })];
    const error = await errorOf(() => create(newContext(calls), volume, inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ code, status });
    expect(error.message).toMatch(/^volume "main"/);
  });

  const forward = { instanceName: "web", protocol: "tcp", publicPort: 20_011, targetPort: 80 };
  test.each([
    [
      "a taken name",
      volume,
      inputs,
      409,
      "the name is taken",
      /`name`.*adopt.*deleteBeforeReplace/,
    ],
    [
      "a taken port",
      portForward,
      declared(forward),
      409,
      "it is forwarded",
      /adopt to web\/tcp\/20011/,
    ],
    ["what is not there", volume, inputs, 404, 'region "eu" not found', /Check region/],
  ])("that meets %s says how to go on", async (_what, definition, given, status, words, says) => {
    const answer = { error: words };
    const call = "POST /api/v1/instances/web/ports";
    const body = { protocol: "tcp", public_port: 20_011, target_port: 80 };
    const calls =
      given === inputs ? [free, post({ status, answer })] : [{ call, body, status, answer }];
    const { message } = await errorOf(() => create(newContext(calls), definition, given));
    expect(message).toContain(words);
    expect(message).toMatch(says);
  });
});

describe("an object that exists", () => {
  const gone = get({ status: 404, answer: { error: "gone" } });
  test.each<[string, readonly Expected[], RegExp]>([
    ["may not be read", [get({ status: 403, answer: { error: "no" } })], /403/],
    ["vanishes", [get({ answer: made }), gone, gone, gone], /vol_1.*vanished/],
    ["meets a mistake of ours", [get({ error: new HostingError("bug", "An error") })], /An error/],
  ])("is kept with its id and all inputs when it %s", async (_what, calls, message) => {
    const context = newContext([free, post({ answer: made }), ...calls]);
    const failure = await partialFailureOf(() => create(context, volume, inputs));
    expect(failure.message).toMatch(message);
    expect(failure).toMatchObject({
      id: "vol_1",
      reasons: [failure.message],
      properties: { ...inputs, status: "creating", __unfinished: failure.message },
    });
  });

  test("is kept with what was learned about routes on the way", async () => {
    const broken = { ...made, status: "failed" };
    const context = newContext([free, post({ answer: made }), get({ answer: broken })]);
    const failure = await partialFailureOf(() => create(context, volume, inputs));
    expect(failure.properties["__routes"]).toEqual({ "GET /v1/volumes/{volume_id}": "works" });
  });
});

describe("a container", () => {
  const body = { name: "web", type: "container", image: "debian/13" };
  const list = { call: "GET /api/v1/instances" };
  const postContainer = { call: "POST /api/v1/instances", body };
  const running = { name: "web", status: "running", ip_addresses: ["10.0.0.2"] };
  const given = declared({ ...body, __generatedName: true });

  test("has its name as id, also where no answer shows one", async () => {
    const calls = [
      { ...list, answer: [] },
      { ...postContainer, answer: { status: "running" } },
    ];
    expect((await create(newContext(calls), container, given)).id).toBe("web");
  });

  test("keeps what the answer to its create showed where the list shows less", async () => {
    const port_block = { address: "203.0.113.1", first_port: 20000, last_port: 20009 };
    const context = newContext([
      { ...list, answer: [] },
      { ...postContainer, answer: { name: "web", status: "provisioning", port_block } },
      { ...list, answer: [running] },
    ]);
    expect((await create(context, container, given)).state).toMatchObject({
      status: "running",
      ipAddresses: ["10.0.0.2"],
      portBlock: { address: "203.0.113.1", firstPort: 20000, lastPort: 20009 },
    });
  });

  test("is brought to what its creation cannot say", async () => {
    const context = newContext([
      { ...list, answer: [] },
      { ...postContainer, answer: running },
      { ...list, answer: [running] },
      { call: "POST /api/v1/instances/web/action", body: { action: "freeze" } },
      { ...list, answer: [{ ...running, status: "frozen" }] },
    ]);
    const { state } = await create(context, container, { ...given, desiredState: "frozen" });
    expect(state).toMatchObject({ desiredState: "frozen", status: "frozen" });
  });
});
