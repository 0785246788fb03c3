import { z } from "zod";
import type { ControlRoute } from "../route.ts";

const Filter = z.strictObject({
  after: z.coerce.number().int().nonnegative().optional(),
  before: z.coerce.number().int().nonnegative().optional(),
  last: z.coerce.number().int().positive().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.coerce.number().int().optional(),
  keyId: z.string().optional(),
});
const Invited = z.strictObject({ email: z.string() });

/** What there is, and what happened. */
export const worldRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/health",
    about: "Whether the platform answers. It asks for no token.",
    example: {},
    open: true,
    run: () => ({ ok: true }),
  },
  {
    method: "GET",
    path: "/info",
    about: "The world: its id, seed, time, and how much there is of everything.",
    example: {},
    run: (platform) => platform.info(),
  },
  {
    method: "GET",
    path: "/requests",
    about:
      "The last requests, oldest first, with what was sent (`body`) and answered (`responseBody`), in which secrets are masked, and what decided it: a section (`spec`) and its words (`clause`), or the choice or assumption where it is silent (`notShown`). `after` and `before` (numbers), `last` (how many), `method`, `path` (`*` stands for any text), `status` and `keyId` select some.",
    example: { query: "?after=0&status=404" },
    run: (platform, { query }) => platform.requests(query(Filter)),
  },
  {
    method: "GET",
    path: "/rates",
    about: "How far each key that has called is into its minute; nothing where no limit is set.",
    example: {},
    run: (platform) => platform.rates(),
  },
  {
    method: "POST",
    path: "/invitations/accept",
    about: "Accepts every open invitation to an address, as the invited person does.",
    example: { body: { email: "ann@example.com" } },
    run: (platform, { body }) => void platform.acceptInvitation(body(Invited).email),
  },
  {
    method: "GET",
    path: "/probes/{id}",
    about: "Whether a program on the machine, or behind the load balancer, would answer.",
    example: { target: "inst_0" },
    run: (platform, { target }) => platform.probe(target),
  },
];
