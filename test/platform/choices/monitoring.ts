import type { monitoringChoices } from "../../../platform/choices/monitoring.ts";
import { containerBody } from "../support.ts";
import { alert, type ChoiceCase } from "./asking.ts";

export const monitoring: Readonly<Record<keyof typeof monitoringChoices, ChoiceCase>> = {
  "alertRules.blanks": alert({ channels: "email, slack" }, [
    [422, undefined],
    [201, "email,slack"],
  ]),
  "alertRules.channels": alert({ channels: undefined }, [
    [422, undefined],
    [201, "email"],
  ]),
  "alertRules.metrics": alert({ metric: "temperature" }, [
    [201, "email"],
    [422, undefined],
  ]),
  "alertRules.conditions": alert({ condition: "above" }, [
    [201, "email"],
    [422, undefined],
  ]),
  "metrics.shape": {
    ask: async ({ send }) => {
      await send("POST /api/v1/instances", containerBody());
      const { body } = await send("GET /api/v1/monitoring/metrics/web");
      const { cpu_percent, cpu, disk } = Object(body);
      return [typeof cpu_percent, typeof cpu?.usage, disk?.total];
    },
    answers: [
      ["number", "undefined", undefined],
      ["undefined", "number", 10 * 2 ** 30],
    ],
  },
};
