import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { forward } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { field, noIntegers, noStrings } from "./field.ts";
import type { World } from "./world.ts";

const route = "POST /api/v1/instances/web/ports";

export const portForwardClauses: readonly Clause[] = [
  ...field(["2.4", "protocol string yes"], request, ...noStrings),
  {
    spec: "2.4",
    words: "tcp or udp",
    holds: async (world) => {
      const [, body] = await request(world);
      for (const protocol of ["icmp", "both", ""])
        await world.refused(route, { ...body, protocol });
      for (const protocol of ["tcp", "udp"]) {
        expect(await world.ok(route, { ...body, protocol })).toMatchObject({ protocol });
      }
    },
  },
  ...field(["2.4", "public_port integer yes"], request, ...noIntegers),
  {
    spec: "2.4",
    words: "must lie inside the instance's shared-IPv4 port block",
    holds: async (world) => {
      const { first, last } = blockOf(await world.container());
      await world.refused(route, forward(first - 1));
      await world.refused(route, forward(last + 1));
      await world.ok(route, forward(last));
    },
  },
  ...field(["2.4", "target_port integer yes"], request, ...noIntegers),
  {
    spec: "2.4",
    words: "1 to 65535",
    holds: async (world) => {
      const { first } = blockOf(await world.container());
      for (const target_port of [0, -1, 65_536]) {
        await world.refused(route, { ...forward(first + 1), target_port });
      }
      await world.ok(route, { ...forward(first + 1), target_port: 1 });
      await world.ok(route, { ...forward(first + 2), target_port: 65_535 });
    },
  },
  ...field(["2.4", "description string no"], request, ...noStrings),
];

async function request(world: World) {
  const { last } = blockOf(await world.container());
  return [route, { ...forward(last), description: "the site" }] as const;
}
