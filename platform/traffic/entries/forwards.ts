import { sharedIpv4 } from "../../addresses.ts";
import { containers } from "../../kinds/container.ts";
import { portForwards } from "../../kinds/port-forward.ts";
import type { World } from "../../world.ts";
import type { Entries } from "../entry.ts";

/** Each port forward (spec 2.4); it works once its machine runs (spec 8). */
export function forwardEntries({ account: objects }: World): Entries {
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
      isTargetSecure: false,
      backends: [instance],
      ...(protocol === "udp" && { problem: "only TCP is" }),
    };
  });
  return { entries, objects: entries.map(({ id }) => id), turns: [] };
}
