import { z } from "zod";
import type { ControlRoute } from "../route.ts";

const NewKey = z.strictObject({
  name: z.string().min(1).exactOptional(),
  level: z.enum(["Read", "Write", "Admin"]),
  scopes: z.array(
    z.enum([
      "instances:read",
      "instances:write",
      "networks:read",
      "networks:write",
      "storage:read",
      "storage:write",
      "monitoring:read",
      "*",
    ]),
  ),
  project: z.string().exactOptional(),
  member: z.string().exactOptional(),
  expiresAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
});

/** What the console does (spec 5.2). */
export const keyRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/keys",
    about: "The keys, without their values.",
    example: {},
    run: (platform) => platform.keys(),
  },
  {
    method: "POST",
    path: "/keys",
    about:
      "Makes a key and shows its value, this once. Optional are `name`, `project` (for a project-scoped one), `member` (to act in that role) and `expiresAt`.",
    example: {
      body: { level: "Write", scopes: ["instances:read"], expiresAt: "2099-01-01T00:00:00Z" },
      keep: { field: "id", as: "KEY_ID" },
    },
    run: (platform, { body }) => platform.createKey(withoutAbsent(body(NewKey))),
  },
  {
    method: "DELETE",
    path: "/keys/{id}",
    about: "Revokes a key; it takes effect at once.",
    example: { target: "$KEY_ID" },
    run: (platform, { target }) => void platform.revokeKey(target),
  },
];

function withoutAbsent({ expiresAt, ...key }: z.infer<typeof NewKey>) {
  return expiresAt === undefined ? key : { ...key, expiresAt };
}
