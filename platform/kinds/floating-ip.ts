import { z } from "zod";
import { publicIpv4 } from "../addresses.ts";
import { defineKind } from "../world.ts";

const FloatingIp = z.object({ region: z.string(), instance_id: z.string().nullable() });

/** Floating IPs: exactly the four fields of spec 2.8. */
export const floatingIps = defineKind<z.infer<typeof FloatingIp>>({
  kind: "floatingIp",
  noun: "floating IP",
  record: FloatingIp,
  view: ({ id, serial, region, instance_id }) => ({
    id,
    ip: publicIpv4(serial),
    region,
    instance_id,
  }),
});
