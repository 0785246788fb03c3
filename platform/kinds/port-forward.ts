import { z } from "zod";
import { defineKind } from "../world.ts";

const PortForward = z.object({
  instance: z.string(),
  protocol: z.enum(["tcp", "udp"]),
  public_port: z.int(),
  target_port: z.int(),
  description: z.string().nullable(),
});

/** Port forwards of containers (spec 2.4). */
export const portForwards = defineKind<z.infer<typeof PortForward>>({
  kind: "portForward",
  noun: "port forward",
  record: PortForward,
  view: ({ id: _id, serial: _serial, ...forward }) => forward,
});

/** A forward has no id of its own: its instance, protocol and public port name it (spec 4.1). */
export function forwardId(instance: string, protocol: string, publicPort: number | string): string {
  return `${instance}/${protocol}/${publicPort}`;
}
