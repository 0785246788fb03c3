import { z } from "zod";
import type { Fault } from "../../faults/fault.ts";
import type { ControlRoute } from "../route.ts";

/** `faults.add` says which field of it is wrong. */
const NewFault = z.custom<Fault>(
  (value) => z.record(z.string(), z.json()).safeParse(value).success,
  "not an object that describes a fault",
);

/** What goes wrong. */
export const faultRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/faults",
    about: "The faults in force, in the order they were added.",
    example: {},
    run: (platform) => platform.faults.list(),
  },
  {
    method: "POST",
    path: "/faults",
    about: "Adds a fault: requests get it instead of being handled.",
    example: {
      body: { method: "POST", path: "/v1/volumes", status: 503, times: 2 },
      keep: { field: "id", as: "FAULT_ID" },
    },
    run: (platform, { body }) => ({ id: platform.faults.add(body(NewFault)) }),
  },
  {
    method: "DELETE",
    path: "/faults/{id}",
    about: "Ends a fault.",
    example: { target: "$FAULT_ID" },
    run: (platform, { target }) => void platform.faults.clear(target),
  },
  {
    method: "DELETE",
    path: "/faults",
    about: "Ends all faults.",
    example: {},
    run: (platform) => void platform.faults.clear(),
  },
];
