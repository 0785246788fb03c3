import { expect, test } from "vitest";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { projectMember } from "../../../resources/access/project-member.ts";
import { held, newContext } from "../../support/session.ts";

const list = "GET /v1/projects/proj_1/members";
const ada = { id: "usr_1", email: "ada@shop.example", role: "viewer" };
const page = { status: 502, text: "<h1>Bad gateway</h1>" };

test("a lost deletion is looked for as the class finds its objects: a member by the address, too", async () => {
  const context = newContext([
    { call: list, answer: [ada] },
    { call: "DELETE /v1/projects/proj_1/members/usr_1", ...page },
    { call: list, answer: [ada] },
    { call: list, answer: [ada] },
    { call: "DELETE /v1/projects/proj_1/members/usr_1" },
    { call: list, answer: [] },
  ]);
  const state = held({ projectId: "proj_1", email: "ada@shop.example", role: "viewer" });
  await remove(context, projectMember, { id: "proj_1/ada@shop.example", state });
  expect(context.said).toEqual([]);
});
