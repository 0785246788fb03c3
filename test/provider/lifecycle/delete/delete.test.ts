import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { failureOf, json, openStage, type Reply, refused } from "../../errors/stage.ts";

/** Answers by `METHOD /path`: each of them is given once, and the last one again and again. */
type Script = Readonly<Record<string, readonly Reply[]>>;

const page = { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" };
const done = json(200, {});

/** Deletes an object on a platform that answers so; gives what was sent and how it failed. */
async function deleting(script: Script, [type, id, state]: readonly [string, string, Props]) {
  const calls: string[] = [];
  const given = new Map<string, number>();
  const stage = openStage((call) => {
    calls.push(call);
    const replies = script[call] ?? [page];
    const count = given.get(call) ?? 0;
    given.set(call, count + 1);
    return replies[Math.min(count, replies.length - 1)] ?? page;
  });
  const error = await failureOf(() => stage.remove(type, id, state)).catch((reason: Error) => {
    if (reason.message !== "nothing failed") throw reason;
    return undefined;
  });
  return { error, writes: calls.filter((call) => !call.startsWith("GET")) };
}

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
