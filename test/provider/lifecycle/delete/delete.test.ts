import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { failureOf, json, lost, openStage, type Reply, refused } from "../../errors/stage.ts";

/** Answers by `METHOD /path`: each of them is given once, and the last one again and again. */
type Script = Readonly<Record<string, readonly Reply[]>>;

const one = "/v1/load-balancers/lb_1";
const [get, erase] = [`GET ${one}`, `DELETE ${one}`];
const none = refused(404, "load balancer lb_1 not found");
const page = { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" };
const shown = json(200, { id: "lb_1", region: "eu", status: "active" });
const done = json(200, {});
const trusted = { __routes: { "GET /v1/load-balancers/{id}": "works" } };
const trustedDelete = { __routes: { "DELETE /v1/load-balancers/{id}": "works" } };

/** Deletes an object on a platform that answers so; gives what was sent, when, and how it failed. */
async function deleting(script: Script, [type, id, state]: readonly [string, string, Props]) {
  const calls: string[] = [];
  const at: number[] = [];
  const given = new Map<string, number>();
  const stage = openStage((call) => {
    calls.push(call);
    at.push(stage.context.clock.now());
    const replies = script[call] ?? [page];
    const count = given.get(call) ?? 0;
    given.set(call, count + 1);
    return replies[Math.min(count, replies.length - 1)] ?? page;
  });
  const startedAt = stage.context.clock.now();
  const error = await failureOf(() => stage.remove(type, id, state)).catch((reason: Error) => {
    if (reason.message !== "nothing failed") throw reason;
    return undefined;
  });
  const seconds = (call: string) =>
    at
      .filter((_time, index) => calls[index] === call)
      .map((time) => Math.round((time - startedAt) / 1000));
  return { error, calls, seconds, writes: calls.filter((call) => !call.startsWith("GET")) };
}

const balancer = (state: Props = {}) => ["network:LoadBalancer", "lb_1", state] as const;

describe("a load balancer, whose routes are all assumed,", () => {
  test.each<[string, Script, Props]>([
    ["the DELETE is accepted and the GET misses it", { [erase]: [done], [get]: [none] }, trusted],
    [
      "the DELETE is accepted, and it goes later",
      { [erase]: [done], [get]: [shown, shown, none] },
      trusted,
    ],
    ["the DELETE is accepted, and nothing reads it", { [erase]: [done] }, {}],
    ["a DELETE that worked before misses it", { [erase]: [none] }, trustedDelete],
    ["DELETE and GET miss it", { [erase]: [none], [get]: [none] }, trusted],
    ["the answer is lost and the GET misses it", { [erase]: [lost], [get]: [none] }, trusted],
  ])("is deleted where %s", async (_what, script, state) => {
    const { error, writes } = await deleting(script, balancer(state));
    expect(error).toBeUndefined();
    expect(writes).toEqual([erase]);
  });

  test.each<[string, Script, Props, string]>([
    ["a DELETE misses what is there", { [erase]: [none], [get]: [shown] }, {}, "gap"],
    ["no answer is one of a route", { [erase]: [page], [get]: [page] }, {}, "gap"],
    ["a DELETE that nothing has shown misses it", { [erase]: [none], [get]: [none] }, {}, "gap"],
    [
      "the platform has no DELETE",
      { [erase]: [refused(405, "no")], [get]: [shown] },
      trusted,
      "gap",
    ],
    ["the key is refused", { [erase]: [refused(401, "no")] }, {}, "key"],
    ["the key may not", { [erase]: [refused(403, "no")] }, {}, "key"],
    ["it is there for all its time", { [erase]: [done], [get]: [shown] }, trusted, "timeout"],
  ])("stays in the state where %s", async (_what, script, state, code) => {
    const { error, writes } = await deleting(script, balancer(state));
    expect(error?.code).toBe(code);
    expect(writes).toEqual([erase]);
    if (code === "gap" || code === "timeout")
      expect(error?.message).toContain("HOSTING_DELETED_BY_HAND=LoadBalancer:lb_1");
  });

  test("is deleted again after a lost answer while it is there, three times more at most", async () => {
    const again = { [erase]: [lost, lost, done], [get]: [shown, shown, none] };
    expect((await deleting(again, balancer(trusted))).writes).toEqual([erase, erase, erase]);
    const never = await deleting({ [erase]: [lost], [get]: [shown] }, balancer(trusted));
    expect(never.error?.code).toBe("unknownOutcome");
    expect(never.writes).toHaveLength(4);
  });

  test.each([400, 409, 412, 422, 423])(
    "is deleted again after a refusal with %i, ever less often",
    async (status) => {
      const inUse = refused(status, "in use");
      const script = { [erase]: [...new Array<Reply>(6).fill(inUse), done], [get]: [none] };
      const { error, seconds } = await deleting(script, balancer(trusted));
      expect(error).toBeUndefined();
      const times = seconds(erase);
      const gaps = times.slice(1).map((second, at) => second - (times[at] ?? 0));
      expect(gaps).toEqual(gaps.toSorted((left, right) => left - right));
      expect(gaps[0]).toBeLessThan(5);
      expect(gaps.at(-1)).toBe(10);
    },
  );

  test("says the last refusal when its time is over", async () => {
    const script = { [erase]: [refused(409, "first"), refused(409, "second")] };
    const { error } = await deleting(script, balancer({ timeouts: { delete: 4 } }));
    expect(error?.code).toBe("timeout");
    expect(error?.message).toContain("second (409)");
  });
});

interface Preparation {
  readonly object: readonly [type: string, id: string, state: Props];
  readonly before: Script;
  readonly step: string;
  readonly erase: string;
  readonly get: string;
}

const machine = (status: string) => json(200, [{ name: "web", status }]);
const volume = (instance_id: string | null) => json(200, { id: "vol_1", instance_id });
const address = (instance_id: string | null) => json(200, { id: "fip_1", instance_id });

const preparations: Readonly<Record<string, Preparation>> = {
  "a container is stopped": {
    object: ["compute:Container", "web", { name: "web", image: "debian/13" }],
    before: { "GET /api/v1/instances": [machine("running"), machine("stopped")] },
    step: "POST /api/v1/instances/web/action",
    erase: "DELETE /api/v1/instances/web",
    get: "GET /api/v1/instances",
  },
  "a volume is detached": {
    object: ["storage:Volume", "vol_1", { region: "eu", sizeGb: 1 }],
    before: { "GET /v1/volumes/vol_1": [volume("inst_1"), volume(null)] },
    step: "POST /v1/volumes/vol_1/detach",
    erase: "DELETE /v1/volumes/vol_1",
    get: "GET /v1/volumes/vol_1",
  },
  "a floating IP is unassigned": {
    object: ["network:FloatingIp", "fip_1", { region: "eu" }],
    before: { "GET /v1/floating-ips/fip_1": [address("inst_1"), address(null)] },
    step: "POST /v1/floating-ips/fip_1/unassign",
    erase: "DELETE /v1/floating-ips/fip_1",
    get: "GET /v1/floating-ips/fip_1",
  },
};

describe.each(Object.entries(preparations))("before its deletion %s", (_what, kind) => {
  test("and not again once it is", async () => {
    const { before, erase: last, get: look, object, step } = kind;
    const looks = before[look] ?? [];
    const after =
      look === "GET /api/v1/instances" ? json(200, []) : refused(404, "it is not there");
    const first = object[0] === "compute:Container" ? looks : looks.slice(0, 1);
    const script = { [look]: [...first, after], [step]: [done], [last]: [done] };
    const { error, writes } = await deleting(script, object);
    expect(error).toBeUndefined();
    expect(writes).toEqual([step, last]);
  });

  test.each([401, 403])(
    "and a key that may not delete it (%i) is told first what was done",
    async (status) => {
      const { before, erase: last, object, step } = kind;
      const denied = refused(status, "role developer cannot delete resources");
      const script = { ...before, [step]: [done], [last]: [denied] };
      const { error, writes } = await deleting(script, object);
      expect(writes).toEqual([step, last]);
      expect(error?.code).toBe("key");
      expect(error?.message).toMatch(
        /^\S+ ?\S* "[^"]+" was (stopped, but|detached, but|unassigned, but) not deleted: .*role developer/,
      );
    },
  );
});

test.each<[string, Reply]>([
  ["attached nowhere", volume(null)],
  ["not shown to be attached", json(200, { id: "vol_1" })],
  ["not readable", page],
])("a volume that is %s is deleted as it is", async (_what, look) => {
  const [read, last] = ["GET /v1/volumes/vol_1", "DELETE /v1/volumes/vol_1"];
  const script = { [read]: [look, refused(404, "no volume vol_1")], [last]: [done] };
  const object = ["storage:Volume", "vol_1", { region: "eu", sizeGb: 1 }] as const;
  const { error, writes } = await deleting(script, object);
  expect(error).toBeUndefined();
  expect(writes).toEqual([last]);
});

test("a certificate is deleted once no load balancer uses it", async () => {
  const last = "DELETE /v1/certificates/cert_1";
  const inUse = refused(409, "load balancer edge uses cert_1");
  const script = { [last]: [inUse, inUse, done] };
  const { error, writes } = await deleting(script, ["network:Certificate", "cert_1", {}]);
  expect(error).toBeUndefined();
  expect(writes).toEqual([last, last, last]);
});

describe("a container that is not stopped, as its DELETE says,", () => {
  const action = "POST /api/v1/instances/web/action";
  const last = "DELETE /api/v1/instances/web";
  const object = ["compute:Container", "web", { name: "web", image: "debian/13" }] as const;
  const still = refused(409, "web still runs");

  test("is stopped again, at most every ten seconds, until its time is over", async () => {
    const script = {
      "GET /api/v1/instances": [machine("running")],
      [action]: [done],
      [last]: [still],
    };
    const { error, seconds } = await deleting(script, object);
    expect(error?.code).toBe("timeout");
    expect(error?.message).toContain("web still runs");
    const stops = seconds(action);
    const gaps = stops.slice(1).map((second, at) => second - (stops[at] ?? 0));
    expect(stops.length).toBeGreaterThan(1);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
  });

  test("and is shown as stopped, is given up after a minute of the same refusal", async () => {
    const script = { "GET /api/v1/instances": [machine("stopped")], [last]: [still] };
    const { error, seconds } = await deleting(script, object);
    expect(error?.code).toBe("refused");
    expect(error?.message).toContain("web still runs");
    const [at = 0] = seconds(last).slice(-1);
    expect(at).toBeGreaterThanOrEqual(60);
    expect(at).toBeLessThan(75);
  });
});
