import { expect } from "vitest";
import { invitation } from "./bodies.ts";
import { type Clause, tested } from "./clause.ts";
import { noStrings, typeClause } from "./field.ts";

const route = "POST /v1/projects/proj_default/members";
const request = async () => [route, invitation()] as const;

export const memberClauses: readonly Clause[] = [
  typeClause(["2.12", "email (string"], "email", request, [...noStrings, "nobody", ""]),
  tested("2.12", "required on invite)", async ({ ok, refused }) => {
    await refused(route, { role: "viewer" });
    await ok(route, invitation("viewer"));
  }),
  tested("2.12", "role (owner, admin, developer, viewer)", async ({ ok, refused }) => {
    for (const role of ["boss", "Admin", "", 7]) {
      await refused(route, { ...invitation(), role });
    }
    for (const role of ["owner", "admin", "developer", "viewer"]) {
      const made = await ok(route, { email: `${role}@example.test`, role });
      expect(made).toMatchObject({ role });
    }
  }),
  tested("2.12", "Member ids have the shape usr_<id>.", async ({ id }) => {
    expect(await id(route, invitation())).toMatch(/^usr_\w+$/);
  }),
  tested("2.12", "Project ids have the shape proj_<id>.", async ({ ok, platform, send }) => {
    const { id } = platform.createProject("shop");
    expect(id).toMatch(/^proj_\w+$/);
    await ok(`POST /v1/projects/${id}/members`, invitation());
    const unknown = await send("POST /v1/projects/proj_unknown/members", invitation());
    expect(unknown.status).toBe(404);
  }),
];
