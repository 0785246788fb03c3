import { describe, expect, test } from "vitest";
import { controlRoutes } from "../../platform/control/routes.ts";
import { idOf, newWorld, type Send, sender, volumeBody } from "./support.ts";

/** A platform and how to send it requests with its control token, as "METHOD /path below /_control". */
function controlled() {
  const world = newWorld();
  const below =
    (send: Send): Send =>
    (route, body) =>
      send(route.replace(" ", " /_control"), body);
  return { ...world, below, control: below(sender(world.platform, world.platform.controlToken)) };
}

describe("who is let in", () => {
  test.each(controlRoutes)("$method $path asks for the token", async ({ method, path }) => {
    const { platform, below } = controlled();
    platform.save("before");
    const before = platform.info();
    for (const token of ["wrong", platform.rootKey, `${platform.controlToken}x`]) {
      const body = method === "GET" ? undefined : {};
      const refused = await below(sender(platform, token))(`${method} ${path}`, body);
      expect(refused.status).toBe(401);
      expect(refused.body).toEqual({
        error: expect.stringContaining("control token not accepted"),
      });
    }
    expect(platform.info()).toEqual(before);
  });

  test("the token is one of each file, and no key of the API", async () => {
    const { platform } = controlled();
    expect(platform.controlToken).toMatch(/^control_local_[0-9a-z]{40}$/);
    expect(newWorld().platform.controlToken).not.toBe(platform.controlToken);
    expect((await sender(platform, platform.controlToken)("GET /v1/volumes")).status).toBe(401);
  });
});

describe("the control API", () => {
  test("lists its routes, and refuses others", async () => {
    const { control } = controlled();
    const { body } = await control("GET /");
    // The page is the one more.
    expect(body).toHaveLength(controlRoutes.length + 1);
    expect(body).toContainEqual({
      method: "DELETE",
      path: "/_control/keys/{id}",
      about: "Revokes a key; it takes effect at once.",
    });
    for (const route of ["GET /nowhere", "PUT /keys"]) {
      const error = expect.stringContaining("no such control route");
      expect(await control(route)).toMatchObject({ status: 404, body: { error } });
    }
  });

  test("is not logged, limited or hit by faults", async () => {
    const { platform, control } = controlled();
    platform.configure({ ratePerMinute: 1 });
    platform.faults.add({ status: 500 });
    for (let call = 0; call < 3; call++) expect((await control("GET /info")).status).toBe(200);
    expect(platform.requests()).toEqual([]);
  });

  test.each([
    ["POST /keys", { level: "Root", scopes: [] }, 400, '"level" is not accepted'],
    ["POST /keys", { level: "Read", scopes: [], more: 1 }, 400, '"more" is not a known field'],
    ["POST /keys", { level: "Read", scops: [] }, 400, '"scops" is not a known field'],
    ["POST /keys", "{", 400, "its body is not JSON"],
    ["DELETE /keys/key_x", undefined, 422, 'there is no key "key_x"'],
    ["PATCH /settings", { bootSeconds: -1 }, 422, '"bootSeconds" is not accepted'],
    ["PATCH /settings", { bootSecond: 1 }, 422, '"bootSecond" is not a known field; did you mean'],
    ["PATCH /settings", [1], 400, "not an object of settings"],
    ["POST /clock/advance", { seconds: 0 }, 422, "The clock was not advanced"],
    ["POST /faults", { status: 99 }, 422, '"status" is not accepted'],
    ["DELETE /faults?id=9", undefined, 422, 'there is none with the id "9"'],
    ["POST /restore", { name: "nope" }, 422, 'nothing is saved under the name "nope"'],
    ["POST /invitations/accept", { email: "a@b.c" }, 422, "a@b.c"],
    [
      "POST /console",
      { method: "DELETE", path: "/v1/volumes/vol_x" },
      422,
      'volume "vol_x" not found',
    ],
    ["PATCH /objects", { key: "volume/x", fields: {} }, 422, "volume/x"],
    ["GET /requests?after=x", undefined, 400, '"after" is not accepted'],
    ["GET /requests?since=1", undefined, 400, '"since" is not a known field'],
  ])("%s %j is refused by name", async (route, body, status, error) => {
    const { platform, control } = controlled();
    const before = platform.info();
    const said = expect.stringContaining(error);
    expect(await control(route, body)).toMatchObject({ status, body: { error: said } });
    expect(platform.info()).toEqual(before);
  });

  test("a platform that is closed is an error, not silence", async () => {
    const { platform, control } = controlled();
    platform.close();
    const error = expect.any(String);
    expect(await control("GET /info")).toMatchObject({ status: 503, body: { error } });
  });
});

describe("what it does is what the platform's members do", () => {
  test("the console answers what the request of the API would, without secrets", async () => {
    const { control } = controlled();
    const console = (method: string, path: string, body = {}) =>
      control("POST /console", { method, path, body });
    const made = await console("POST", "/v1/volumes", volumeBody());
    expect(made).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^vol_/) } });
    const bucket = await console("POST", "/api/v1/storage/buckets", { name: "files" });
    expect(bucket).toMatchObject({ status: 200, body: { name: "files", secret_key: "…" } });
    expect((await console("DELETE", `/v1/volumes/${idOf(made)}`)).status).toBe(204);
  });

  test("it shows what there is, and saves, restores and empties it", async () => {
    const { platform, send, control } = controlled();
    expect((await control("POST /save", { name: "a b" })).status).toBe(204);
    await send("POST /v1/volumes", volumeBody());
    expect((await control("GET /info")).body).toEqual({
      worldId: platform.worldId,
      seed: platform.seed,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      clock: { now: "2026-01-01T00:00:00.000Z", factor: 1 },
      objects: { volume: 1 },
      faults: 0,
      requests: 1,
      keys: platform.keys(),
      projects: platform.projects(),
      addresses: [],
      rates: [],
      saved: [{ name: "a b", time: "2026-01-01T00:00:00.000Z" }],
    });
    expect((await control("GET /objects")).body).toEqual(platform.snapshot());
    expect((await control("GET /requests?after=0&status=201")).body).toEqual(platform.requests());
    expect((await control("POST /restore", { name: "a b" })).status).toBe(204);
    expect(platform.snapshot().volume).toEqual([]);
    await send("POST /v1/volumes", volumeBody());
    expect((await control("POST /reset")).status).toBe(204);
    expect(platform.snapshot().volume).toEqual([]);
  });
});
