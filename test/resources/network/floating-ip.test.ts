import { expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { floatingIp } from "../../../resources/network/floating-ip.ts";
import { declared, newContext } from "../../support/session.ts";

test("a floating IP is ready as it is answered: nothing about it is waited for", async () => {
  const answer = { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: null };
  const call = { call: "POST /v1/floating-ips", body: { region: "eu" }, answer };
  const context = newContext([call], { assumedRoutes: "never" });
  const { id, state } = await create(context, floatingIp, declared({ region: "eu" }));
  expect({ id, state }).toMatchObject({ id: "fip_1", state: { ip: "203.0.113.7" } });
});
