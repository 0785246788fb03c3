import { describe, expect, onTestFinished, test, vi } from "vitest";
import { HostingError } from "../../../provider/errors.ts";
import type { Handler } from "../../../resources/runtime.ts";
import { declared } from "../../support/session.ts";
import { embeddedHandler, freshRuntime, stackConfig } from "../../support/session-runtime.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
const type = "storage:Volume";

type Work = (handler: Handler) => Promise<unknown>;

/** Every call of the protocol that reaches the platform. */
const calls: readonly (readonly [name: string, work: Work])[] = [
  ["diff", (handler) => handler.diff("vol_1", inputs, inputs)],
  ["create", (handler) => handler.create(inputs)],
  ["read", (handler) => handler.read("vol_1", inputs)],
  ["update", (handler) => handler.update("vol_1", inputs, inputs)],
  ["delete", (handler) => handler.delete("vol_1", inputs)],
];

/** An error as Pulumi's host sees it. */
interface Thrown {
  readonly isOurs: boolean;
  readonly message: string;
  readonly stack: string | undefined;
  readonly hasId: boolean;
  readonly id: unknown;
  readonly reasons: unknown;
  readonly properties: unknown;
}

/** The rejection of a call. */
async function thrownBy(work: Promise<unknown>): Promise<Thrown> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const part = (name: string): unknown => Reflect.get(error, name);
    return {
      isOurs: HostingError.isInstance(error),
      message: error.message,
      stack: error.stack,
      hasId: "id" in error,
      id: part("id"),
      reasons: part("reasons"),
      properties: part("properties"),
    };
  }
  throw new Error("nothing was thrown");
}

/** True when Pulumi's host can send the value: JSON without `undefined` at any depth. */
function isSendable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).every(isSendable);
}

test("what was shown has reached the engine before the process may end", async () => {
  const { handler } = await embeddedHandler(type);
  const shared: unknown = Reflect.get(globalThis, Symbol.for("pulumi-hosting.process.v1"));
  const { shutdown, screen } = Object(shared);
  const order: string[] = [];
  vi.spyOn(screen, "settle").mockImplementation(async () => void order.push("shown"));
  const during = shutdown.during.bind(shutdown);
  vi.spyOn(shutdown, "during").mockImplementation(async (work) => {
    const result: unknown = await during(work);
    order.push("over");
    return result;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await handler.create(inputs);
  expect(order).toEqual(["shown", "over"]);
});

describe("the life of a volume", () => {
  test("is check, create, diff, read, update and delete, each with a result that can be sent", async () => {
    const { handler, platform, nextRun } = await embeddedHandler(type);
    const checked: unknown = await handler.check({}, { ...inputs, filesystem: undefined });
    expect(checked).toStrictEqual({ inputs, failures: [] });

    const created = Object(await handler.create(inputs));
    expect(created).toMatchObject({ id: expect.stringMatching(/^vol_/), outs: inputs });
    expect(created.outs.__world).toBe(`embedded:${platform.worldId}`);

    const same = await handler.diff(created.id, created.outs, inputs);
    expect(same).toStrictEqual({ changes: false, replaces: [], deleteBeforeReplace: true });

    const grown = { ...inputs, sizeGb: 20 };
    const changed = await handler.diff(created.id, created.outs, grown);
    expect(changed).toStrictEqual({ replaces: [], deleteBeforeReplace: true });

    const read = await handler.read(created.id, created.outs);
    expect(read).toStrictEqual({ id: created.id, props: created.outs, inputs });

    const updated = Object(await handler.update(created.id, created.outs, grown));
    expect(updated.outs).toMatchObject(grown);
    expect(platform.snapshot().volume).toMatchObject([{ id: created.id, size_gb: 20 }]);

    for (const result of [checked, created, same, changed, read, updated]) {
      expect(isSendable(result)).toBe(true);
    }
    const later = await nextRun();
    expect(await later.delete(created.id, updated.outs)).toBeUndefined();
    expect(platform.snapshot().volume).toEqual([]);
    const gone = await later.read(created.id, updated.outs);
    expect(gone).toStrictEqual({ id: "", props: {}, inputs: {} });
  });
});

test("what a comparison says decides what the second check of a replacement refuses", async () => {
  const { handler } = await embeddedHandler(type);
  const { id, outs } = Object(await handler.create(inputs));
  const checkedAnew = async (wanted: typeof inputs) => {
    await handler.check(inputs, wanted);
    await handler.diff(id, outs, wanted);
    return handler.check({}, wanted);
  };
  expect(await checkedAnew(inputs)).toMatchObject({ failures: [] });
  expect(await checkedAnew({ ...inputs, sizeGb: 20 })).toMatchObject({
    failures: [{ property: "", reason: expect.stringContaining("was not replaced") }],
  });
});

describe("configure", () => {
  test("only stores: settings are read when they are needed", async () => {
    const { handler } = await freshRuntime();
    const get = vi.fn(() => undefined);
    await handler(type).configure({ config: { get } });
    expect(get).not.toHaveBeenCalled();
    await thrownBy(handler(type).create(inputs));
    expect(get).toHaveBeenCalledWith("hosting:backend");
  });

  test("of one resource serves those that are called before their own is done", async () => {
    const { handler } = await embeddedHandler(type);
    await handler.create(inputs);
    const runtime = await import("../../../resources/runtime.ts");
    const other = runtime.handler("network:FloatingIp");
    expect(await other.create(declared({ region: "eu" }))).toMatchObject({
      id: expect.stringMatching(/^fip_/),
    });
  });
});

describe("an error", () => {
  test.each(calls)("of settings fails %s with one line and without an id", async (_name, work) => {
    const { handler } = await freshRuntime();
    const error = await thrownBy(work(handler(type)));
    expect(error.isOurs).toBe(true);
    expect(error.message).toMatch(/^No platform is chosen, so nothing was sent\. /);
    expect(error.stack).toBe(error.message);
    expect(error.hasId).toBe(false);
  });

  test("of settings fails a check as a problem of no property", async () => {
    const { handler } = await freshRuntime();
    const failures = [{ property: "", reason: expect.stringMatching(/^No platform is chosen/) }];
    expect(await handler(type).check({}, inputs)).toStrictEqual({ inputs, failures });
  });

  test.each(calls)("that nobody expected fails %s as ours", async (_name, work) => {
    const { handler } = await freshRuntime();
    const broken = () => {
      throw Object.assign(new TypeError("x is not a function"), { id: "req_1" });
    };
    await handler(type).configure({ config: { get: broken } });
    const error = await thrownBy(work(handler(type)));
    expect(error.message).toMatch(
      /^An unexpected error inside pulumi-hosting: x is not a function\./,
    );
    expect(error.stack).toBe(error.message);
    expect(error.hasId).toBe(false);
  });

  test("after the creation carries id, all inputs, the provider text and what is left to do", async () => {
    const { handler, platform } = await embeddedHandler(type);
    platform.faults.add({ method: "GET", path: "/v1/volumes/*", status: 403 });
    const error = await thrownBy(handler.create({ ...inputs, filesystem: undefined }));
    const [made] = platform.snapshot().volume;
    expect(error.id).toBe(made?.["id"]);
    expect(error.reasons).toEqual([error.message]);
    expect(error.properties).toMatchObject({
      ...inputs,
      __provider: "provider text",
      __unfinished: error.message,
    });
    expect(isSendable(error.properties)).toBe(true);
    expect(error.stack).toBe(error.message);

    platform.faults.clear();
    const state = Object(error.properties);
    const difference = await handler.diff(String(error.id), state, inputs);
    expect(difference).toMatchObject({ changes: true, replaces: [] });
    const { outs } = Object(await handler.update(String(error.id), state, inputs));
    expect(outs).not.toHaveProperty("__unfinished");
    expect(platform.snapshot().volume).toHaveLength(1);
  });
});

test("a failed update carries the provider text, also where the state had none", async () => {
  const { handler, platform } = await embeddedHandler("network:Firewall");
  const rules = { name: "edge", inbound: [], outbound: [] };
  const { id, outs } = Object(await handler.create(declared(rules)));
  const { __provider, ...state } = outs;
  platform.faults.add({ method: "PATCH", status: 405, body: '{"error":"no such method"}' });
  const changed = declared({ ...rules, inbound: [{ protocol: "icmp" }] });
  const error = await thrownBy(handler.update(id, state, changed));
  expect(error).toMatchObject({ id, properties: { inbound: [], __provider } });
});

describe("a check", () => {
  function check(more: Readonly<Record<string, unknown>>, config = {}) {
    return embeddedHandler(type, config).then(({ handler }) =>
      handler.check({}, { ...inputs, ...more }),
    );
  }

  test.each([
    ["short", "btrfs", "filesystem"],
    ["long: the engine would print it", "x".repeat(81), ""],
    ["of several lines", "-----BEGIN PRIVATE KEY-----\nsecret", ""],
    ["a list", ["secret"], ""],
  ])("names the input that is wrong where its value is %s", async (_what, filesystem, property) => {
    const { failures } = Object(await check({ filesystem }));
    expect(failures).toEqual([{ property, reason: expect.stringMatching(/^filesystem must be/) }]);
  });

  test("shows a warning and goes on", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const { handler } = await embeddedHandler("network:LoadBalancer");
    const rule = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
    const balancer = {
      name: "shop",
      region: "eu",
      forwardingRules: [rule],
      healthCheck: { protocol: "tcp", port: 80, interval: 5, timeout: 5, threshold: 3 },
      backendInstances: ["inst_1"],
    };
    expect(await handler.check({}, declared(balancer))).toMatchObject({ failures: [] });
    const [[line] = [], ...more] = log.mock.calls;
    expect(line).toMatch(/^warning: load balancer "main": healthCheck\.timeout/);
    expect(more).toEqual([]);
  });

  test("follows the settings", async () => {
    const forward = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 25 };
    const failuresWith = async (config: Readonly<Record<string, string>>) => {
      const { handler } = await embeddedHandler("compute:PortForward", config);
      return Object(await handler.check({}, declared(forward))).failures;
    };
    expect(await failuresWith({})).toMatchObject([{ property: "targetPort" }]);
    expect(await failuresWith({ mailEnabled: "true" })).toEqual([]);
  });
});

test("an environment variable is read in the provider process", async () => {
  const { handler } = await freshRuntime();
  vi.stubEnv("HOSTING_BACKEND", "cloud");
  await handler(type).configure(stackConfig({ backend: "embedded" }));
  const error = await thrownBy(handler(type).create(inputs));
  expect(error.message).toContain('must be embedded or api, not "cloud"');
});
