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

const post = (answer: Expected["answer"]): Expected => ({
  call: "POST /v1/volumes",
  body: sent,
  ...(answer === undefined ? {} : { answer }),
});
const free = freeName("POST /v1/volumes");
const get = (rest: Partial<Expected>): Expected => ({ call: "GET /v1/volumes/vol_1", ...rest });

describe("a create", () => {
  test("sends its own inputs in wire naming and stores inputs, outputs and what was learned", async () => {
    const context = newContext([free, post(made), get({ answer: ready })]);
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

  test("counts as echo only what a look showed as it was sent", async () => {
    const seen = { id: "vol_1", name: "DATA", size_gb: 10, region: null };
    const context = newContext([free, post(seen), get({ answer: seen })]);
    const { state } = await create(context, volume, inputs);
    expect(state).toMatchObject({ name: "data", region: "eu", __echoes: ["sizeGb"] });
  });

  test("takes no value for an echo that only its own answer repeats", async () => {
    const answer = { ...made, status: "available" };
    const page = { status: 404, text: "no such page" };
    const unread = newContext([free, post(answer), get(page), { ...free, ...page }]);
    expect((await create(unread, volume, inputs)).state).toMatchObject({ __echoes: [] });
    const other = { ...ready, region: "EU-1", size_gb: "10G" };
    const read = newContext([free, post(answer), get({ answer: other })]);
    expect((await create(read, volume, inputs)).state).toMatchObject({ __echoes: ["name"] });
  });

  test("takes the id that is a name from its inputs", async () => {
    const body = { name: "web", type: "container", image: "debian/13" };
    const calls = [
      { call: "GET /api/v1/instances", answer: [] },
      { call: "POST /api/v1/instances", body, answer: { status: "running" } },
    ];
    const given = declared({ ...body, __generatedName: true });
    expect((await create(newContext(calls), container, given)).id).toBe("web");
  });

  test.each([
    ["nothing", undefined],
    ["no id", { name: "data" }],
    ["another kind of id", { id: "inst_1" }],
    ["a path", { id: "vol_1/../x" }],
  ])("whose answer is %s is unresolved until the volume is looked up", async (_name, answer) => {
    const absent = { ...free, status: 404, text: "no page" };
    const looks = new Array<Expected>(6).fill(absent);
    const context = newContext([free, post(answer), ...looks]);
    const failure = await partialFailureOf(() => create(context, volume, inputs));
    expect(failure).toMatchObject({
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
    const calls = [free, { ...post({ error: "no" }), status }];
    const error = await errorOf(() => create(newContext(calls), volume, inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ code, status });
    expect(error.message).toMatch(/^volume "main"(: POST \/v1\/volumes | was not created: no)/);
  });

  test("whose name is taken says how to go on with the one that has it", async () => {
    const calls = [free, { ...post({ error: "the name is taken" }), status: 409 }];
    const { message } = await errorOf(() => create(newContext(calls), volume, inputs));
    expect(message).toBe(
      'volume "main" was not created: the name is taken (409). Correct what it names; if it is the name, set another `name`, set adopt to the holder\'s id, or, after `--replace`, set deleteBeforeReplace: true for this run (which deletes its data).',
    );
  });

  test("whose place is taken says what to do where the older one is deleted last", async () => {
    const call = "POST /api/v1/instances/web/ports";
    const answer = { error: "tcp port 20011 is forwarded already" };
    const body = { protocol: "tcp", public_port: 20011, target_port: 80 };
    const forward = { instanceName: "web", protocol: "tcp", publicPort: 20011, targetPort: 80 };
    const context = newContext([{ call, body, status: 409, answer }]);
    const { message } = await errorOf(() => create(context, portForward, declared(forward)));
    expect(message).toBe(
      'port forward "main" was not created: tcp port 20011 is forwarded already (409). Correct what it names, set adopt to web/tcp/20011, or, where `--replace` deletes it last, remove it in the console.',
    );
  });

  test("that names what the platform does not have says which input to check", async () => {
    const error = 'region "eu" not found';
    const calls = [free, { ...post({ error }), status: 404 }];
    const { message } = await errorOf(() => create(newContext(calls), volume, inputs));
    expect(message).toBe(
      `volume "main" was not created: ${error}, or this key cannot see it. Check region; if this stack made it, \`pulumi refresh\` tells whether it is there.`,
    );
  });
});

describe("an object that exists", () => {
  test.each<[string, readonly Expected[], RegExp]>([
    ["may not be read", [get({ status: 403, answer: { error: "no" } })], /\(403\): no/],
    ["cannot be read now", [get({ status: 500, answer: { error: "oops" } })], /oops/],
    [
      "is broken",
      [get({ answer: { ...made, status: "error" } })],
      /^volume "main" \(vol_1\) exists but will not become usable: its status is "error"\. /,
    ],
    [
      "vanishes",
      [
        get({ answer: made }),
        ...new Array(3).fill(get({ status: 404, answer: { error: "gone" } })),
      ],
      /^volume "main" \(vol_1\) vanished while it was waited for\. /,
    ],
    [
      "breaks a promise of ours",
      [get({ error: new HostingError("bug", "An unexpected error") })],
      /An unexpected error$/,
    ],
  ])("is kept with its id and all inputs when it %s", async (_what, calls, message) => {
    const context = newContext([free, post(made), ...calls]);
    const failure = await partialFailureOf(() => create(context, volume, inputs));
    expect(failure.message).toMatch(message);
    expect(failure).toMatchObject({
      id: "vol_1",
      reasons: [failure.message],
      properties: {
        ...inputs,
        status: "creating",
        __world: world,
        __unfinished: failure.message,
      },
    });
  });

  test("is kept with what was learned about routes on the way", async () => {
    const broken = { ...made, status: "failed" };
    const context = newContext([free, post(made), get({ answer: broken })]);
    const failure = await partialFailureOf(() => create(context, volume, inputs));
    expect(failure.properties["__routes"]).toEqual({ "GET /v1/volumes/{volume_id}": "works" });
  });

  test("keeps what its creation told where the list that it is awaited in shows less", async () => {
    const body = { name: "web", type: "container", image: "debian/13" };
    const given = declared({ ...body, __generatedName: true });
    const port_block = { address: "203.0.113.1", first_port: 20000, last_port: 20009 };
    const context = newContext([
      { call: "GET /api/v1/instances", answer: [] },
      {
        call: "POST /api/v1/instances",
        body,
        answer: { name: "web", status: "provisioning", port_block },
      },
      {
        call: "GET /api/v1/instances",
        answer: [{ name: "web", status: "running", ip_addresses: ["10.0.0.2"] }],
      },
    ]);
    const { state } = await create(context, container, given);
    expect(state).toMatchObject({
      status: "running",
      ipAddresses: ["10.0.0.2"],
      portBlock: { address: "203.0.113.1", firstPort: 20000, lastPort: 20009 },
    });
  });

  test("is brought to what its creation cannot say", async () => {
    const body = { name: "web", type: "container", image: "debian/13" };
    const given = declared({ ...body, desiredState: "frozen", __generatedName: true });
    const running = { name: "web", status: "running", ip_addresses: ["10.0.0.2"] };
    const context = newContext([
      { call: "GET /api/v1/instances", answer: [] },
      { call: "POST /api/v1/instances", body, answer: running },
      { call: "GET /api/v1/instances", answer: [running] },
      { call: "POST /api/v1/instances/web/action", body: { action: "freeze" } },
      { call: "GET /api/v1/instances", answer: [{ ...running, status: "frozen" }] },
    ]);
    const { state } = await create(context, container, given);
    expect(state).toMatchObject({ desiredState: "frozen", status: "frozen" });
  });
});
