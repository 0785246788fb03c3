import { changed, created, lookUp, one, removed } from "./answer.ts";
import {
  type Area,
  type Call,
  conflict,
  type Need,
  named,
  parameter,
  Refusal,
  type Reply,
  type Route,
} from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { referredMachine } from "./states.ts";
import { type Platform, type Thing, text } from "./store.ts";

const READ: Need = { scope: "networks:read", level: "Read" };
const WRITE: Need = { scope: "networks:write", level: "Write" };

// §2.8, §4.3: the one answer whose fields are given: id, ip, region, instance_id; so they are in lists, too.
const AREA: Area = {
  kind: "floating_ip",
  singular: "floating_ip",
  plural: "floating_ips",
  label: "floating IP",
  brief: ["ip", "region", "instance_id"],
  view: (_platform, thing) => ({
    ip: thing.fields["ip"],
    region: thing.fields["region"],
    instance_id: thing.fields["instance_id"],
  }),
};

function of(call: Call): Thing {
  return lookUp(call, AREA, parameter(call, "key"));
}

function living(call: Call): Thing {
  const thing = of(call);
  if (thing.goneAt !== undefined)
    throw conflict(call, `${named("floating IP", thing.id)} is being released`);
  return thing;
}

function reserve(call: Call): Reply {
  const { platform } = call;
  const form = new Form(call, "floating IP");
  const region = form.listed("region");
  form.strict();
  form.done();
  const taken = new Set(platform.things.map((thing) => thing.fields["ip"]));
  let last = 1;
  while (taken.has(`192.0.2.${last}`)) last += 1;
  const thing = platform.add({
    kind: "floating_ip",
    organization: call.organization,
    name: "",
    fields: { ip: `192.0.2.${last}`, region, instance_id: null },
  });
  return created(call, AREA, { thing });
}

function assign(call: Call): Reply {
  const { platform } = call;
  const thing = living(call);
  const form = new Form(call, "floating IP assignment");
  const id = form.text("instance_id", { required: true }) ?? "";
  form.strict();
  form.done();
  const machine = referredMachine(call, id);
  const place = text(machine.fields["region"]);
  if (platform.choices.regionsMustMatch && place !== "" && place !== thing.fields["region"]) {
    throw new Refusal(
      platform.choices.invalidStatus,
      `${named("floating IP", thing.id)} is in another region than its instance`,
    );
  }
  // §3: "also reassigns from another instance".
  thing.fields["instance_id"] = machine.id;
  return changed(call, AREA, { thing });
}

function unassign(call: Call): Reply {
  const thing = living(call);
  if (
    typeof thing.fields["instance_id"] !== "string" &&
    call.platform.choices.repeatedAttach === "refused"
  ) {
    throw conflict(call, `${named("floating IP", thing.id)} is not assigned`);
  }
  thing.fields["instance_id"] = null;
  return changed(call, AREA, { thing });
}

/** Release is spoken of (§8 prices) and its route is not shown. */
function release(call: Call): Reply {
  const thing = of(call);
  if (
    typeof thing.fields["instance_id"] === "string" &&
    call.platform.choices.deleteAttached === "refused"
  ) {
    throw conflict(call, `${named("floating IP", thing.id)} is assigned; unassign it first`);
  }
  thing.fields["instance_id"] = null;
  return removed(call, AREA, thing);
}

export function floatingRoutes(platform: Platform): Route[] {
  const base = "/v1/floating-ips";
  return [
    { method: "POST", path: base, need: WRITE, run: reserve },
    { method: "POST", path: `${base}/:key/assign`, need: WRITE, run: assign },
    { method: "POST", path: `${base}/:key/unassign`, need: WRITE, run: unassign },
    ...open(
      platform,
      { name: "floating_ip.list", base },
      {
        need: READ,
        run: (call) => listed(call, AREA, call.platform.of("floating_ip", call.organization)),
      },
    ),
    ...open(
      platform,
      { name: "floating_ip.get", base },
      { need: READ, run: (call) => one(call, AREA, of(call)) },
    ),
    ...open(platform, { name: "floating_ip.remove", base }, { need: WRITE, run: release }),
  ];
}
