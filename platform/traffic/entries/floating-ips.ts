import { type Context, floatingIps, publicIpv4 } from "../../kinds/index.ts";
import type { Entries } from "../entry.ts";

/** Each floating IP that is assigned (spec 2.8): all its ports lead to the instance that has it. */
export function floatingIpEntries({ account: objects }: Context): Entries {
  const all = objects.list(floatingIps);
  const entries = all.flatMap(({ id, serial, instance_id }) =>
    instance_id === null
      ? []
      : {
          id,
          kind: "floatingIp" as const,
          object: id,
          name: id,
          address: publicIpv4(serial),
          port: null,
          protocol: "tcp" as const,
          isByRequest: false,
          backends: [instance_id],
        },
  );
  return { entries, objects: all.map(({ id }) => id), turns: [] };
}
