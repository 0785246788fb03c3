import { expect } from "vitest";
import { volume } from "./bodies.ts";
import type { Clause } from "./clause.ts";

export const apiKeyClauses: readonly Clause[] = [
  {
    spec: "2.11",
    words: "Fields on creation: name (string)",
    holds: async ({ list, platform }) => {
      const { id } = platform.createKey({ name: "deploy", level: "Read", scopes: [] });
      const keys = await list("GET /v1/api-keys");
      expect(keys).toContainEqual(expect.objectContaining({ id, name: "deploy" }));
    },
  },
  {
    spec: "2.11",
    words: "project-scoped",
    holds: async (world) => {
      const mine = world.platform.createProject("a").id;
      const other = world.platform.createProject("b").id;
      const made = await world.as({ project: mine }).id("POST /v1/volumes", volume());
      expect((await world.as({ project: mine }).send(`GET /v1/volumes/${made}`)).status).toBe(200);
      const foreign = await world.as({ project: other }).send(`GET /v1/volumes/${made}`);
      expect(foreign.status).toBeOneOf([403, 404]);
      expect(await world.as({ project: other }).list("GET /v1/volumes")).toEqual([]);
    },
  },
  {
    spec: "2.11",
    words: "account-wide",
    holds: async (world) => {
      const project = world.platform.createProject("a").id;
      const made = await world.as({ project }).id("POST /v1/volumes", volume());
      expect(await world.as({}).ok(`GET /v1/volumes/${made}`)).toMatchObject({ id: made });
    },
  },
  {
    spec: "2.11",
    words: "permission (Read, Write, Admin)",
    holds: async ({ as, id }) => {
      const path = `/v1/volumes/${await id("POST /v1/volumes", volume())}`;
      await as({ level: "Read" }).ok(`GET ${path}`);
      await as({ level: "Read" }).refused(`PATCH ${path}`, { size_gb: 20 });
      await as({ level: "Write" }).ok(`PATCH ${path}`, { size_gb: 20 });
      await as({ level: "Admin" }).ok(`PATCH ${path}`, { size_gb: 30 });
    },
  },
  {
    spec: "2.11",
    words: "optional expiry date",
    holds: async ({ as, pass, platform }) => {
      const expiresAt = new Date(platform.clock.now() + 3_600_000);
      const [brief, lasting] = [as({ expiresAt }), as({})];
      await brief.ok("GET /v1/instances");
      pass(3601);
      expect((await brief.send("GET /v1/instances")).status).toBe(401);
      await lasting.ok("GET /v1/instances");
    },
  },
  {
    spec: "2.11",
    words: "The key value is shown once, at creation.",
    holds: async ({ platform, send }) => {
      const { id, key } = platform.createKey({ level: "Read", scopes: [] });
      const shown = JSON.stringify([(await send("GET /v1/api-keys")).body, platform.snapshot()]);
      expect(shown).toContain(id);
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(platform.rootKey);
    },
  },
  {
    spec: "2.11",
    words: "Key ids have the shape key_<id>.",
    holds: async ({ list, platform }) => {
      platform.createKey({ level: "Read", scopes: [] });
      const ids = (await list("GET /v1/api-keys")).map(({ id }) => id);
      expect(ids).toHaveLength(2);
      expect(ids).toEqual(ids.map(() => expect.stringMatching(/^key_\w+$/)));
    },
  },
];
