import { expect } from "vitest";
import { volume } from "./bodies.ts";
import { type Clause, same, tested } from "./clause.ts";

export const apiKeyClauses: readonly Clause[] = [
  tested("2.11", "Fields on creation: name (string)", async ({ list, platform }) => {
    const { id } = platform.createKey({ name: "deploy", level: "Read", scopes: [] });
    const keys = await list("GET /v1/api-keys");
    expect(keys).toContainEqual(expect.objectContaining({ id, name: "deploy" }));
  }),
  tested("2.11", "project-scoped", async (world) => {
    const mine = world.platform.createProject("a").id;
    const other = world.platform.createProject("b").id;
    const made = await world.as({ project: mine }).id("POST /v1/volumes", volume());
    expect((await world.as({ project: mine }).send(`GET /v1/volumes/${made}`)).status).toBe(200);
    const foreign = await world.as({ project: other }).send(`GET /v1/volumes/${made}`);
    expect(foreign.status).toBeOneOf([403, 404]);
    expect(await world.as({ project: other }).list("GET /v1/volumes")).toEqual([]);
  }),
  tested("2.11", "account-wide", async (world) => {
    const project = world.platform.createProject("a").id;
    const made = await world.as({ project }).id("POST /v1/volumes", volume());
    expect(await world.as({}).ok(`GET /v1/volumes/${made}`)).toMatchObject({ id: made });
  }),
  same("2.11", "permission (Read, Write, Admin)", "5: Read GET requests only"),
  tested("2.11", "optional expiry date", async ({ as, pass, platform }) => {
    const expiresAt = new Date(platform.clock.now() + 3_600_000);
    const [brief, lasting] = [as({ expiresAt }), as({})];
    await brief.ok("GET /v1/instances");
    pass(3601);
    expect((await brief.send("GET /v1/instances")).status).toBe(401);
    await lasting.ok("GET /v1/instances");
  }),
  tested("2.11", "The key value is shown once, at creation.", async ({ platform, send }) => {
    const { id, key } = platform.createKey({ level: "Read", scopes: [] });
    const shown = JSON.stringify([(await send("GET /v1/api-keys")).body, platform.snapshot()]);
    expect(shown).toContain(id);
    expect(shown).not.toContain(key);
    expect(shown).not.toContain(platform.rootKey);
  }),
  tested("2.11", "Key ids have the shape key_<id>.", async ({ list, platform }) => {
    platform.createKey({ level: "Read", scopes: [] });
    const ids = (await list("GET /v1/api-keys")).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^key_\w+$/)));
  }),
];
