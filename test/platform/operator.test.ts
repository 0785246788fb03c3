import { describe, expect, test } from "vitest";
import type { Platform } from "../../platform/index.ts";
import { buildWorld } from "./page/world.ts";
import { containerBody, idOf, newInstance, newWorld, volumeBody } from "./support.ts";

describe("what there is", () => {
  test("the overview has each object once, with its state and a few words, as it is now", async () => {
    const { platform, send, clock } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const web = await newInstance(send);
    expect(platform.overview()[0]).toMatchObject({ status: "provisioning", health: "waiting" });
    clock.pass(60);
    expect(platform.overview()).toEqual([
      {
        ...{ key: `instance/${web}`, noun: "instance", name: "web", status: "running" },
        ...{ health: "well", detail: "198.18.0.2 · small · debian/13 · eu" },
      },
      {
        ...{ key: `volume/${id}`, noun: "volume", name: "data", status: "available" },
        ...{ health: "well", detail: "10 GB · eu" },
      },
    ]);
    platform.edit(`volume/${id}`, { name: "renamed" });
    expect(platform.overview()[1]).toMatchObject({ name: "renamed" });
    platform.configure({ assumptions: { "words.ready": ["ready"] } });
    expect(platform.overview()[1]).toMatchObject({ status: "ready" });
    platform.reset();
    expect(platform.overview()).toEqual([]);
  });

  test("one object has its links, its routes and what can be edited, without secrets", async () => {
    const { platform, send } = newWorld();
    await buildWorld(send);
    const [balancer] = platform.overview().filter(({ noun }) => noun === "load balancer");
    const details = platform.details(balancer?.key ?? "");
    expect(details.links.map(({ label, name, isOut }) => [label, name, isOut])).toEqual([
      ["certificate", "site", true],
      ["backend", "web", true],
    ]);
    const purposes = details.routes.map(({ purpose }) => purpose);
    expect(purposes.toSorted()).toEqual(["delete", "get", "update"]);
    expect(Object.keys(details.editable)).toContain("algorithm");
    for (const { key } of platform.overview()) {
      const { routes, object } = platform.details(key);
      expect(JSON.stringify(object)).not.toContain("PRIVATE");
      for (const { method, path } of routes.filter((route) => route.method === "GET")) {
        const { status, body } = await send(`${method} ${path}`);
        const { name, id } = Object(body);
        expect([status, name, id], key).toEqual([200, object["name"], object["id"]]);
      }
    }
    platform.configure({ routes: "documented" });
    expect(platform.details(balancer?.key ?? "").routes).toEqual([]);
    const why = '"volume/vol_x" was not shown: there is no such object.';
    expect(() => platform.details("volume/vol_x")).toThrow(why);
  });
});

describe("behind a program's back", () => {
  test("every object can be deleted by its route, as far as the platform's rules allow", async () => {
    const { platform, send } = newWorld({ defaults: { bootSeconds: 0 } });
    await buildWorld(send);
    for (const { key } of platform.overview()) act(platform, key, "action", { action: "stop" });
    for (let round = 0; round < 4; round += 1) {
      for (const { key } of platform.overview()) act(platform, key, "delete");
    }
    expect(platform.overview()).toEqual([]);
  });

  test("the console is in no log, counts for no limit, meets no fault, and says why it refuses", async () => {
    const { platform } = newWorld();
    platform.faults.add({ status: 500 });
    platform.configure({ ratePerMinute: 1 });
    for (const name of ["one", "two"]) {
      platform.act({ method: "POST", path: "/api/v1/instances", body: containerBody(name) });
    }
    const refused = (path: string) => () => platform.act({ method: "DELETE", path });
    const why = /^Nothing was done in the console: .*stop it first/;
    expect(refused("/api/v1/instances/one")).toThrow(why);
    expect(refused("/nowhere")).toThrow("there is no route DELETE /nowhere");
    expect(platform.snapshot().container).toHaveLength(2);
    expect([platform.requests(), platform.rates()]).toEqual([[], []]);
  });

  test("fields are changed that no request changes, and references end or lead elsewhere", async () => {
    const { platform, send } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const instance_id = await newInstance(send);
    platform.edit(`volume/${id}`, { name: "renamed", size_gb: 5, instance_id });
    const shown = { id, name: "renamed", size_gb: 5, region: "eu", instance_id };
    expect((await send(`GET /v1/volumes/${id}`)).body).toMatchObject(shown);
    platform.edit(`volume/${id}`, { instance_id: null });
    expect(platform.snapshot().volume).toMatchObject([{ ...shown, instance_id: null }]);
  });

  test.each([
    [{ id: "vol_9" }, '"id" is no field of it that can be changed'],
    [{ settled_at: 0 }, '"settled_at" is no field of it that can be changed'],
    [{ status: "broken" }, '"status" is no field of it that can be changed'],
    [{ size_gb: "10" }, '"size_gb" is not accepted: a value like 10 is needed'],
    [{ size_gb: 1.5 }, '"size_gb" is not accepted: a value like 10 is needed'],
    [{ instance_id: "inst_x" }, '"instance_id" is not accepted: there is no "inst_x"'],
  ])("an edit to %j is refused", async (fields, why) => {
    const { platform, send } = newWorld();
    const key = `volume/${idOf(await send("POST /v1/volumes", volumeBody()))}`;
    const before = platform.snapshot();
    expect(() => platform.edit(key, fields)).toThrow(`"${key}" was not changed: ${why}.`);
    expect(platform.snapshot()).toEqual(before);
  });
});

/** Does it where the object has such a route; what others need still is refused for now. */
function act(platform: Platform, key: string, purpose: string, body = {}): void {
  const route = platform.details(key).routes.find((one) => one.purpose === purpose);
  if (route === undefined) return;
  try {
    const { path } = route;
    platform.act({ method: purpose === "delete" ? "DELETE" : "POST", path, body });
  } catch {
    // It is deleted once they are gone.
  }
}
