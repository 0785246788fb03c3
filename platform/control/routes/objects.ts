import { z } from "zod";
import type { ControlRoute } from "../route.ts";

const Key = z.strictObject({ key: z.string() });
const Fields = z.strictObject({ key: z.string(), fields: z.record(z.string(), z.json()) });
const Action = z.strictObject({
  method: z.enum(["POST", "PATCH", "PUT", "DELETE"]),
  path: z.string().startsWith("/"),
  body: z.record(z.string(), z.json()).exactOptional(),
});

/** What there is, and what somebody changes behind a program's back. */
export const objectRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/objects",
    about: "Every object by kind, as the API shows them.",
    example: {},
    run: (platform) => platform.snapshot(),
  },
  {
    method: "GET",
    path: "/overview",
    about: "Every object in one list: its key (kind and id), name, state, and a few words.",
    example: {},
    run: (platform) => platform.overview(),
  },
  {
    method: "GET",
    path: "/details",
    about:
      "One object as the API shows it, with secrets masked: what it is linked with, the routes about it, and the fields that can be edited.",
    example: { query: "?key=container/web" },
    run: (platform, { query }) => platform.details(query(Key).key),
  },
  {
    method: "PATCH",
    path: "/objects",
    about:
      "Changes fields of an object behind a program's back, also those that no request of the API changes.",
    example: { body: { key: "container/web", fields: { image: "debian/12" } } },
    run: (platform, { body }) => {
      const { key, fields } = body(Fields);
      platform.edit(key, fields);
      return platform.details(key);
    },
  },
  {
    method: "POST",
    path: "/console",
    about:
      "Does what somebody does in the console: what the same request of the API would, by its rules, but without a key, a limit, a fault or a line in the log.",
    example: {
      body: { method: "POST", path: "/api/v1/instances/web/action", body: { action: "restart" } },
    },
    run: (platform, { body }) => void platform.act(body(Action)),
  },
];
