import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, created, ok } from "../answer.ts";
import { floatingIps } from "../kinds/floating-ip.ts";
import { instances } from "../kinds/instance.ts";
import { type Call, deleting, listing, type Route, reading, route } from "../route.ts";

const Reservation = z.strictObject({ region: z.string().min(1) });
const Assignment = z.strictObject({ instance_id: z.string() });

/** Floating IPs (spec 2.8). */
export function floatingIpRoutes(assumptions: Assumptions): readonly Route[] {
  const { floatingIp } = endpoints;
  return [
    ...route(floatingIp.create, reserve),
    ...route(floatingIp.assign, assign),
    ...route(floatingIp.unassign, unassign),
    ...route(findRoute("floatingIp", "list", assumptions), listing(floatingIps)),
    ...route(findRoute("floatingIp", "get", assumptions), reading(floatingIps)),
    ...route(findRoute("floatingIp", "delete", assumptions), deleting(floatingIps)),
  ];
}

function reserve({ world, body }: Call): Answer {
  const { region } = body(Reservation, "floating IP was not reserved");
  const record = { region, instance_id: null };
  const floatingIp = world.objects.insert(floatingIps, record);
  return created(floatingIps.view(floatingIp, world));
}

/** Also moves it from another instance (spec 3). */
function assign({ world, target, body }: Call): Answer {
  const floatingIp = world.require(floatingIps, target);
  const { instance_id } = body(Assignment, `floating IP "${target}" was not assigned`);
  world.require(instances, instance_id);
  return ok(
    floatingIps.view(world.objects.update(floatingIps, floatingIp, { instance_id }), world),
  );
}

function unassign({ world, target }: Call): Answer {
  const floatingIp = world.require(floatingIps, target);
  const unassigned = world.objects.update(floatingIps, floatingIp, { instance_id: null });
  return ok(floatingIps.view(unassigned, world));
}
