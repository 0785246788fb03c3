import { describe, expect, test } from "vitest";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { declared, newContext } from "../../../support/session.ts";

describe("taking over an object that a list shows", () => {
  const web = declared({ name: "web", type: "container", image: "debian/13", adopt: "web" });
  const listed = { name: "web", type: "container", image: "debian/13", status: "running" };
  const port_block = { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 };
  const whole = { ...listed, ip_addresses: ["10.0.0.1"], ipv6_addresses: [], port_block };
  const list = "GET /api/v1/instances";
  const portBlock = { address: "203.0.113.1", firstPort: 20_000, lastPort: 20_009 };

  test("asks for it by itself for an address, where no route is documented that tells it", async () => {
    const machine = { name: "web", region: "eu", plan: "small", image: "debian/13" };
    const entry = { id: "inst_1", ...machine, status: "running" };
    const addresses = { ip_addresses: ["198.18.0.1"], ipv6_addresses: [] };
    const context = newContext([
      { call: "GET /v1/instances", answer: [entry] },
      { call: "GET /v1/instances/inst_1", answer: { ...entry, ...addresses } },
    ]);
    const { state } = await create(context, instance, declared({ ...machine, adopt: "inst_1" }));
    expect(state).toMatchObject({ ipAddresses: ["198.18.0.1"] });
  });

  test("asks for it by itself where the list lacks outputs", async () => {
    const context = newContext([
      { call: list, answer: [listed] },
      { call: `${list}/web`, answer: whole },
    ]);
    const { state } = await create(context, container, web);
    expect(state).toMatchObject({ portBlock, ipAddresses: ["10.0.0.1"] });
  });

  test("takes the list's word where it shows them all", async () => {
    const context = newContext([{ call: list, answer: [whole] }]);
    const { state } = await create(context, container, web);
    expect(state).toMatchObject({ portBlock });
  });
});
