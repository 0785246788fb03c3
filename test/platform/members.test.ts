import { describe, expect, test } from "vitest";
import type { PlatformOptions } from "../../platform/index.ts";
import { idOf, newWorld, type Send, sender } from "./support.ts";

const members = "/v1/projects/proj_shop/members";
const body = { email: "ada@example.test", role: "developer" };
const hours48 = 48 * 3600;

/** A world with the projects that the tests name. */
function teamWorld(options: Pick<PlatformOptions, "assumptions"> = {}) {
  const world = newWorld(options);
  for (const name of ["shop", "blog"]) world.platform.createProject(name, { id: `proj_${name}` });
  return world;
}

async function invite(send: Send): Promise<string> {
  return idOf(await send(`POST ${members}`, body));
}

describe("spec 2.12, 4.2: inviting to a project", () => {
  test("an invitation answers with the member's id and is open", async () => {
    const { send, platform } = teamWorld();
    const invited = await send(`POST ${members}`, body);
    expect(invited.status).toBe(201);
    expect(invited.body).toEqual({
      id: expect.stringMatching(/^usr_[0-9a-z]{16}$/),
      project_id: "proj_shop",
      ...body,
      status: "pending",
    });
    expect((await send(`GET ${members}`)).body).toEqual([invited.body]);
    expect(platform.snapshot().projectMember).toEqual([invited.body]);
  });

  test.each(["owner", "admin", "developer", "viewer"])("%s is a role", async (role) => {
    const { send } = teamWorld();
    const invited = await send(`POST ${members}`, { ...body, role });
    expect(invited).toMatchObject({ status: 201, body: { role } });
  });

  test.each([
    [{ email: undefined }, '"email" is required'],
    [{ email: "ada" }, '"email" is not accepted'],
    [{ role: undefined }, '"role" is required'],
    [{ role: "guest" }, '"role" is not accepted'],
    [{ name: "Ada" }, '"name" is not a known field'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = teamWorld();
    const refused = await send(`POST ${members}`, { ...body, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`nobody was invited to project "proj_shop": ${error}`),
    });
    expect(platform.snapshot().projectMember).toEqual([]);
  });

  test("projects keep their members apart", async () => {
    const { send } = teamWorld();
    const id = await invite(send);
    const other = "/v1/projects/proj_blog/members";
    expect((await send(`GET ${other}`)).body).toEqual([]);
    const unknown = { status: 404, body: { error: `project member "${id}" not found` } };
    expect(await send(`PATCH ${other}/${id}`, { role: "viewer" })).toMatchObject(unknown);
    expect(await send(`DELETE ${other}/${id}`)).toMatchObject(unknown);
    expect((await send(`POST ${other}`, body)).status).toBe(201);
    expect((await send(`GET ${members}`)).body).toMatchObject([{ id, role: "developer" }]);
  });

  test.each(["shop", "proj_", "proj_a%2Fb", "proj_unknown"])(
    "%s is no project",
    async (project) => {
      const { send } = teamWorld();
      const unknown = {
        status: 404,
        body: { error: `project "${decodeURIComponent(project)}" not found` },
      };
      const path = `/v1/projects/${project}/members`;
      expect(await send(`POST ${path}`, body)).toMatchObject(unknown);
      expect(await send(`GET ${path}`)).toMatchObject(unknown);
      expect(await send(`PATCH ${path}/usr_x`, { role: "viewer" })).toMatchObject(unknown);
      expect(await send(`DELETE ${path}/usr_x`)).toMatchObject(unknown);
    },
  );
});

describe("spec 3, 8: an invitation is open for 48 hours", () => {
  test("an accepted one makes a member, who stays", async () => {
    const { send, clock, platform } = teamWorld();
    const id = await invite(send);
    clock.pass(hours48 - 1);
    platform.acceptInvitation("ada@example.test");
    clock.pass(hours48);
    expect((await send(`GET ${members}`)).body).toMatchObject([{ id, status: "active" }]);
  });

  test("then it has expired, by the platform's clock, and cannot be accepted", async () => {
    const { send, clock, platform } = teamWorld();
    const id = await invite(send);
    clock.pass(hours48 - 1);
    expect((await send(`GET ${members}`)).body).toMatchObject([{ id, status: "pending" }]);
    platform.clock.advance(1);
    expect((await send(`GET ${members}`)).body).toMatchObject([{ id, status: "expired" }]);
    expect(() => platform.acceptInvitation("ada@example.test")).toThrow(
      'No invitation was accepted: none to "ada@example.test" is open.',
    );
  });

  test("its words are the ones assumed", async () => {
    const { send, clock, platform } = teamWorld({
      assumptions: {
        "words.invited": ["invited"],
        "words.expired": ["lapsed"],
        "words.ready": ["member"],
      },
    });
    const status = async () => Object((await send(`GET ${members}`)).body)[0].status;
    await invite(send);
    expect(await status()).toBe("invited");
    platform.acceptInvitation(body.email);
    expect(await status()).toBe("member");
    const { body: other } = await send(`POST ${members}`, { ...body, email: "bo@example.test" });
    clock.pass(hours48);
    const listed = await send(`GET ${members}`);
    expect(listed.body).toMatchObject([{}, { id: Object(other).id, status: "lapsed" }]);
  });

  test.each([
    ["an open invitation", false, "has an open invitation already"],
    ["a member", true, "is a member already"],
  ])("%s is not invited again", async (_name, accepted, error) => {
    const { send, clock, platform } = teamWorld();
    await invite(send);
    if (accepted) {
      platform.acceptInvitation(body.email);
      clock.pass(hours48);
    }
    const again = { email: "Ada@Example.test", role: "viewer" };
    expect(await send(`POST ${members}`, again)).toMatchObject({
      status: 409,
      body: {
        error: `nobody was invited to project "proj_shop": "Ada@Example.test" ${error}`,
      },
    });
    expect(platform.snapshot().projectMember).toHaveLength(1);
  });

  test("an expired one may be invited again, and the new invitation is the one accepted", async () => {
    const { send, clock, platform } = teamWorld();
    const first = await invite(send);
    clock.pass(hours48);
    const second = await invite(send);
    platform.acceptInvitation("ADA@example.test");
    expect((await send(`GET ${members}`)).body).toMatchObject([
      { id: first, status: "expired" },
      { id: second, status: "active" },
    ]);
  });

  test("one of another address is not accepted with it", async () => {
    const { send, platform } = teamWorld();
    await invite(send);
    await send(`POST ${members}`, { ...body, email: "bo@example.test" });
    platform.acceptInvitation("bo@example.test");
    const listed = await send(`GET ${members}`);
    expect(listed.body).toMatchObject([{ status: "pending" }, { status: "active" }]);
    expect(() => platform.acceptInvitation("cy@example.test")).toThrow('none to "cy@');
  });
});

describe("spec 4.2: changing and removing a member", () => {
  test("a role changes, and nothing else", async () => {
    const { send } = teamWorld();
    const id = await invite(send);
    const changed = await send(`PATCH ${members}/${id}`, { role: "admin" });
    expect(changed).toMatchObject({ status: 200, body: { id, ...body, role: "admin" } });
    for (const refused of [{ role: "guest" }, {}, { role: "viewer", email: "bo@example.test" }]) {
      const answer = await send(`PATCH ${members}/${id}`, refused);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        error: expect.stringContaining(`project member "${id}" was not changed: `),
      });
    }
    expect((await send(`GET ${members}`)).body).toEqual([changed.body]);
  });

  test("a removed one is gone and may be invited again", async () => {
    const { send } = teamWorld();
    const id = await invite(send);
    expect((await send(`DELETE ${members}/${id}`)).status).toBe(204);
    expect((await send(`GET ${members}`)).body).toEqual([]);
    const unknown = { status: 404, body: { error: `project member "${id}" not found` } };
    expect(await send(`DELETE ${members}/${id}`)).toMatchObject(unknown);
    expect(await send(`PATCH ${members}/${id}`, { role: "admin" })).toMatchObject(unknown);
    expect((await send(`POST ${members}`, body)).status).toBe(201);
  });

  test("spec 5: members are managed with an admin key", async () => {
    const { platform, send } = teamWorld();
    const id = await invite(send);
    const { key } = platform.createKey({ scopes: ["*"], level: "Write" });
    const withKey = sender(platform, key);
    expect((await withKey(`GET ${members}`)).status).toBe(200);
    expect((await withKey(`POST ${members}`, body)).status).toBe(403);
    expect((await withKey(`PATCH ${members}/${id}`, { role: "admin" })).status).toBe(403);
    expect((await withKey(`DELETE ${members}/${id}`)).status).toBe(403);
  });
});
