import { expect } from "vitest";
import { invitation } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { noStrings, typeClause } from "./field.ts";

const route = "POST /v1/projects/proj_default/members";
const request = async () => [route, invitation()] as const;

export const memberClauses: readonly Clause[] = [
  typeClause(["2.12", "email (string"], "email", request, [...noStrings, "nobody", ""]),
  {
    spec: "2.12",
    words: "required on invite)",
    holds: async ({ ok, refused }) => {
      await refused(route, { role: "viewer" });
      await ok(route, invitation("viewer"));
    },
  },
  {
    spec: "2.12",
    words: "role (owner, admin, developer, viewer)",
    holds: async ({ ok, refused }) => {
      for (const role of ["boss", "Admin", "", 7]) {
        await refused(route, { ...invitation(), role });
      }
      for (const role of ["owner", "admin", "developer", "viewer"]) {
        const made = await ok(route, { email: `${role}@example.test`, role });
        expect(made).toMatchObject({ role });
      }
    },
  },
  {
    spec: "2.12",
    words: "Member ids have the shape usr_<id>.",
    holds: async ({ id }) => {
      expect(await id(route, invitation())).toMatch(/^usr_\w+$/);
    },
  },
  {
    spec: "2.12",
    words: "Project ids have the shape proj_<id>.",
    holds: async ({ ok, platform, send }) => {
      const { id } = platform.createProject("shop");
      expect(id).toMatch(/^proj_\w+$/);
      await ok(`POST /v1/projects/${id}/members`, invitation());
      const unknown = await send("POST /v1/projects/proj_unknown/members", invitation());
      expect(unknown.status).toBe(404);
    },
  },
];
