import { z } from "zod";
import type { Platform } from "../../platform.ts";
import type { ControlRoute } from "../route.ts";

const Seconds = z.strictObject({ seconds: z.number() });
const Factor = z.strictObject({ factor: z.number() });
const Moment = z.strictObject({
  to: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});

/** The platform's time; each route answers it. */
export const clockRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/clock",
    about: "The platform's time, and how many seconds pass on it in one: 0 while it is frozen.",
    example: {},
    run: (platform) => clockOf(platform),
  },
  {
    method: "POST",
    path: "/clock/advance",
    about: "Moves the time forward by seconds.",
    example: { body: { seconds: 3600 } },
    run: (platform, { body }) => {
      platform.clock.advance(body(Seconds).seconds);
      return clockOf(platform);
    },
  },
  {
    method: "POST",
    path: "/clock/jump",
    about: "Moves the time forward to a moment; one that has passed is refused.",
    example: { body: { to: "2099-06-01T00:00:00Z" } },
    run: (platform, { body }) => {
      platform.clock.jump(body(Moment).to);
      return clockOf(platform);
    },
  },
  {
    method: "POST",
    path: "/clock/scale",
    about: "Lets the time pass this many times as fast as outside.",
    example: { body: { factor: 60 } },
    run: (platform, { body }) => {
      platform.clock.scale(body(Factor).factor);
      return clockOf(platform);
    },
  },
  {
    method: "POST",
    path: "/clock/freeze",
    about: "Lets the time stand still.",
    example: {},
    run: (platform) => {
      platform.clock.freeze();
      return clockOf(platform);
    },
  },
  {
    method: "POST",
    path: "/clock/resume",
    about: "Lets the time pass as it does outside again, from where it is.",
    example: {},
    run: (platform) => {
      platform.clock.resume();
      return clockOf(platform);
    },
  },
];

function clockOf({ clock }: Platform) {
  return { now: new Date(clock.now()).toISOString(), factor: clock.factor() };
}
