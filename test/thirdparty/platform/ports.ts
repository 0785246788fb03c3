import { refuseOutside } from "./addresses.ts";
import { created, gone, unset } from "./answer.ts";
import {
  type Area,
  type Call,
  conflict,
  missing,
  named,
  parameter,
  Refusal,
  type Reply,
  type Route,
} from "./call.ts";
import { Form } from "./form.ts";
import { listed } from "./paging.ts";
import { machineNamed } from "./states.ts";
import { type Fields, type Platform, type Thing, text } from "./store.ts";

function view(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const protocol = text(thing.fields["protocol"]);
  return {
    protocol: choices.protocolSpelling === "upper" ? protocol.toUpperCase() : protocol,
    public_port: thing.fields["public_port"],
    target_port: thing.fields["target_port"],
    ...unset(choices, "description", thing.fields["description"]),
  };
}

// The identity of a forward is protocol and port (§4.1, DELETE), so those are in every summary.
const AREA: Area = {
  kind: "port_forward",
  singular: "port",
  plural: "ports",
  label: "port forward",
  view,
  brief: ["protocol", "public_port", "target_port"],
};

function forwardsOf(call: Call, machine: Thing): Thing[] {
  return call.platform
    .of("port_forward", call.organization)
    .filter((thing) => thing.fields["instance_id"] === machine.id);
}

function create(call: Call): Reply {
  const { platform } = call;
  const machine = machineNamed(call, parameter(call, "key"));
  if (machine.goneAt !== undefined)
    throw conflict(call, `${named("instance", machine.name)} is being deleted`);
  const form = new Form(call, "port forward");
  const protocol = form.text("protocol", { required: true, oneOf: ["tcp", "udp"] });
  const publicPort = form.number("public_port", { required: true }) ?? 0;
  // §2.4, §8: 1 to 65535.
  const target = form.number("target_port", { required: true, low: 1, high: 65535 });
  const description = form.text("description");
  form.strict();
  form.done();
  // §7.7: unless support has enabled mail for the organization.
  if (target === 25 && !platform.choices.mailEnabled) {
    throw new Refusal(
      platform.choices.invalidStatus,
      `${named("instance", machine.name)}: forwarding to port 25 is not allowed`,
    );
  }
  refuseOutside(call, machine, publicPort);
  // §8: the first port goes to 22, "the other ports can be forwarded".
  if (publicPort === machine.fields["port_start"])
    throw conflict(call, `${named("instance", machine.name)}: port ${publicPort} is kept for SSH`);
  const isTaken = forwardsOf(call, machine).some(
    (thing) => thing.fields["protocol"] === protocol && thing.fields["public_port"] === publicPort,
  );
  if (isTaken)
    throw conflict(
      call,
      `${named("instance", machine.name)}: ${protocol} port ${publicPort} is already forwarded`,
    );
  const fields: Fields = {
    instance_id: machine.id,
    protocol,
    public_port: publicPort,
    target_port: target,
  };
  if (description !== undefined) fields["description"] = description;
  return created(call, AREA, {
    thing: platform.add({
      kind: "port_forward",
      organization: call.organization,
      name: "",
      fields,
    }),
  });
}

function remove(call: Call): Reply {
  const { platform } = call;
  const machine = machineNamed(call, parameter(call, "key"));
  const protocol = call.query.get("protocol")?.toLowerCase() ?? "";
  const port = call.query.get("public_port") ?? "";
  if (protocol === "" || port === "") {
    throw new Refusal(
      platform.choices.invalidStatus,
      "port forward: the query needs protocol and public_port",
    );
  }
  for (const thing of forwardsOf(call, machine)) {
    if (thing.fields["protocol"] !== protocol || String(thing.fields["public_port"]) !== port)
      continue;
    if (thing.builtin)
      throw conflict(
        call,
        `port forward ${protocol}/${port} of ${machine.name} is the server's own`,
      );
    platform.drop(thing);
    return gone(call, AREA, thing);
  }
  throw missing("port forward", `${protocol}/${port}`);
}

export function portRoutes(): Route[] {
  const path = "/api/v1/instances/:key/ports";
  // §5: the scopes of instances also cover their forwards.
  return [
    {
      method: "GET",
      path,
      need: { scope: "instances:read", level: "Read" },
      run: (call) =>
        listed(call, AREA, forwardsOf(call, machineNamed(call, parameter(call, "key")))),
    },
    { method: "POST", path, need: { scope: "instances:write", level: "Write" }, run: create },
    { method: "DELETE", path, need: { scope: "instances:write", level: "Write" }, run: remove },
  ];
}
