import { describe, expect, test } from "vitest";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { errorOf, newContext } from "../../../support/session.ts";
import { checkedIn, of } from "./runs-of-stacks.ts";

describe("an adopt stands for a create in doubt where a forced replacement compares nothing", () => {
  const inDoubt = (region: string) => {
    const inputs = of("dev", { region }, "fip");
    const { token } = intentOf(newContext(), floatingIp, inputs);
    const doubt = { applied: false, settlesAt: 0, at: 0 };
    return { id: `unresolved-${token}`, state: { ...inputs, __unresolved: doubt } };
  };
  const adopted = of("dev", { region: "eu", adopt: "fip_1" }, "fip");
  const look = {
    call: "GET /v1/floating-ips/fip_1",
    answer: { id: "fip_1", ip: "192.0.2.1", region: "eu", instance_id: null },
  };

  test("once it is adopted", async () => {
    const placeholder = inDoubt("eu");
    const inputs = of("dev", { region: "eu" }, "fip");
    expect((await diff(newContext(), floatingIp, { ...placeholder, inputs })).replaces).toEqual([]);
    const context = checkedIn(newContext([look]), floatingIp, { oldInputs: {}, inputs: adopted });
    await create(context, floatingIp, adopted);
    await remove(context, floatingIp, placeholder);
    expect(context.said.join()).not.toContain("not known whether");
  });

  test("also where it is deleted first", async () => {
    const { state } = inDoubt("eu");
    const context = checkedIn(newContext(), floatingIp, { oldInputs: state, inputs: adopted });
    await remove(context, floatingIp, inDoubt("eu"));
    expect(context.said).toEqual([]);
  });

  test("not for another one of its place, which it cannot be", async () => {
    const context = checkedIn(newContext([look]), floatingIp, { oldInputs: {}, inputs: adopted });
    await create(context, floatingIp, adopted);
    const { message } = await errorOf(() => remove(context, floatingIp, inDoubt("us")));
    expect(message).toContain("it is not known whether it exists");
  });
});
