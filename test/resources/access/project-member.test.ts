import { describe, expect, test } from "vitest";
import { HostingError } from "../../../provider/errors.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { update } from "../../../provider/lifecycle/update.ts";
import { projectMember } from "../../../resources/access/project-member.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, newContext, type TestContext } from "../../support/session.ts";
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
const missing = { status: 404, answer: { error: "none" } };
const trusted = { __routes: { "GET /v1/projects/{project_id}/members": "works" } };

describe("an invitation", () => {
  test("has the member's id where the answer brings it, else the address", async () => {
    const withId = newContext([
      { ...invite, answer: { id: "usr_1", status: "invited" } },
      list(ada),
    ]);
    expect((await create(withId, projectMember, declared(inputs))).id).toBe("proj_1/usr_1");
    const without = newContext([{ ...invite, answer: { status: "invited" } }, list(ada)]);
    expect((await create(without, projectMember, declared(inputs))).id).toBe(
      "proj_1/ada@example.com",
    );
  });

  test("to a project that does not exist says which input to check", async () => {
    const answer = { ...invite, status: 404, answer: { error: 'project "proj_1" not found' } };
    const error = await errorOf(() =>
      create(newContext([answer]), projectMember, declared(inputs)),
    );
    expect(error.message).toMatch(
      /^project member .*was not created: project "proj_1" not found, or this key cannot see it\. Check projectId;/,
    );
  });

  test.each<[string, Expected]>([
    ["no list of members", { call: `GET ${path}`, status: 404, text: "no page" }],
    ["a list of those alone who accepted", list()],
  ])("is pending, and stays, on a platform with %s", async (_what, answer) => {
    const context = newContext([{ ...invite, answer: { id: "usr_1", status: "invited" } }, answer]);
    const { state } = await create(context, projectMember, declared(inputs));
    expect(state).toMatchObject({ status: "pending" });
    const result = await member.read("proj_1/usr_1", { ...inputs, status: "pending" }, [answer]);
    expect(result).toMatchObject({ id: "proj_1/usr_1", state: { status: "pending" } });
  });

  test("gets the member's id at the first refresh that shows it", async () => {
    const result = await member.read("proj_1/ada@example.com", inputs, [
      list({ ...ada, email: "Ada@Example.com" }),
    ]);
    expect(result).toMatchObject({ id: "proj_1/usr_1", state: { status: "active" }, inputs });
  });

  test("of a listed member is over when three lists are empty", async () => {
    const state = { ...inputs, ...trusted };
    expect((await member.read("proj_1/usr_1", state, [list(), list(), list()])).id).toBe("");
  });

  test("that expired is sent again only where that is asked for", async () => {
    const expired = { ...inputs, status: "expired" };
    expect(member.diff(expired, inputs).changes).toBe(false);
    const after = { ...inputs, reinvite: true };
    expect(member.diff(expired, after)).toMatchObject({ changes: true, replaces: [] });
    const calls = [{ ...invite, answer: { id: "usr_1", status: "invited" } }];
    const stored = await member.update("proj_1/usr_1", { before: expired, after }, calls);
    expect(stored).toMatchObject({ status: "pending" });
  });

  describe("that is sent again, and its answer is lost,", () => {
    const work = reinviting;
    const lost = new HostingError("unknownOutcome", "the answer is lost.", {
      doubt: { applied: false, settlesInMs: 0 },
    });

    /** The journal as the run left it. */
    async function lostInvitation() {
      const context = newContext([{ ...invite, error: lost }]);
      await errorOf(() => update(context, projectMember, work));
      return context.journal;
    }

    test("is not sent a third time when it is seen to be open", async () => {
      const context = newContext([list({ ...ada, status: "invited" })], {
        journal: await lostInvitation(),
      });
      expect(await update(context, projectMember, work)).toMatchObject({ status: "pending" });
      await sentAtOnceAfter(context);
    });

    test("is sent once more when the earlier one is still expired", async () => {
      const calls = [list({ ...ada, status: "expired" }), { ...invite, answer: { id: "usr_1" } }];
      await update(newContext(calls, { journal: await lostInvitation() }), projectMember, work);
    });

    test("says nothing of another one's", async () => {
      const eve = { ...again, ...declared({ ...inputs, email: "eve@example.com" }, "eve") };
      const body = { ...invite.body, email: "eve@example.com" };
      const calls = [{ ...invite, body, answer: { id: "usr_2", status: "invited" } }];
      const context = newContext(calls, { journal: await lostInvitation() });
      const other = { id: "proj_1/usr_2", state: eve, inputs: eve };
      expect(await update(context, projectMember, other)).toMatchObject({ status: "pending" });
    });

    test("is left to the user where nothing shows it", async () => {
      const journal = await lostInvitation();
      const missing = { ...list(), status: 404, text: "no page" };
      const context = newContext([missing], { journal });
      const { message } = await errorOf(() => update(context, projectMember, work));
      expect(message).toContain("If it did, remove `reinvite`; if not, HOSTING_FORGET_UNRESOLVED=");
      const [, doubt = ""] = /UNRESOLVED=([\w-]+)/.exec(message) ?? [];
      const told = newContext([{ ...invite, answer: { id: "usr_1", status: "invited" } }], {
        journal,
        forgetUnresolved: [doubt],
      });
      expect(await update(told, projectMember, work)).toMatchObject({ status: "pending" });
    });
  });
});

const again = { ...declared({ ...inputs, reinvite: true }), status: "expired" };
const reinviting = { id: "proj_1/usr_1", state: again, inputs: again };

/** The next run sends an invitation that has expired, and looks for no earlier one. */
async function sentAtOnceAfter({ journal }: TestContext): Promise<void> {
  const calls = [{ ...invite, answer: { id: "usr_1", status: "invited" } }];
  const next = newContext(calls, { journal });
  expect(await update(next, projectMember, reinviting)).toMatchObject({ status: "pending" });
}

test.each([
  ["accepted", { answer: { id: "usr_1", status: "invited" } }],
  ["refused", { status: 422, answer: { error: "no seat is left" } }],
])("an invitation that is sent again and %s is over", async (_what, answer) => {
  const context = newContext([{ ...invite, ...answer }]);
  await update(context, projectMember, reinviting).catch(() => undefined);
  await sentAtOnceAfter(context);
});

describe("a member's inputs", () => {
  test.each(["ada", "ada@", "", "a b@example.com"])("refuse %j as an address", (email) => {
    const reason = "email must be an e-mail address";
    expect(member.problems({ ...inputs, email })).toEqual([{ property: "email", reason }]);
  });

  test("refuse a role that is none", () => {
    const reason = 'role must be one of owner, admin, developer, viewer, not "boss"';
    expect(member.problems({ ...inputs, role: "boss" })).toEqual([{ property: "role", reason }]);
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
    const reason =
      "role is owner, and taking it away may leave the project without one. Set allowOwnerRemoval: true if that is meant.";
    expect(member.problems(inputs, owner)).toEqual([{ property: "role", reason }]);
    expect(member.problems({ ...inputs, allowOwnerRemoval: true }, owner)).toEqual([]);
    expect(member.problems(owner, owner)).toEqual([]);
  });
});

describe("removing a member", () => {
  const erase = { call: `DELETE ${path}/usr_1` };

  test("is one call", async () => {
    await member.delete("proj_1/usr_1", inputs, [erase]);
  });

  test("who is gone already is done", async () => {
    const unlisted = { ...list(), ...missing };
    await member.delete("proj_1/usr_1", inputs, [{ ...erase, ...missing }, unlisted]);
    const state = { ...inputs, ...trusted };
    await member.delete("proj_1/ada@example.com", state, [list(), list(), list()]);
  });

  test("who is there stays: the route for it answers 404 for another reason", async () => {
    const later = Array.from({ length: 2 }, () => list(ada));
    const error = await errorOf(() =>
      member.delete("proj_1/usr_1", inputs, [{ ...erase, ...missing }, ...later]),
    );
    expect(error.code).toBe("gap");
  });

  test("that is refused is done when the list shows that the member is gone", async () => {
    const state = { ...inputs, ...trusted };
    const refused = { ...erase, status: 409, answer: { error: "no" } };
    await member.delete("proj_1/usr_1", state, [refused, list(), list(), list()]);
    const work = () => member.delete("proj_1/usr_1", state, [refused, list(ada)]);
    expect((await errorOf(work)).code).toBe("refused");
  });

  test("who is an owner is done when the run is told so, by the address", async () => {
    const state = declared({ ...inputs, role: "owner" });
    const told = (...removableOwners: string[]) => newContext([erase], { removableOwners });
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
    const reason = (what: string) =>
      `${what} changes, which removes ada@example.com, an owner. If that is meant, run the same command again with HOSTING_ALLOW_OWNER_REMOVAL=proj_1/ada@example.com`;
    const other = { ...owner, email: "eve@example.com", allowOwnerRemoval: true };
    expect(member.problems(other, owner)).toEqual([{ property: "email", reason: reason("email") }]);
    expect(member.problems({ ...owner, projectId: "proj_2" }, owner)).toEqual([
      { property: "projectId", reason: reason("projectId") },
    ]);
    const told = { removableOwners: ["proj_1/ada@example.com"] };
    expect(member.problems(other, owner, told)).toEqual([]);
    expect(member.problems(other, { ...owner, allowOwnerRemoval: true })).toEqual([]);
    expect(member.problems({ ...owner, email: "ADA@example.com" }, owner)).toEqual([]);
    expect(member.problems({ ...inputs, email: "eve@example.com" }, inputs)).toEqual([]);
    expect(member.problems(owner)).toEqual([]);
  });

  test("who is an owner is refused unless that is allowed", async () => {
    const owner = { ...inputs, role: "owner" };
    const error = await errorOf(() => member.delete("proj_1/usr_1", owner, []));
    expect(error.code).toBe("input");
    expect(error.message).toBe(
      'project member "main" was not removed: ada@example.com is an owner. If that is meant, run the same command again with HOSTING_ALLOW_OWNER_REMOVAL=proj_1/ada@example.com (several are separated by commas).',
    );
    await member.delete("proj_1/usr_1", { ...owner, allowOwnerRemoval: true }, [erase]);
  });
});
