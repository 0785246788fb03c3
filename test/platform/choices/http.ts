import type { httpChoices } from "../../../platform/choices/http.ts";
import type { ChoiceCase } from "./asking.ts";

const told = ["retry-after", "ratelimit-reset", "x-ratelimit-reset"];

export const http: Readonly<Record<keyof typeof httpChoices, ChoiceCase>> = {
  "errors.unknownRoute": {
    ask: async ({ send }) => {
      const { status, headers } = await send("GET /v1/nothing");
      return [status, headers.get("content-type")];
    },
    answers: [
      [404, "application/json"],
      [404, "text/plain; charset=utf-8"],
    ],
  },
  "errors.otherMethod": {
    ask: async ({ send }) => (await send("DELETE /v1/volumes")).status,
    answers: [405, 404],
  },
  "rate.window": {
    ask: async ({ platform, send, clock }) => {
      platform.configure({ ratePerMinute: 2 });
      const statuses: number[] = [];
      for (const seconds of [30, 50, 11, 0, 24, 7]) {
        clock.pass(seconds);
        statuses.push((await send("GET /api/v1/networks")).status);
      }
      return statuses;
    },
    answers: [
      [200, 200, 200, 200, 429, 429],
      [200, 200, 200, 429, 429, 200],
      [200, 200, 200, 429, 429, 429],
      [200, 200, 200, 429, 200, 429],
    ],
  },
  "rate.headers": {
    ask: async ({ platform, send }) => {
      platform.configure({ ratePerMinute: 1 });
      await send("GET /api/v1/networks");
      const { headers } = await send("GET /api/v1/networks");
      return told.filter((name) => headers.has(name));
    },
    answers: [
      ["retry-after"],
      ["retry-after", "ratelimit-reset"],
      ["retry-after", "x-ratelimit-reset"],
      [],
    ],
  },
};
