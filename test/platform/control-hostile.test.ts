import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { newWorld, type Send, sender, volumeBody } from "./support.ts";

/** A world, and how to send its control API requests, as "METHOD /path below /_control". */
function controlled() {
  const world = newWorld();
  const send = sender(world.platform, world.platform.controlToken);
  const control: Send = (route, body) => send(route.replace(" ", " /_control"), body);
  return { ...world, control };
}

describe("what is sent to the control API", () => {
  test.each([
    ["PATCH /settings", "choices"],
    ["POST /faults", "status"],
    ["PATCH /objects", "fields"],
    ["POST /console", "body"],
  ])("%s: a body that is nested too deeply is refused in words", async (route, field) => {
    const { control } = controlled();
    for (const levels of [101, 5_000, 100_000]) {
      const deep = `{"${field}":${"[".repeat(levels)}${"]".repeat(levels)}}`;
      expect(await control(route, deep)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/was not done: its body is nested too deeply$/) },
      });
    }
  });

  test("names of members of objects are names like others", async () => {
    const { platform, control } = controlled();
    for (const name of [
      "__proto__",
      "constructor",
      "toString",
      "a/b",
      "%2e",
      "100%",
      "<i>\u0000",
    ]) {
      expect((await control("POST /saved", { name })).status, name).toBe(200);
      const path = `/saved/${encodeURIComponent(name)}/restore`;
      expect((await control(`POST ${path}`)).status, name).toBe(204);
      expect((await control(`GET /details?key=${encodeURIComponent(`${name}/x`)}`)).status).toBe(
        422,
      );
    }
    expect(platform.saved()).toHaveLength(7);
    const sent = '{"__proto__":{"status":500},"status":500}';
    expect((await control("POST /faults", sent)).status).toBe(422);
    expect(Object(platform.info())["status"]).toBeUndefined();
  });

  test.each([".", "..", "\ud800", "x".repeat(201)])(
    "nothing is saved under a name that no address can have: %j",
    async (name) => {
      const { platform, control } = controlled();
      const refused = await control("POST /saved", { name });
      expect(refused).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining("is no name for it") },
      });
      expect(JSON.stringify(refused.body).length).toBeLessThan(300);
      expect(platform.saved()).toEqual([]);
    },
  );

  test.each(["\u0000", "x".repeat(300)])(
    "a file that cannot be made is refused by what was not done",
    async (file) => {
      const { control } = controlled();
      expect(await control("POST /fork", { file })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining("The world was not forked: its file was not made") },
      });
    },
  );
});

describe("a path with a method that it does not have", () => {
  test.each([
    ["PUT", "/keys", "GET, POST"],
    ["PUT", "/settings", "GET, PATCH"],
    ["POST", "/keys/key_1", "DELETE"],
    ["DELETE", "/", "GET"],
    ["OPTIONS", "/info", "GET"],
  ])("%s %s tells what it takes", async (method, path, allow) => {
    const { control, platform } = controlled();
    const answer = await control(`${method} ${path}`);
    expect(answer).toMatchObject({
      status: 405,
      body: {
        error: `${method} /_control${path} is not offered: the path takes ${allow}`,
      },
    });
    expect(answer.headers.get("allow")).toBe(allow);
    const stranger = sender(platform, "wrong");
    expect((await stranger(`${method} /_control${path}`)).status).toBe(401);
  });

  test.each(["/nowhere", "/keys/", "/keys/a/b"])("%s is no path", async (path) => {
    const { control } = controlled();
    expect((await control(`PUT ${path}`)).status).toBe(404);
  });
});

describe("what the control API answers", () => {
  test("is kept by no browser and read as what it is, also where it refuses", async () => {
    const { control, platform } = controlled();
    const stranger = sender(platform, "wrong");
    const answers = [
      ...[await control("GET /info"), await control("GET /"), await control("POST /reset")],
      ...[await control("GET /nowhere"), await control("POST /saved", "{")],
      ...[await stranger("GET /_control/info"), await stranger("GET /_control/page")],
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204, 404, 400, 401, 200]);
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
  });

  test.each(["/", "/nowhere", "/info", "/page"])(
    "is nothing for another origin: %s",
    async (path) => {
      const { platform } = controlled();
      const headers = { authorization: `Bearer ${platform.controlToken}`, origin: "null" };
      const asked = new Request(`http://localhost/_control${path}`, { headers });
      expect((await platform.fetch(asked)).status).toBe(403);
    },
  );

  test("comes while another process holds the file, and what was asked is in the log later", async () => {
    const { file, platform, send, control } = controlled();
    await send("POST /v1/volumes", volumeBody());
    const holder = new DatabaseSync(file);
    holder.exec("BEGIN IMMEDIATE");
    const begun = performance.now();
    expect((await send("GET /v1/volumes")).status).toBe(200);
    for (const path of [
      "/info",
      "/overview",
      "/requests",
      "/rates",
      "/faults",
      "/bill",
      "/picture",
    ]) {
      expect((await control(`GET ${path}`)).status, path).toBe(200);
    }
    expect(performance.now() - begun).toBeLessThan(5_000);
    holder.exec("COMMIT");
    holder.close();
    expect(platform.requests().map(({ method }) => method)).toEqual(["POST", "GET"]);
    expect(platform.info().requests).toBe(2);
  });
});
