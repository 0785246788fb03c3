import { expect } from "vitest";
import { alertRule } from "./bodies.ts";
import type { Clause } from "./clause.ts";

export const eventClauses: readonly Clause[] = [
  {
    spec: "6",
    words: "Events emitted by the service (kinds, payloads, delivery, signatures): not shown.",
    settled: "nothing is emitted",
  },
  {
    spec: "6",
    words: "Alert rules deliver notifications through the channels email, slack, discord, webhook",
    holds: async (world) => {
      await world.container();
      const channels = "email,slack,discord,webhook";
      const rule = { ...alertRule(), threshold: -1, channels };
      await world.ok("POST /api/v1/monitoring/alerts", rule);
      world.pass(120);
      const used = world.platform.deliveries().map(({ channel }) => channel);
      expect(used.toSorted()).toEqual(channels.split(",").toSorted());
    },
  },
];
