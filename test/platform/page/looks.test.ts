import { describe, expect, test } from "vitest";
import { controlRoutes } from "../../../platform/control/routes.ts";
import type { Platform } from "../../../platform/index.ts";
import {
  certificateBody,
  containerBody,
  idOf,
  newInstance,
  newWorld,
  type Send,
  volumeBody,
} from "../support.ts";
import { buildWorld } from "./world.ts";

function ask(platform: Platform, path: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${platform.controlToken}`;
  const address = `http://platform.test/_control${path}`;
  return platform.fetch(new Request(address, { headers: { authorization, ...headers } }));
}

describe("the overview", () => {
  test("has each object once, with its state and a few words", async () => {
    const { platform, send, clock } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const web = await newInstance(send);
    clock.pass(60);
    expect(platform.overview()).toEqual([
      {
        ...{ key: `instance/${web}`, noun: "instance", name: "web", status: "running" },
        ...{ health: "well", detail: expect.stringContaining("small") },
      },
      {
        ...{ key: `volume/${id}`, noun: "volume", name: "data", status: "available" },
        ...{ health: "well", detail: "10 GB · eu" },
      },
    ]);
  });

  test.each([
    ["a request", ({ send }) => send("POST /v1/floating-ips", { region: "eu" })],
    [
      "the console",
      ({ platform }) =>
        platform.act({ method: "POST", path: "/v1/floating-ips", body: { region: "eu" } }),
    ],
    ["an edit", ({ platform }) => platform.edit("container/box", { image: "debian/12" })],
    ["a key", ({ platform }) => platform.createKey({ level: "Read", scopes: [] })],
    [
      "an assumption",
      ({ platform }) => platform.configure({ assumptions: { "words.ready": ["ready"] } }),
    ],
    ["a restore", ({ platform }) => platform.restore("before")],
    ["a reset", ({ platform }) => platform.reset()],
  ] satisfies [string, (world: ReturnType<typeof newWorld>) => unknown][])(
    "is another one after %s",
    async (_, change) => {
      const world = newWorld();
      world.platform.save("before");
      await buildWorld(world.send);
      const before = JSON.stringify(world.platform.overview());
      await change(world);
      expect(JSON.stringify(world.platform.overview())).not.toBe(before);
    },
  );
});

describe("answers of the control API", () => {
  test.each([
    [{ origin: "http://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" }, 403],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none", "sec-fetch-dest": "document" }, 200],
    [
      { origin: "http://localhost:8787", host: "localhost:8787", "sec-fetch-site": "same-origin" },
      200,
    ],
    [{}, 200],
  ])("asked with %j are %i", async (headers, status) => {
    const { platform } = newWorld();
    for (const { path } of controlRoutes.filter(({ path }) =>
      ["/info", "/health", "/page"].includes(path),
    )) {
      expect((await ask(platform, path, headers)).status, path).toBe(status);
    }
  });
});

describe("one object", () => {
  test("is told with its links, its routes and what can be edited, without secrets", async () => {
    const { platform, send } = newWorld();
    await buildWorld(send);
    const [balancer] = platform.overview().filter(({ noun }) => noun === "load balancer");
    const told = platform.details(balancer?.key ?? "");
    expect(told.links.map(({ label, name, isOut }) => [label, name, isOut])).toEqual([
      ["certificate", "site", true],
      ["backend", "web", true],
    ]);
    expect(told.routes.map(({ purpose }) => purpose).toSorted()).toEqual([
      "delete",
      "get",
      "update",
    ]);
    expect(Object.keys(told.editable)).toContain("algorithm");
    for (const { key } of platform.overview()) {
      const { routes, object } = platform.details(key);
      for (const { method, path } of routes.filter(({ method }) => method === "GET")) {
        const { status, body } = await send(`${method} ${path}`);
        expect([status, Object(body)["name"], Object(body)["id"]], key).toEqual([
          200,
          object["name"],
          object["id"],
        ]);
      }
    }
    expect(() => platform.details("volume/vol_x")).toThrow(
      '"volume/vol_x" was not shown: there is no such object.',
    );
    await send("POST /v1/certificates", { ...certificateBody(), name: "other" });
    expect(
      JSON.stringify(platform.overview().map(({ key }) => platform.details(key))),
    ).not.toContain("PRIVATE");
  });
});

describe("behind a program's back", () => {
  test("every object can be deleted by its route, as far as the platform's rules go", async () => {
    const { platform, send } = newWorld({ defaults: { bootSeconds: 0 } });
    await buildWorld(send);
    await stopMachines(platform, send);
    for (let round = 0; round < 4; round++) {
      for (const { key } of platform.overview()) deleteQuietly(platform, key);
    }
    expect(platform.overview()).toEqual([]);
  });

  test("what the platform refuses changes nothing, and the reason is told", async () => {
    const { platform, send } = newWorld({ defaults: { bootSeconds: 0 } });
    await send("POST /api/v1/instances", containerBody());
    const act = (method: "POST" | "DELETE", path: string) => () => platform.act({ method, path });
    expect(act("DELETE", "/api/v1/instances/web")).toThrow(
      /^Nothing was done in the console: .*stop it first/,
    );
    expect(act("POST", "/nowhere")).toThrow("there is no route POST /nowhere");
    expect(platform.snapshot().container).toHaveLength(1);
  });

  test("it is not in the log, counts for no limit and meets no fault", async () => {
    const { platform } = newWorld();
    platform.faults.add({ status: 500 });
    platform.configure({ ratePerMinute: 1 });
    for (const name of ["one", "two"]) {
      platform.act({ method: "POST", path: "/api/v1/instances", body: containerBody(name) });
    }
    expect(platform.snapshot().container).toHaveLength(2);
    expect([platform.requests(), platform.rates()]).toEqual([[], []]);
  });

  test("fields are changed that no request changes, and what was there stays", async () => {
    const { platform, send } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    platform.edit(`volume/${id}`, { name: "renamed", size_gb: 5 });
    expect(platform.snapshot().volume).toMatchObject([
      { id, name: "renamed", size_gb: 5, region: "eu" },
    ]);
    expect((await send(`GET /v1/volumes/${id}`)).body).toMatchObject({ name: "renamed" });
  });

  test.each([
    [{ id: "vol_9" }, '"id" is no field of it that can be changed'],
    [{ settled_at: 0 }, '"settled_at" is no field of it that can be changed'],
    [{ status: "broken" }, '"status" is no field of it that can be changed'],
    [{ size_gb: "10" }, '"size_gb" is not accepted: a value like 10 is needed'],
    [{ instance_id: "inst_x" }, '"instance_id" is not accepted: there is no "inst_x"'],
  ])("an edit to %j is refused", async (fields, why) => {
    const { platform, send } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const before = platform.snapshot();
    expect(() => platform.edit(`volume/${id}`, fields)).toThrow(
      `"volume/${id}" was not changed: ${why}.`,
    );
    expect(platform.snapshot()).toEqual(before);
  });

  test("a reference can be ended or lead elsewhere", async () => {
    const { platform, send } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const web = await newInstance(send);
    platform.edit(`volume/${id}`, { instance_id: web });
    expect(platform.snapshot().volume).toMatchObject([{ instance_id: web }]);
    platform.edit(`volume/${id}`, { instance_id: null });
    expect(platform.snapshot().volume).toMatchObject([{ instance_id: null }]);
  });
});

describe("the windows of the rate limit", () => {
  test.each(["fixed", "sliding", "bucket", "aligned"] as const)(
    "are told as a %s window counts",
    async (rateWindow) => {
      const { platform, send, clock } = newWorld({ defaults: { rateWindow } });
      expect(platform.rates()).toEqual([]);
      for (let call = 0; call < 5; call++) await send("GET /api/v1/networks");
      expect(platform.rates()).toMatchObject([{ limit: 60, used: 5 }]);
      clock.pass(61);
      expect(platform.rates()).toMatchObject([{ used: 0, seconds: 0 }]);
      platform.configure({ ratePerMinute: null });
      expect(platform.rates()).toEqual([]);
    },
  );
});

async function stopMachines(platform: Platform, send: Send): Promise<void> {
  for (const path of ["/v1/instances", "/api/v1/instances", "/api/v2/servers"]) {
    const { body } = await send(`GET ${path}`);
    for (const { id, name } of Array.isArray(body) ? body : []) {
      const action = { action: "stop" };
      platform.act({ method: "POST", path: `${path}/${id ?? name}/action`, body: action });
    }
  }
}

/** What others need still is refused; it goes when they are gone. */
function deleteQuietly(platform: Platform, key: string): void {
  const route = platform.details(key).routes.find(({ purpose }) => purpose === "delete");
  try {
    platform.act({ method: "DELETE", path: route?.path ?? "" });
  } catch {
    // Refused for now.
  }
}
