import { describe, expect, test } from "vitest";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../provider/lifecycle/diff.ts";
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
  test("unassigns the address while it is still ours", async () => {
    await assignment.delete("fip_1", state, [get("inst_1"), unassign]);
  });

  test("leaves it alone when it is unassigned", async () => {
    await assignment.delete("fip_1", state, [get(null)]);
  });

  test("leaves it alone when it is at an instance of others, and says so", async () => {
    const context = newContext([get("inst_2")]);
    await remove(context, floatingIpAssignment, { id: "fip_1", state: held(state) });
    expect(context.said).toEqual([
      'warning: floating IP assignment "main": fip_1 stays assigned to inst_2: the state has it at inst_1.',
    ]);
  });

  test("unassigns it from another instance of the stack, to which a killed run has moved it", async () => {
    const context = newContext([get("inst_2"), unassign]);
    const machine = held({ name: "web", region: "eu", plan: "small", image: "debian/13" });
    compare(context, instance, { id: "inst_2", state: machine, inputs: machine });
    await remove(context, floatingIpAssignment, { id: "fip_1", state: held(state) });
    expect(context.said).toEqual([]);
  });

  test("unassigns it where nobody can say where it is", async () => {
    const { __routes, ...unread } = state;
    const blind = { call: "GET /v1/floating-ips/fip_1", status: 404, text: "no page" };
    await assignment.delete("fip_1", unread, [blind, unassign]);
  });

  test("is done when the address is gone", async () => {
    const missing = { status: 404, answer: { error: "no such floating IP" } };
    const gone = { call: "GET /v1/floating-ips/fip_1", ...missing };
    const list = { call: "GET /v1/floating-ips", answer: [] };
    await assignment.delete("fip_1", state, [gone, list]);
    const refused = { ...unassign, ...missing };
    await assignment.delete("fip_1", state, [get("inst_1"), refused, gone]);
    const work = () => assignment.delete("fip_1", state, [get("inst_1"), refused, get("inst_1")]);
    expect((await errorOf(work)).code).toBe("gap");
  });

  test("fails when the platform refuses", async () => {
    const refused = { ...unassign, status: 409, answer: { error: "no" } };
    const calls = [get("inst_1"), refused, get("inst_1")];
    expect((await errorOf(() => assignment.delete("fip_1", state, calls))).code).toBe("refused");
  });
});

describe("an unassignment that is refused", () => {
  const refused = { ...unassign, status: 409, answer: { error: "nothing is assigned" } };

  test.each([["inst_2"], [null]])("is done when the address is at %s by then", async (instance) => {
    await assignment.delete("fip_1", state, [get("inst_1"), refused, get(instance)]);
  });

  test.each([
    ["nothing reads it", { call: "GET /v1/floating-ips/fip_1", status: 404, text: "no page" }],
    ["no instance is shown", silent],
  ])("names the way out where nobody can say whether it has ended: %s", async (_why, blind) => {
    const { __routes, ...unread } = state;
    const error = await errorOf(() => assignment.delete("fip_1", unread, [blind, refused, blind]));
    expect(error.code).toBe("refused");
    expect(error.message).toBe(
      'floating IP assignment "main" (fip_1) was not ended: nothing is assigned (409). If the console shows that it has ended, run again with HOSTING_DELETED_BY_HAND=FloatingIpAssignment:fip_1.',
    );
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

  test("keeps it where no instance is shown, and says so", async () => {
    expect((await assignment.read("fip_1", echoed, [silent])).id).toBe("fip_1");
  });

  test("takes no instance for its end", async () => {
    expect((await assignment.read("fip_1", echoed, [get(null)])).id).toBe("");
  });
});
