import { describe, expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { projectMember } from "../../../resources/access/project-member.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const member = classUnderTest(projectMember);
const inputs = { projectId: "proj_1", email: "ada@example.com", role: "developer" };
const path = "/v1/projects/proj_1/members";
const invite = {
  call: `POST ${path}`,
  body: { email: "ada@example.com", role: "developer" },
};
const list = (...members: readonly object[]): Expected => ({
  call: `GET ${path}`,
  answer: members.map((known) => ({ ...known })),
});
const ada = { id: "usr_1", email: "ada@example.com", role: "developer", status: "active" };
const bob = { id: "usr_2", email: "bob@example.com", role: "viewer", status: "active" };
const missing = { status: 404, answer: { error: "none" } };
const get = `GET ${path}/usr_1`;
/** The platform has no GET of a member. */
const unread: Expected = { call: get, status: 404, text: "no page" };
const trusted = { __routes: { "GET /v1/projects/{project_id}/members": "works" } };

describe("an invitation", () => {
  test("has the member's id where the answer brings it, else the address", async () => {
    const withId = newContext([
      { ...invite, answer: { id: "usr_1", status: "invited" } },
      { call: get, answer: ada },
    ]);
    expect((await create(withId, projectMember, declared(inputs))).id).toBe("proj_1/usr_1");
    const without = newContext([{ ...invite, answer: { status: "invited" } }, list(ada)]);
    expect((await create(without, projectMember, declared(inputs))).id).toBe(
      "proj_1/ada@example.com",
    );
  });

  test("to a project that does not exist says which input to check", async () => {
    const answer = { ...invite, status: 404, answer: { error: 'project "proj_1" not found' } };
    const inviting = create(newContext([answer]), projectMember, declared(inputs));
    await expect(inviting).rejects.toThrow(/"proj_1" not found.*Check projectId;/);
  });

  test.each<[string, Expected]>([
    ["no list of members", { call: `GET ${path}`, status: 404, text: "no page" }],
    ["a list of those alone who accepted", list()],
    ["a list of others who accepted", list(bob)],
  ])("is pending, and stays, on a platform with %s", async (_what, answer) => {
    const calls = [{ ...invite, answer: { id: "usr_1", status: "invited" } }, unread, answer];
    const { state } = await create(newContext(calls), projectMember, declared(inputs));
    expect(state).toMatchObject({ status: "pending" });
    const pending = { ...inputs, status: "pending", __echoes: [], __shown: {} };
    const result = await member.read("proj_1/usr_1", pending, [unread, answer]);
    expect(result).toMatchObject({ id: "proj_1/usr_1", state: { status: "pending" } });
  });

  test("gets the member's id at the first refresh that shows it", async () => {
    const result = await member.read("proj_1/ada@example.com", inputs, [
      list({ ...ada, email: "Ada@Example.com" }),
    ]);
    expect(result).toMatchObject({ id: "proj_1/usr_1", state: { status: "active" }, inputs });
  });

  test("keeps the address for its id while it is shown with an id of its own", async () => {
    const invitation = { ...ada, id: "inv_9", status: "invited" };
    const id = "proj_1/ada@example.com";
    expect((await member.read(id, inputs, [list(invitation)])).id).toBe(id);
  });

  test("of a listed member is over when two lists are without it", async () => {
    const state = { ...inputs, ...trusted };
    const calls = [unread, list(bob), list(bob)];
    expect((await member.read("proj_1/usr_1", state, calls)).id).toBe("");
  });

  test("that no list shows is adopted by no id, and the error says which routes to switch off", async () => {
    const adopting = declared({ ...inputs, adopt: "proj_1/usr_1" });
    const calls = [unread, list(bob)];
    const error = await errorOf(() => create(newContext(calls), projectMember, adopting));
    expect(error.code).toBe("notFound");
    expect(error.message).toMatch(/"routes\.projectMember\.get": "none", .*list": "none"/);
  });

  test("that expired is sent again only where that is asked for", async () => {
    const expired = { ...inputs, status: "expired" };
    expect(member.diff(expired, inputs).changes).toBe(false);
    const after = { ...inputs, reinvite: true };
    expect(member.diff(expired, after)).toMatchObject({
      changes: true,
      replaces: ["reinvite"],
      deleteBeforeReplace: true,
    });
    expect(member.diff({ ...inputs, status: "pending" }, after).changes).toBe(false);
  });
});

describe("a member's inputs", () => {
  test.each([
    ["email", ["ada", "ada@", "", "a b@example.com"]],
    ["role", ["boss"]],
  ])("refuse as %s %j", (input, values) => {
    for (const value of values) {
      expect(member.refused({ ...inputs, [input]: value })).toEqual([input]);
    }
  });

  test("take another spelling of an address for the same", () => {
    expect(member.diff(inputs, { ...inputs, email: "ADA@example.com" }).changes).toBe(false);
  });

  test("invite another address or project first", () => {
    const change = { email: "bob@example.com", projectId: "proj_2" };
    expect(member.diff(inputs, { ...inputs, ...change })).toMatchObject({
      replaces: ["projectId", "email"],
      deleteBeforeReplace: false,
    });
  });
});

describe("a member's role", () => {
  const owner = { ...inputs, role: "owner" };
  const patch = { call: `PATCH ${path}/usr_1`, body: { role: "admin" } };

  test("changes in place", async () => {
    const after = { ...inputs, role: "admin" };
    const change = { before: { ...inputs, ...trusted }, after };
    const calls = [{ ...patch, answer: { id: "usr_1", role: "admin" } }];
    expect(await member.update("proj_1/usr_1", change, calls)).toMatchObject({ role: "admin" });
  });

  test("of a member who is known by address alone is found by the list", async () => {
    const change = { before: inputs, after: { ...inputs, role: "admin" } };
    const calls = [list(ada), { ...patch, answer: { id: "usr_1", role: "admin" } }];
    await member.update("proj_1/ada@example.com", change, calls);
  });

  test("cannot change while nobody tells the member's id", async () => {
    const change = { before: inputs, after: { ...inputs, role: "admin" } };
    const work = () => member.update("proj_1/ada@example.com", change, [list()]);
    const error = await errorOf(work);
    expect(error.message).toContain('set `adopt` to "proj_1/<usr_…>"');
  });

  test("of an owner is not taken away unless that is allowed", () => {
    const [problem] = member.problems(inputs, owner);
    expect(problem).toMatchObject({ property: "role" });
    expect(problem?.reason).toContain("allowOwnerRemoval: true");
    expect(member.problems({ ...inputs, allowOwnerRemoval: true }, owner)).toEqual([]);
    expect(member.problems(owner, owner)).toEqual([]);
  });
});

describe("removing a member", () => {
  const erase = { call: `DELETE ${path}/usr_1` };

  test("is one call, and a look whether it is done", async () => {
    await member.delete("proj_1/usr_1", inputs, [erase, unread, list(bob)]);
  });

  test("who is gone already is done", async () => {
    await member.delete("proj_1/usr_1", inputs, [{ ...erase, ...missing }]);
    const state = { ...inputs, ...trusted };
    await member.delete("proj_1/ada@example.com", state, [list(bob), list(bob)]);
  });

  test("that is refused is done when lists show that the member is gone", async () => {
    const state = { ...inputs, ...trusted };
    const refused = { ...erase, status: 409, answer: { error: "no" } };
    await member.delete("proj_1/usr_1", state, [refused, unread, list(bob), list(bob)]);
  });

  test("removing an owner is done when the run confirms it, by the address", async () => {
    const state = declared({ ...inputs, role: "owner" });
    const told = (...removableOwners: string[]) =>
      newContext([erase, unread, list(bob)], { removableOwners });
    const work = { id: "proj_1/usr_1", state };
    await remove(told("bob@example.com", "Ada@example.com"), projectMember, work);
    await remove(told("proj_1/ada@example.com"), projectMember, work);
    for (const owner of ["bob@example.com", "proj_2/ada@example.com"]) {
      const other = newContext([], { removableOwners: [owner] });
      await expect(remove(other, projectMember, work)).rejects.toThrow("is an owner");
    }
  });

  test("who is an owner is refused at preview, before another one is invited instead", () => {
    const owner = { ...inputs, role: "owner" };
    const word = "proj_1/ada@example.com";
    const refused = (property: string) => [
      { property, reason: expect.stringContaining(`HOSTING_ALLOW_OWNER_REMOVAL=${word}`) },
    ];
    const other = { ...owner, email: "eve@example.com", allowOwnerRemoval: true };
    expect(member.problems(other, owner)).toEqual(refused("email"));
    const elsewhere = { ...owner, projectId: "proj_2" };
    expect(member.problems(elsewhere, owner)).toEqual(refused("projectId"));
    expect(member.problems(other, owner, { removableOwners: [word] })).toEqual([]);
    expect(member.problems(other, { ...owner, allowOwnerRemoval: true })).toEqual([]);
    expect(member.problems({ ...owner, email: "ADA@example.com" }, owner)).toEqual([]);
    expect(member.problems({ ...inputs, email: "eve@example.com" }, inputs)).toEqual([]);
    expect(member.problems(owner)).toEqual([]);
  });

  test("who is an owner is refused unless that is allowed", async () => {
    const owner = { ...inputs, role: "owner" };
    const error = await errorOf(() => member.delete("proj_1/usr_1", owner, []));
    expect(error.code).toBe("input");
    expect(error.message).toContain("HOSTING_ALLOW_OWNER_REMOVAL=proj_1/ada@example.com");
    const calls = [erase, unread, list(bob)];
    await member.delete("proj_1/usr_1", { ...owner, allowOwnerRemoval: true }, calls);
    await member.delete("proj_1/usr_1", { ...owner, status: "expired" }, calls);
  });
});
