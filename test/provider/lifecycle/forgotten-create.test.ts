import { expect, test } from "vitest";
import { createName, unresolvedId } from "../../../provider/lifecycle/create/unresolved.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { intentOf } from "../../../provider/lifecycle/operation/intent.ts";
import { floatingIp } from "../../../resources/network/floating-ip.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared, errorOf, held, newContext } from "../../support/session.ts";

test("a create that was sent in the place of a forgotten one stays open when its run is killed", async () => {
  const context = newContext();
  const { clock, journal } = context;
  const inputs = declared({ region: "eu-north" }, "ip");
  const intent = intentOf(context, floatingIp, inputs);
  const at = clock.now();
  const unresolved = { applied: false, settlesAt: at, at };
  const state = { ...held(inputs, "ip"), __unresolved: unresolved };
  const work = { id: unresolvedId(intent.token), state, inputs };
  const forgetting = { ...context, forgetUnresolved: [createName(intent.token, at)] };
  await clock.sleep(60_000);
  journal.sent(intent);
  expect((await diff(forgetting, floatingIp, work)).replaces).toEqual(["adopt"]);
  expect(journal.find(intent.token)?.notedAt).toBe(at + 60_000);
});

test("an error about an open create has the name that an alias gave it since", async () => {
  const data = { name: "data", region: "eu-north", sizeGb: 10 };
  const state = { ...held(data, "before"), __unresolved: {} };
  const inputs = declared(data, "after");
  const context = newContext([{ call: "GET /v1/volumes", status: 401, answer: {} }]);
  const work = { id: unresolvedId("token"), state, inputs };
  const { message } = await errorOf(() => diff(context, volume, work));
  expect(message).toContain('"after"');
});
