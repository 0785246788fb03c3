import { expect } from "vitest";
import { server } from "./bodies.ts";
import { type Clause, tested } from "./clause.ts";
import { field, noStrings } from "./field.ts";

const whole = { ...server(), network_access: "shared" };
const request = async () => ["POST /api/v2/servers", whole] as const;

export const serverClauses: readonly Clause[] = [
  field(["2.3", "name string yes"], request, ...noStrings),
  field(["2.3", "size string yes size identifier <size>"], request, ...noStrings),
  field(["2.3", "network_access string no"], request, ...noStrings),
  tested("2.3", "shared (default)", async (world) => {
    const [given, left] = [
      await world.server({ name: "a", network_access: "shared" }),
      await world.server({ name: "b" }),
    ];
    expect([given, left]).toMatchObject([
      { network_access: "shared" },
      { network_access: "shared" },
    ]);
  }),
  tested("2.3", "dedicated", async (world) => {
    const made = await world.server({ network_access: "dedicated" });
    expect(made).toMatchObject({ network_access: "dedicated" });
    for (const network_access of ["private", "Dedicated", ""]) {
      await world.refused("POST /api/v2/servers", { ...server(), name: "b", network_access });
    }
  }),
  tested("2.3", "A server has ipv6_addresses (list) in API output.", async (world) => {
    const { ipv6_addresses } = await world.server();
    expect(ipv6_addresses).toEqual([expect.stringContaining("::")]);
  }),
];
