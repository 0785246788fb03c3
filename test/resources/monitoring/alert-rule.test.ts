import { describe, expect, test } from "vitest";
import { alertRule } from "../../../resources/monitoring/alert-rule.ts";
import { classUnderTest } from "../../support/session-class.ts";

const hot = classUnderTest(alertRule);
const inputs = {
  name: "hot",
  metric: "cpu_percent",
  condition: "gt",
  threshold: 90,
  channels: ["email", "slack"],
};

describe("an alert rule", () => {
  test("notifies over channels of the spec alone, and over at least one", () => {
    expect(hot.refused({ ...inputs, channels: ["email", "pager"] })).toEqual(["channels[1]"]);
    expect(hot.refused({ ...inputs, channels: [] })).toEqual(["channels"]);
  });

  test("may use metrics and conditions that the spec does not list", () => {
    expect(hot.problems({ ...inputs, metric: "load", condition: "lt" })).toEqual([]);
  });

  test.each([{ threshold: 80 }, { channels: ["email"] }, { cooldownMinutes: 5 }])(
    "is replaced for %j, the old one first, as its name stays",
    (change) => {
      expect(hot.diff(inputs, { ...inputs, ...change })).toMatchObject({
        replaces: Object.keys(change),
        deleteBeforeReplace: true,
      });
    },
  );

  test("is replaced for another name, the new one first, as both names are free", () => {
    expect(hot.diff(inputs, { ...inputs, name: "warm" })).toMatchObject({
      replaces: ["name"],
      deleteBeforeReplace: false,
    });
  });

  test.each(["email, slack", "slack,email", "email,slack"])(
    "is found again when its channels are answered as %j",
    async (channels) => {
      const state = {
        ...inputs,
        __echoes: ["channels"],
        __routes: { "GET /api/v1/monitoring/alerts/{id}": "works" },
      };
      const answer = { ...inputs, id: "al_1", channels };
      const calls = [{ call: "GET /api/v1/monitoring/alerts", answer: [answer] }];
      const result = await hot.read("al_1", state, calls);
      expect(result).toMatchObject({ id: "al_1", inputs });
    },
  );
});
