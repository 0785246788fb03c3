import { expect } from "vitest";
import type { Clause } from "./clause.ts";
import { noStrings, typeClause } from "./field.ts";

const reserve = "POST /v1/floating-ips";

export const floatingIpClauses: readonly Clause[] = [
  {
    spec: "2.8",
    words: "id string shape fip_<id>",
    holds: async ({ ok }) => {
      const { id } = await ok(reserve, { region: "eu" });
      expect(id).toMatch(/^fip_\w+$/);
    },
  },
  {
    spec: "2.8",
    words: "ip string IPv4 address",
    holds: async ({ ok }) => {
      const [one, other] = [
        await ok(reserve, { region: "eu" }),
        await ok(reserve, { region: "eu" }),
      ];
      expect(one["ip"]).toMatch(/^(\d{1,3}\.){3}\d{1,3}$/);
      expect(other["ip"]).not.toBe(one["ip"]);
    },
  },
  typeClause(
    ["2.8", "region string"],
    "region",
    async () => [reserve, { region: "eu" }],
    noStrings,
  ),
  {
    spec: "2.8",
    words: "instance_id string or null",
    holds: async (world) => {
      const instance_id = await world.instance();
      const id = await world.id(reserve, { region: "eu" });
      const assigned = await world.ok(`${reserve}/${id}/assign`, { instance_id });
      expect(assigned).toMatchObject({ instance_id });
    },
  },
  {
    spec: "2.8",
    words: "null when unassigned",
    holds: async ({ ok }) => {
      expect(await ok(reserve, { region: "eu" })).toMatchObject({ instance_id: null });
    },
  },
];
