import { describe, expect, test } from "vitest";
import { controlRoutes } from "../../platform/control/routes.ts";
import type { Platform } from "../../platform/index.ts";
import { newWorld, type Send, sender, volumeBody } from "./support.ts";

/** A world and how to send it requests with its control token, as "METHOD /path below /_control". */
function controlled() {
  const world = newWorld();
  const control = belowControl(sender(world.platform, world.platform.controlToken));
  return { ...world, control };
}

function belowControl(send: Send): Send {
  return (route, body) => send(route.replace(" ", " /_control"), body);
}

describe("the control API's token", () => {
  test("each world has one of its own, which the API's keys are not", async () => {
    const { platform, send } = controlled();
    expect(platform.controlToken).toMatch(/^control_local_[0-9a-z]{40}$/);
    expect(newWorld().platform.controlToken).not.toBe(platform.controlToken);
    const refused = await belowControl(send)("GET /info");
    expect(refused).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining("control token not accepted") },
    });
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    const withToken = sender(platform, platform.controlToken);
    expect((await withToken("GET /v1/volumes")).status).toBe(401);
  });

  test.each(controlRoutes.filter(({ open }) => open !== true))(
    "$method $path asks for it, and does nothing without",
    async ({ method, path }) => {
      const { platform } = controlled();
      platform.save("before");
      const before = platform.info();
      for (const token of ["wrong", platform.rootKey, `${platform.controlToken}x`]) {
        const body = method === "GET" ? undefined : {};
        const refused = await belowControl(sender(platform, token))(`${method} ${path}`, body);
        expect(refused.status).toBe(401);
      }
      expect(platform.info()).toEqual(before);
    },
  );

  test("health, a page without data and nothing else is told without it", async () => {
    const { platform } = controlled();
    const get = async (path: string) =>
      await platform.fetch(new Request(`http://platform.test/_control${path}`));
    expect(await (await get("/health")).json()).toEqual({ ok: true });
    expect((await get("/page")).status).toBe(200);
    for (const path of ["", "/", "/nowhere", "/health/x"]) {
      expect((await get(path)).status, path).toBe(401);
    }
  });
});

describe("the control API", () => {
  test("lists its routes", async () => {
    const { control } = controlled();
    const { status, body } = await control("GET /");
    expect(status).toBe(200);
    expect(body).toHaveLength(controlRoutes.length);
    expect(body).toContainEqual({
      method: "GET",
      path: "/_control/keys",
      about: "The keys, without their values.",
    });
  });

  test("an unknown route and another method are refused as JSON", async () => {
    const { control } = controlled();
    expect(await control("GET /nowhere")).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining("no such control route") },
    });
    expect(await control("PUT /keys")).toMatchObject({
      status: 405,
      body: { error: expect.stringContaining("the path takes GET, POST") },
    });
  });

  test("is not logged, not limited and not hit by faults", async () => {
    const { platform, control } = controlled();
    platform.configure({ ratePerMinute: 1 });
    platform.faults.add({ status: 500 });
    for (let call = 0; call < 3; call++) expect((await control("GET /info")).status).toBe(200);
    expect(platform.requests()).toEqual([]);
    expect(platform.info().faults).toBe(1);
  });

  test("what is not accepted is refused by name, and nothing is done", async () => {
    const { platform, control } = controlled();
    const before = platform.info();
    const refusals = [
      ["POST /keys", { level: "Root", scopes: [] }, 400, '"level" is not accepted'],
      ["POST /keys", { level: "Read", scopes: [], more: 1 }, 400, '"more" is not a known field'],
      ["POST /keys", "{", 400, "its body is not JSON"],
      ["POST /keys", "", 400, "its body is not JSON"],
      ["DELETE /keys/key_x", undefined, 422, 'there is no key "key_x"'],
      ["PATCH /settings", { bootSeconds: -1 }, 422, '"bootSeconds" is not accepted'],
      ["PATCH /settings", [1], 400, "not an object of settings"],
      ["POST /clock/advance", { seconds: 0 }, 422, "The clock was not advanced"],
      ["POST /clock/jump", { to: "2000-01-01T00:00:00Z" }, 422, "only moves forward"],
      ["POST /clock/jump", { to: "soon" }, 400, '"to" is not accepted'],
      ["POST /clock/scale", { factor: 0 }, 422, "The clock was not scaled"],
      ["POST /faults", { status: 99 }, 422, '"status" is not accepted'],
      ["DELETE /faults/9", undefined, 422, 'there is none with the id "9"'],
      ["POST /saved/nope/restore", undefined, 422, 'under the name "nope"'],
      ["POST /invitations/accept", { email: "a@b.c" }, 422, "a@b.c"],
      ["GET /requests?after=x", undefined, 400, '"after" is not accepted'],
      ["GET /requests?since=1", undefined, 400, '"since" is not a known field'],
    ] as const;
    for (const [route, body, status, error] of refusals) {
      const refused = await control(route, body);
      expect(refused, route).toMatchObject({
        status,
        body: { error: expect.stringContaining(error) },
      });
    }
    expect(platform.info()).toEqual(before);
  });

  test("a body that is too large is refused", async () => {
    const { control } = controlled();
    const refused = await control("POST /saved", { name: "x".repeat(2 ** 20) });
    expect(refused.status).toBe(413);
  });

  test("a world that is closed is an error, not silence", async () => {
    const { platform, control } = controlled();
    platform.close();
    expect(await control("GET /info")).toMatchObject({
      status: 503,
      body: { error: expect.any(String) },
    });
  });
});

describe("what the control API does is what the platform's members do", () => {
  test("keys are made, listed and revoked", async () => {
    const { platform, control } = controlled();
    const expiresAt = "2030-01-01T00:00:00.000Z";
    const made = await control("POST /keys", { level: "Read", scopes: ["*"], expiresAt });
    const { id, key } = Object(made.body);
    expect((await sender(platform, key)("GET /v1/volumes")).status).toBe(200);
    expect((await control("GET /keys")).body).toEqual(platform.keys());
    expect(platform.keys().at(-1)).toMatchObject({ id, permission: "Read", expires_at: expiresAt });
    expect((await control(`DELETE /keys/${id}`)).status).toBe(204);
    expect((await sender(platform, key)("GET /v1/volumes")).status).toBe(401);
  });

  test("settings are shown and changed", async () => {
    const { platform, control } = controlled();
    const changed = await control("PATCH /settings", { bootSeconds: 5 });
    expect(changed).toMatchObject({ status: 200, body: { bootSeconds: 5, stopSeconds: 0 } });
    expect((await control("GET /settings")).body).toEqual(platform.settings());
  });

  test("the clock is shown and moved", async () => {
    const { clock, control } = controlled();
    const shown = async (route: string, body?: object) => (await control(route, body)).body;
    expect(await shown("GET /clock")).toEqual({ now: "2026-01-01T00:00:00.000Z", factor: 1 });
    expect(await shown("POST /clock/freeze")).toMatchObject({ factor: 0 });
    clock.pass(5);
    const to = { to: "2026-01-01T01:00:00+01:00" };
    expect(await shown("POST /clock/jump", to)).toMatchObject({ now: "2026-01-01T00:00:00.000Z" });
    const moved = { now: "2026-01-01T00:01:00.000Z", factor: 0 };
    expect(await shown("POST /clock/advance", { seconds: 60 })).toEqual(moved);
    expect(await shown("POST /clock/scale", { factor: 2 })).toEqual({ ...moved, factor: 2 });
    expect(await shown("POST /clock/resume")).toEqual({ ...moved, factor: 1 });
  });

  test("faults are added, listed and ended", async () => {
    const { send, control } = controlled();
    const { id } = Object((await control("POST /faults", { status: 503, times: 2 })).body);
    await control("POST /faults", { status: 500, path: "/nowhere" });
    expect((await send("GET /v1/volumes")).status).toBe(503);
    expect((await control("GET /faults")).body).toMatchObject([
      { id, fault: { status: 503, times: 2 }, met: 1 },
      { fault: { status: 500, path: "/nowhere" }, met: 0 },
    ]);
    expect((await control(`DELETE /faults/${id}`)).status).toBe(204);
    expect((await send("GET /v1/volumes")).status).toBe(200);
    expect((await control("DELETE /faults")).status).toBe(204);
    expect((await control("GET /faults")).body).toEqual([]);
  });

  test("the world is shown with what is in it", async () => {
    const { platform, send, control } = controlled();
    await send("POST /v1/volumes", volumeBody());
    platform.save("one");
    expect((await control("GET /info")).body).toEqual({
      worldId: platform.worldId,
      seed: platform.seed,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      clock: { now: "2026-01-01T00:00:00.000Z", factor: 1 },
      objects: { volume: 1 },
      keys: 1,
      faults: 0,
      requests: 1,
      saved: 1,
    });
    expect((await control("GET /objects")).body).toEqual(platform.snapshot());
    expect((await control("GET /requests?after=0&method=POST&status=201")).body).toEqual(
      platform.requests(),
    );
    expect((await control("GET /requests?after=1")).body).toEqual([]);
    expect((await control("GET /probes/inst_0")).body).toEqual(platform.probe("inst_0"));
  });

  test("it is saved, restored, forked and reset", async () => {
    const { platform, send, file, control } = controlled();
    const volumes = () => platform.snapshot().volume.length;
    const saved = await control("POST /saved", { name: "a b" });
    expect(saved.body).toEqual([{ name: "a b", time: "2026-01-01T00:00:00.000Z" }]);
    await send("POST /v1/volumes", volumeBody());
    const fork = await control("POST /fork", { file: `${file}.fork` });
    expect(fork.body).toEqual({ file: `${file}.fork`, worldId: expect.stringMatching(/^world_/) });
    expect((await control("POST /saved/a%20b/restore")).status).toBe(204);
    expect(volumes()).toBe(0);
    await send("POST /v1/volumes", volumeBody());
    expect((await control("POST /reset")).status).toBe(204);
    expect(volumes()).toBe(0);
    expect((await control("GET /saved")).body).toEqual(platform.saved());
  });

  test("an invitation is accepted", async () => {
    const { platform, send, control } = controlled();
    const invited = { email: "ann@example.com", role: "viewer" };
    await send("POST /v1/projects/proj_default/members", invited);
    const accepted = await control("POST /invitations/accept", { email: invited.email });
    expect(accepted.status).toBe(204);
    expect(memberStates(platform)).toEqual(["active"]);
  });
});

function memberStates(platform: Platform) {
  return platform.snapshot().projectMember.map(({ status }) => status);
}
