import { z } from "zod";
import type { Settings } from "../../operator/settings.ts";
import type { ControlRoute } from "../route.ts";

/** `configure` says which of them is wrong. */
const Changes = z.custom<Partial<Settings>>(
  (value) => z.record(z.string(), z.json()).safeParse(value).success,
  "not an object of settings",
);

/** How the platform behaves. */
export const settingRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/settings",
    about: "How the platform behaves.",
    example: {},
    run: (platform) => platform.settings(),
  },
  {
    method: "PATCH",
    path: "/settings",
    about: "Changes the settings that are named and answers all of them.",
    example: { body: { bootSeconds: 5, mailEnabled: true } },
    run: (platform, { body }) => {
      platform.configure(body(Changes));
      return platform.settings();
    },
  },
];
