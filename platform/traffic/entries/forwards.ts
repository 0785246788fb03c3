import { type Context, containers, portForwards, sharedIpv4 } from "../../kinds/index.ts";
import type { Entries } from "../entry.ts";

/** Each port forward (spec 2.4); it works once its machine runs (spec 8). */
export function forwardEntries({ account: objects }: Context): Entries {
  const entries = objects.list(portForwards).map((forward) => {
    const { id, instance, protocol, public_port, target_port } = forward;
    return {
      id,
      kind: "portForward" as const,
      object: id,
      name: `${instance}:${target_port}`,
      address: sharedIpv4(objects.find(containers, instance)?.host ?? 0),
      port: public_port,
      protocol,
      isByRequest: false,
      backends: [instance],
      ...(protocol === "udp" && { problem: "only TCP is" }),
    };
  });
  return { entries, objects: entries.map(({ id }) => id), turns: [] };
}
