import { describe, expect, test } from "vitest";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { floatingIpAssignment } from "../../../resources/network/floating-ip-assignment.ts";
import type { Expected } from "../../support/fake-api.ts";
import { errorOf, held, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const assignment = classUnderTest(floatingIpAssignment);
const inputs = { floatingIpId: "fip_1", instanceId: "inst_1" };
const state = { ...inputs, ip: "203.0.113.7", __routes: { "GET /v1/floating-ips/{id}": "works" } };
const unassign = { call: "POST /v1/floating-ips/fip_1/unassign" };

/** A platform that leaves out what there is none of, or never shows it. */
const silent: Expected = {
  call: "GET /v1/floating-ips/fip_1",
  answer: { id: "fip_1", ip: "203.0.113.7", region: "eu" },
};

const get = (instance: string | null): Expected => ({
  call: "GET /v1/floating-ips/fip_1",
  answer: { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: instance },
});

describe("a floating IP", () => {
  test("moves to another instance by one call, and is never unassigned in between", async () => {
    const after = { ...inputs, instanceId: "inst_2" };
    expect(assignment.diff(inputs, after)).toMatchObject({ replaces: [] });
    const calls: readonly Expected[] = [
      {
        call: "POST /v1/floating-ips/fip_1/assign",
        body: { instance_id: "inst_2" },
        answer: { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: "inst_2" },
      },
    ];
    const stored = await assignment.update("fip_1", { before: state, after }, calls);
    expect(stored).toMatchObject({ ...after, ip: "203.0.113.7" });
  });
});

describe("the end of an assignment", () => {
  const [ours, none, theirs] = [get("inst_1"), get(null), get("inst_2")];
  const missing = { status: 404, answer: { error: "no such floating IP" } };
  const gone = { ...ours, ...missing };
  const refused = { ...unassign, status: 409, answer: { error: "nothing is assigned" } };

  test.each<[string, readonly Expected[]]>([
    ["it is ours, by one request", [ours, unassign, none]],
    ["it is unassigned already", [none]],
    ["it is gone", [gone]],
    ["it is deleted meanwhile", [ours, { ...unassign, ...missing }]],
    ["a refusal comes from its being unassigned by then", [ours, refused, none]],
  ])("is done where %s", async (_what, calls) => {
    await assignment.delete("fip_1", state, calls);
  });

  test("leaves it alone when it is at an instance of others, with a message", async () => {
    const api = { call: async () => ({ ...Object(theirs.answer) }) };
    const context = newContext([], { api });
    await remove(context, floatingIpAssignment, { id: "fip_1", state: held(state) });
    expect(context.said).toEqual([expect.stringContaining("stays assigned to inst_2")]);
  });

  test("unassigns it from another instance of the stack, to which a killed run has moved it", async () => {
    const context = newContext([theirs, unassign, none]);
    const machine = held({ name: "web", region: "eu", plan: "small", image: "debian/13" });
    await diff(context, instance, { id: "inst_2", state: machine, inputs: machine });
    await remove(context, floatingIpAssignment, { id: "fip_1", state: held(state) });
    expect(context.said).toEqual([]);
  });

  const blind = { ...ours, answer: "", status: 404, text: "no page" };
  const noList = { ...blind, call: "GET /v1/floating-ips" };
  const { __routes: _routes, ...unread } = state;

  test("unassigns it where nobody can say where it is", async () => {
    await assignment.delete("fip_1", unread, [blind, noList, unassign, blind, noList]);
  });

  test.each([
    ["nothing reads it", [blind, noList, refused, blind, noList]],
    ["no instance is shown", [silent, refused, silent]],
  ])("names the way out where nobody can say whether it has ended: %s", async (_why, calls) => {
    const error = await errorOf(() => assignment.delete("fip_1", unread, calls));
    expect(error.message).toContain("HOSTING_DELETED_BY_HAND=FloatingIpAssignment:fip_1");
  });
});

describe("a refresh of an assignment", () => {
  const echoed = { ...state, __echoes: ["floatingIpId", "instanceId"] };

  test("finds it as it was", async () => {
    const result = await assignment.read("fip_1", echoed, [get("inst_1")]);
    expect(result).toMatchObject({ id: "fip_1", inputs, state: { ip: "203.0.113.7" } });
  });

  test("takes another instance for drift, so that the next up moves it back", async () => {
    const result = await assignment.read("fip_1", echoed, [get("inst_2")]);
    expect(result.inputs).toMatchObject({ instanceId: "inst_2" });
  });

  test("keeps it where no instance is shown, with a message", async () => {
    expect((await assignment.read("fip_1", echoed, [silent])).id).toBe("fip_1");
  });

  test("takes no instance for its end", async () => {
    expect((await assignment.read("fip_1", echoed, [get(null)])).id).toBe("");
  });
});
