import { z } from "zod";
import { publicIpv4 } from "../addresses.ts";
import { type Answer, created, ok, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { requireReachable } from "../references.ts";
import { fields, stated } from "../rules/stated.ts";
import { shape } from "../store/objects.ts";

interface FloatingIp {
  readonly region: string;
  readonly instance_id: string | null;
}

const Reservation = lazySchema(() =>
  fields({ region: stated(z.string().min(1), "4.2: POST /floating-ips {region}") }),
);
const Assignment = lazySchema(() =>
  fields({ instance_id: stated(z.string(), "4.2: POST /floating-ips/{id}/assign {instance_id}") }),
);

/** Floating IPs: exactly the four fields of spec 2.8. */
export const floatingIps = defineKind({
  kind: "floatingIp",
  noun: "floating IP",
  record: shape<FloatingIp>(),
  view: ({ id, serial, region, instance_id }) => ({
    id,
    ip: publicIpv4(serial),
    region,
    instance_id,
  }),
  serve: (self) => ({
    list: listing(self),
    get: reading(self),
    create: reserve,
    assign,
    unassign,
    delete: release,
  }),
});

function reserve({ world, body }: Call): Answer {
  const { region } = body(Reservation, "floating IP was not reserved");
  const record = { region, instance_id: null };
  const floatingIp = world.objects.insert(floatingIps, record);
  return created(floatingIps.view(floatingIp, world));
}

/** Also moves it from another instance (spec 3). */
function assign({ world, target, body }: Call): Answer {
  const floatingIp = world.require(floatingIps, target);
  const refused = `floating IP "${target}" was not assigned`;
  const { instance_id } = body(Assignment, refused);
  requireReachable(world, instance_id, { region: floatingIp.region, refused });
  return ok(
    floatingIps.view(world.objects.update(floatingIps, floatingIp, { instance_id }), world),
  );
}

function unassign({ world, target }: Call): Answer {
  const floatingIp = world.require(floatingIps, target);
  const unassigned = world.objects.update(floatingIps, floatingIp, { instance_id: null });
  return ok(floatingIps.view(unassigned, world));
}

function release({ world, target }: Call): Answer {
  const { id, instance_id } = world.require(floatingIps, target);
  const by = "floatingIps.deleteAssigned";
  if (instance_id !== null && world.choice(by) === "refuse") {
    throw world.refusal(
      "conflict",
      by,
      `floating IP "${target}" was not deleted: it is assigned to "${instance_id}"`,
    );
  }
  world.objects.remove(floatingIps, id);
  return removed;
}
