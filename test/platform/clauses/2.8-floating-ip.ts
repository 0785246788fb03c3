import { expect } from "vitest";
import { type Clause, same, tested } from "./clause.ts";
import { noStrings, typeClause } from "./field.ts";

const reserve = "POST /v1/floating-ips";

export const floatingIpClauses: readonly Clause[] = [
  same(
    "2.8",
    "id string shape fip_<id>",
    "4.2: POST /floating-ips {region} floating IP (2.8) with instance_id null",
  ),
  tested("2.8", "ip string IPv4 address", async ({ ok }) => {
    const [one, other] = [await ok(reserve, { region: "eu" }), await ok(reserve, { region: "eu" })];
    expect(one["ip"]).toMatch(/^(\d{1,3}\.){3}\d{1,3}$/);
    expect(other["ip"]).not.toBe(one["ip"]);
  }),
  typeClause(
    ["2.8", "region string"],
    "region",
    async () => [reserve, { region: "eu" }],
    noStrings,
  ),
  same(
    "2.8",
    "instance_id string or null",
    "4.2: POST /floating-ips/{id}/assign {instance_id} assigned floating IP",
  ),
  same(
    "2.8",
    "null when unassigned",
    "4.2: POST /floating-ips {region} floating IP (2.8) with instance_id null",
  ),
];
