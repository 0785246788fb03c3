import { describe, expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { server } from "../../../resources/compute/server.ts";
import { freeName } from "../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const web = classUnderTest(server);
const inputs = { name: "web", size: "small", networkAccess: "shared" };
const dedicated = { ...inputs, networkAccess: "dedicated" };
const call = "POST /api/v2/servers";

describe("a server", () => {
  test("has shared or dedicated access, and shared unless said", () => {
    const reason = 'networkAccess must be one of shared, dedicated, not "both"';
    const problems = web.problems({ ...inputs, networkAccess: "both" });
    expect(problems).toEqual([{ property: "networkAccess", reason }]);
  });

  test.each([
    ["shared with a generated name", inputs, { size: "large", __generatedName: true }, false],
    ["shared with a name of its own", inputs, { size: "large" }, true],
    [
      "dedicated: the allowance may not cover two",
      dedicated,
      { size: "large", __generatedName: true },
      true,
    ],
    ["becoming dedicated", inputs, { networkAccess: "dedicated", __generatedName: true }, true],
    ["no longer dedicated", dedicated, { networkAccess: "shared", __generatedName: true }, true],
  ])("%s", (_what, before, change, deleteBeforeReplace) => {
    const changed = web.diff(before, { ...before, ...change });
    expect(changed).toMatchObject({ replaces: [expect.any(String)], deleteBeforeReplace });
  });

  test("shows the address of its own, or its part of a shared one", async () => {
    const body = { name: "web", size: "small", network_access: "dedicated" };
    const answer = {
      id: "srv-1",
      status: "running",
      ipv4_address: "203.0.113.9",
      port_block: null,
    };
    const own = newContext([{ call, body, answer }], { assumedRoutes: "never" });
    const made = await create(own, server, declared(dedicated));
    expect(made.state).toMatchObject({ ipv4Address: "203.0.113.9" });
    expect(made.state).not.toHaveProperty("portBlock");
  });

  test("that nothing can stop is not waited for when its delete is refused", async () => {
    const calls = [
      { call: "GET /api/v2/servers/srv-1", status: 404, text: "no page" },
      { call: "GET /api/v2/servers", status: 404, text: "no page" },
      { call: "DELETE /api/v2/servers/srv-1", status: 409, answer: { error: "busy" } },
    ];
    const context = newContext(calls, { assumptions: { "routes.server.action": "none" } });
    const error = await errorOf(() =>
      remove(context, server, { id: "srv-1", state: held(inputs) }),
    );
    expect(error.code).toBe("gap");
    expect(error.message).toContain("busy (409). Stop it in the console");
  });

  test("that a GET shows, and nothing seems to stop, is not on its way out: that does not lag", async () => {
    const get = { call: "GET /api/v2/servers/srv-1", answer: { id: "srv-1", status: "running" } };
    const stop = { call: "POST /api/v2/servers/srv-1/action", body: { action: "stop" } };
    const calls = [
      get,
      { ...stop, status: 404, answer: { error: "none" } },
      { call: "DELETE /api/v2/servers/srv-1", status: 409, answer: { error: "busy" } },
    ];
    const context = newContext(calls);
    const state = held({ ...inputs, __routes: { "GET /api/v2/servers/{id}": "works" } });
    const error = await errorOf(() => remove(context, server, { id: "srv-1", state }));
    expect(error.message).toContain("was not deleted: busy (409). Stop it in the console, then");
    expect(context.clock.sleeps).toEqual([]);
  });

  test("for which no address is free is not created, and the error says why", async () => {
    const body = { name: "web", size: "small", network_access: "dedicated" };
    const refused = { status: 409, answer: { error: "no dedicated address is free" } };
    const context = newContext([freeName(call), { call, body, ...refused }]);
    const error = await errorOf(() => create(context, server, declared(dedicated)));
    expect(error.message).toContain(
      'server "main" was not created: no dedicated address is free (409). Correct what it names and run',
    );
  });
});
