import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import { HostingError } from "../../../../provider/errors.ts";
import {
  ObjectLocks,
  objectsChangedBy,
} from "../../../../provider/lifecycle/operation/object-locks.ts";
import { FakeClock } from "../../http/fake-clock.ts";

function world() {
  const clock = new FakeClock();
  const locks = new ObjectLocks(clock);
  const start = clock.now();
  const done: string[] = [];
  /** Holds objects for a second. */
  const change = (name: string, objects: readonly string[], seconds = 600) => {
    const limit = {
      deadline: start + seconds * 1000,
      late: () => new HostingError("timeout", `${name} is late`),
    };
    return locks.hold(objects, limit, async () => {
      await clock.sleep(1000);
      done.push(`${name} ${(clock.now() - start) / 1000}`);
      return name;
    });
  };
  return { clock, change, done };
}

describe("changes", () => {
  test.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    [
      "of one object happen in the order they came",
      { a: ["x"], b: ["x"], c: ["x"] },
      ["a 1", "b 2", "c 3"],
    ],
    [
      "of different ones, or of none, happen side by side",
      { a: ["x"], b: ["y"], c: [] },
      ["a 1", "b 1", "c 1"],
    ],
    [
      "of the same two never wait for each other",
      { a: ["x", "y"], b: ["y", "x"], c: ["x", "x"] },
      ["a 1", "b 2", "c 3"],
    ],
  ])("%s", async (_which, changes, ends) => {
    const { clock, change, done } = world();
    const all = Object.entries(changes).map(([name, objects]) => change(name, objects));
    expect(await clock.during(Promise.all(all))).toEqual(["a", "b", "c"]);
    expect(done.toSorted()).toEqual(ends);
  });

  test("go on after one that failed", async () => {
    const { clock, change, done } = world();
    const locks = new ObjectLocks(clock);
    const limit = { deadline: clock.now() + 1000, late: () => new HostingError("timeout", "late") };
    const failing = locks.hold(["x"], limit, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    await clock.during(locks.hold(["x"], limit, () => change("b", [])));
    expect(done).toEqual(["b 1"]);
  });

  test("that wait too long leave the queue, and nobody waits for them", async () => {
    const { clock, change, done } = world();
    const all = [change("a", ["x"]), change("b", ["x"], 0.5), change("c", ["x"])];
    const outcomes = await clock.during(Promise.allSettled(all));
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      { reason: { code: "timeout", message: "b is late" } },
      { status: "fulfilled" },
    ]);
    expect(done).toEqual(["a 1", "c 2"]);
  });

  test("that give up one object give back the other", async () => {
    const { clock, change, done } = world();
    const all = [change("a", ["y"]), change("b", ["x", "y"], 0.5), change("c", ["x"])];
    await clock.during(Promise.allSettled(all));
    expect(done).toEqual(["a 1", "c 1.5"]);
  });
});

const { container, floatingIp, portForward, projectMember, volume } = endpoints;
const params = { volume_id: "vol_1", name: "web", id: "fip_1" };
const body = { instance_id: "inst_1" };
const member = { project_id: "proj_1", member_id: "usr_1" };

test.each<[string, ...Parameters<typeof objectsChangedBy>, readonly string[]]>([
  ["the one in its path", volume.update, { params }, ["/v1/volumes/vol_1"]],
  ["the one before its verb", container.action, { params }, ["/api/v1/instances/web"]],
  [
    "one in another",
    projectMember.delete,
    { params: member },
    ["/v1/projects/proj_1/members/usr_1"],
  ],
  ["the container of a new forward", portForward.create, { params }, ["/api/v1/instances/web"]],
  [
    "the instance that a volume is brought to",
    volume.attach,
    { params, body },
    ["/v1/volumes/vol_1", "/v1/instances/inst_1"],
  ],
  [
    "the instance that an address is brought to",
    floatingIp.assign,
    { params, body },
    ["/v1/floating-ips/fip_1", "/v1/instances/inst_1"],
  ],
  ["none of a create", volume.create, { body: { name: "data" } }, []],
])("the objects that a request changes: %s", (_which, endpoint, request, objects) => {
  expect(objectsChangedBy(endpoint, request)).toEqual(objects);
});
