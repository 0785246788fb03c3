import { expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { server } from "../../../resources/compute/server.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const web = classUnderTest(server);
const inputs = { name: "web", size: "small", networkAccess: "shared" };
const dedicated = { ...inputs, networkAccess: "dedicated" };
const generated = { __generatedName: true };

// The allowance may not cover two dedicated addresses.
test.each([
  ["shared with a generated name", inputs, { size: "large", ...generated }, false],
  ["shared with a fixed name", inputs, { size: "large" }, true],
  ["dedicated", dedicated, { size: "large", ...generated }, true],
  ["becoming dedicated", inputs, { networkAccess: "dedicated", ...generated }, true],
  ["no longer dedicated", dedicated, { networkAccess: "shared", ...generated }, true],
])(
  "a server that is %s: the old one is deleted first, %4$s",
  (_what, before, change, deletesFirst) => {
    const changed = web.diff(before, { ...before, ...change });
    expect(changed).toMatchObject({
      replaces: [expect.any(String)],
      deleteBeforeReplace: deletesFirst,
    });
  },
);

test("a server shows its dedicated address, or its part of a shared one", async () => {
  const body = { name: "web", size: "small", network_access: "dedicated" };
  const answer = { id: "s-1", status: "running", ipv4_address: "203.0.113.9", port_block: null };
  const calls = [{ call: "POST /api/v2/servers", body, answer }];
  const context = newContext(calls, { assumedRoutes: "never" });
  const { state } = await create(context, server, declared(dedicated));
  expect(state).toMatchObject({ ipv4Address: "203.0.113.9" });
  expect(state).not.toHaveProperty("portBlock");
});

const get = { call: "GET /api/v2/servers/s-1" };
const page = { status: 404, text: "no page" };
const stop = { call: "POST /api/v2/servers/s-1/action", body: { action: "stop" } };

test.each<[string, readonly Expected[], string]>([
  [
    "nothing reads it",
    [
      { ...get, ...page },
      { call: "GET /api/v2/servers", ...page },
    ],
    "none",
  ],
  [
    "a GET shows it, which does not lag",
    [
      { ...get, answer: { id: "s-1", status: "running" } },
      { ...stop, status: 404, answer: { error: "none" } },
    ],
    "POST /api/v2/servers/{id}/action",
  ],
])("a server that nothing can stop is not waited for: %s", async (_how, looks, action) => {
  const refused = { status: 409, answer: { error: "busy" } };
  const calls = [...looks, { call: "DELETE /api/v2/servers/s-1", ...refused }];
  const context = newContext(calls, { assumptions: { "routes.server.action": action } });
  const state = held({ ...inputs, __routes: { "GET /api/v2/servers/{id}": "works" } });
  const unread = action === "none" ? held(inputs) : state;
  const error = await errorOf(() => remove(context, server, { id: "s-1", state: unread }));
  expect(error.code).toBe("gap");
  expect(error.message).toMatch(/busy.*console/);
  expect(context.clock.sleeps).toEqual([]);
});
