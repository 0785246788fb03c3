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
  test("of one object happen in the order they came", async () => {
    const { clock, change, done } = world();
    const all = ["a", "b", "c"].map((name) => change(name, ["x"]));
    expect(await clock.during(Promise.all(all))).toEqual(["a", "b", "c"]);
    expect(done).toEqual(["a 1", "b 2", "c 3"]);
  });

  test("of different objects, or of none, happen side by side", async () => {
    const { clock, change, done } = world();
    await clock.during(Promise.all([change("a", ["x"]), change("b", ["y"]), change("c", [])]));
    expect(done.toSorted()).toEqual(["a 1", "b 1", "c 1"]);
  });

  test("of the same two objects never wait for each other", async () => {
    const { clock, change, done } = world();
    const all = [change("a", ["x", "y"]), change("b", ["y", "x"]), change("c", ["x", "x"])];
    await clock.during(Promise.all(all));
    expect(done).toEqual(["a 1", "b 2", "c 3"]);
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

describe("the objects that a request changes", () => {
  const volume = { params: { volume_id: "vol_1" } };
  const instance = { body: { instance_id: "inst_1" } };

  test("are the one in its path", () => {
    expect(objectsChangedBy(endpoints.volume.update, volume)).toEqual(["/v1/volumes/vol_1"]);
    expect(objectsChangedBy(endpoints.container.action, { params: { name: "web" } })).toEqual([
      "/api/v1/instances/web",
    ]);
    const member = { params: { project_id: "proj_1", member_id: "usr_1" } };
    expect(objectsChangedBy(endpoints.projectMember.delete, member)).toEqual([
      "/v1/projects/proj_1/members/usr_1",
    ]);
  });

  test("are the container of a new forward", () => {
    const forward = { params: { name: "web" }, body: { protocol: "tcp" } };
    expect(objectsChangedBy(endpoints.portForward.create, forward)).toEqual([
      "/api/v1/instances/web",
    ]);
  });

  test("are the instance as well that a volume or an address is brought to", () => {
    expect(objectsChangedBy(endpoints.volume.attach, { ...volume, ...instance })).toEqual([
      "/v1/volumes/vol_1",
      "/v1/instances/inst_1",
    ]);
    const address = { params: { id: "fip_1" }, ...instance };
    expect(objectsChangedBy(endpoints.floatingIp.assign, address)).toEqual([
      "/v1/floating-ips/fip_1",
      "/v1/instances/inst_1",
    ]);
  });

  test("are none for a create", () => {
    expect(objectsChangedBy(endpoints.volume.create, { body: { name: "data" } })).toEqual([]);
  });
});
