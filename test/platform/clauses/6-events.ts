import { expect } from "vitest";
import { alertRule } from "./bodies.ts";
import { type Clause, settled, tested } from "./clause.ts";

export const eventClauses: readonly Clause[] = [
  settled(
    "6",
    "Events emitted by the service (kinds, payloads, delivery, signatures): not shown.",
    "nothing is emitted",
  ),
  tested(
    "6",
    "Alert rules deliver notifications through the channels email, slack, discord, webhook",
    async (world) => {
      await world.container();
      const channels = "email,slack,discord,webhook";
      const rule = { ...alertRule(), threshold: -1, channels };
      await world.ok("POST /api/v1/monitoring/alerts", rule);
      world.pass(120);
      const used = world.platform.deliveries().map(({ channel }) => channel);
      expect(used.toSorted()).toEqual(channels.split(",").toSorted());
    },
  ),
];
