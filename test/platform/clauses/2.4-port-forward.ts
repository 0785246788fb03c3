import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { forward } from "./bodies.ts";
import { type Clause, same, tested } from "./clause.ts";
import { field, noIntegers, noStrings } from "./field.ts";
import type { World } from "./world.ts";

const route = "POST /api/v1/instances/web/ports";

export const portForwardClauses: readonly Clause[] = [
  field(["2.4", "protocol string yes"], request, ...noStrings),
  tested("2.4", "tcp or udp", async (world) => {
    const [, body] = await request(world);
    for (const protocol of ["icmp", "both", ""]) await world.refused(route, { ...body, protocol });
    for (const protocol of ["tcp", "udp"]) {
      expect(await world.ok(route, { ...body, protocol })).toMatchObject({ protocol });
    }
  }),
  field(["2.4", "public_port integer yes"], request, ...noIntegers),
  same(
    "2.4",
    "must lie inside the instance's shared-IPv4 port block",
    "7.8: A public port outside the caller's block is refused.",
  ),
  field(["2.4", "target_port integer yes"], request, ...noIntegers),
  tested("2.4", "1 to 65535", async (world) => {
    const { first } = blockOf(await world.container());
    for (const target_port of [0, -1, 65_536]) {
      await world.refused(route, { ...forward(first + 1), target_port });
    }
    await world.ok(route, { ...forward(first + 1), target_port: 1 });
    await world.ok(route, { ...forward(first + 2), target_port: 65_535 });
  }),
  field(["2.4", "description string no"], request, ...noStrings),
];

async function request(world: World) {
  const { last } = blockOf(await world.container());
  return [route, { ...forward(last), description: "the site" }] as const;
}
