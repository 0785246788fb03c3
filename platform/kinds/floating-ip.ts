import { z } from "zod";
import { shape } from "../store/index.ts";
import { publicIpv4 } from "./common/addresses.ts";
import { type Answer, created, ok } from "./common/answer.ts";
import { type Call, deleting, listing, reading, serveKind } from "./common/kind.ts";
import { references } from "./common/references.ts";

interface FloatingIp {
  readonly region: string;
  readonly instance_id: string | null;
}

const Reservation = z.strictObject({ region: z.string().min(1) });
const Assignment = z.strictObject({ instance_id: z.string() });

/** Floating IPs: exactly the four fields of spec 2.8. An assigned one can be deleted: nothing says that it cannot. */
export const floatingIps = serveKind({
  kind: "floatingIp",
  spec: "2.8",
  noun: "floating IP",
  record: shape<FloatingIp>(),
  links: [{ field: "instanceId", to: ["instance"], label: "assigned" }],
  view: ({ id, serial, region, instance_id }) => {
    return { id, ip: publicIpv4(serial), region, instance_id };
  },
  serve: (self) => ({
    list: listing(self),
    get: reading(self),
    create: reserve,
    assign,
    unassign,
    delete: deleting(self),
  }),
});

function reserve({ context, body }: Call): Answer {
  const { region } = body(Reservation, "floating IP was not reserved");
  const record = { region, instance_id: null };
  return created(floatingIps.view(context.objects.insert(floatingIps, record), context));
}

/** Also moves it from another instance (spec 3), of any region: the spec states no condition. */
function assign({ context, target, body }: Call): Answer {
  const floatingIp = context.require(floatingIps, target);
  const { instance_id } = body(Assignment, `floating IP "${target}" was not assigned`);
  context.require(references.instance, instance_id);
  const assigned = context.objects.update(floatingIps, floatingIp, { instance_id });
  return ok(floatingIps.view(assigned, context));
}

function unassign({ context, target }: Call): Answer {
  const floatingIp = context.require(floatingIps, target);
  const unassigned = context.objects.update(floatingIps, floatingIp, { instance_id: null });
  return ok(floatingIps.view(unassigned, context));
}
