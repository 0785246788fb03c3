import { z } from "zod";
import type { ControlRoute } from "../route.ts";

const Name = z.strictObject({ name: z.string().min(1) });
const File = z.strictObject({ file: z.string().min(1) });

/** The world at other moments, and other worlds like it. */
export const savedRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/saved",
    about: "The saved moments of the world, oldest first.",
    example: {},
    run: (platform) => platform.saved(),
  },
  {
    method: "POST",
    path: "/saved",
    about: "Saves the world as it is under a name; what had the name before is given up.",
    example: { body: { name: "before" } },
    run: (platform, { body }) => {
      platform.save(body(Name).name);
      return platform.saved();
    },
  },
  {
    method: "POST",
    path: "/saved/{name}/restore",
    about:
      "Brings back a saved moment: objects, keys, settings, faults, the count of ids, and how the clock differs from real time. The world's id, the control token, the request log and what is saved stay.",
    example: { target: "before" },
    run: (platform, { target }) => void platform.restore(target),
  },
  {
    method: "POST",
    path: "/fork",
    about:
      "Makes another world in a new file, named from the directory of this one's, in the same state and with the same keys and seed. It has an id and a control token of its own, an empty log and nothing saved.",
    example: { body: { file: "fork.db" } },
    run: (platform, { body }) => platform.fork(body(File).file),
  },
  {
    method: "POST",
    path: "/reset",
    about:
      "Empties the world: no objects, keys, faults or log; default settings and real time. Its id, seed, root key, control token and what is saved stay.",
    example: {},
    run: (platform) => void platform.reset(),
  },
];
