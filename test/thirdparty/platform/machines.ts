import { access, takeDedicated } from "./addresses.ts";
import { changed, created, one, removed } from "./answer.ts";
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
import { usableImage } from "./images.ts";
import { apiMachines, consoleMachines, servers } from "./machine-views.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import {
  act,
  letGo,
  machineById,
  machineNamed,
  machinesOf,
  refuseUnlessStopped,
} from "./states.ts";
import { type Fields, type Platform, type Thing, text } from "./store.ts";

/** The common part of creating a machine, whatever the prefix. */
function build(
  call: Call,
  name: string,
  asked: { fields: Fields; region: string; dedicated?: Thing | undefined },
): Thing {
  const { platform } = call;
  const { bornRunning, bootMs } = platform.choices;
  const thing = platform.add({
    kind: "instance",
    organization: call.organization,
    name,
    fields: {
      ...asked.fields,
      via: call.prefix,
      power: bornRunning ? "running" : "stopped",
      changing: "starting",
      changing_until: bornRunning ? platform.now() + bootMs : 0,
      ...access(call, asked.region, asked.dedicated),
    },
  });
  if (asked.dedicated !== undefined) asked.dedicated.fields["instance_id"] = thing.id;
  if (platform.choices.sshForwardListed && typeof thing.fields["port_start"] === "number") {
    // §8: "the first port of the block is forwarded to port 22".
    platform.add({
      kind: "port_forward",
      organization: call.organization,
      name: "",
      builtin: true,
      fields: {
        instance_id: thing.id,
        protocol: "tcp",
        public_port: thing.fields["port_start"],
        target_port: 22,
        description: "SSH",
      },
    });
  }
  return thing;
}

/** §2.1: the name is how a path finds the instance, so it is taken until that instance is gone. */
function refuseTakenName(call: Call, name: string): void {
  const isPath = call.prefix === "/api/v1" || call.platform.choices.relation === "one";
  if (!isPath && call.platform.choices.unique.instance !== true) return;
  if (machinesOf(call).some((machine) => machine.name === name))
    throw conflict(call, `${named("instance", name)} already exists`);
}

function readLimits(form: Form): { cpu: string | undefined; memory: string | undefined } {
  const cpu = form.text("cpu_limit");
  if (cpu !== undefined && !/^[1-9]\d*$/.test(cpu))
    form.problem("cpu_limit must be a CPU count as a string");
  const memory = form.text("memory_limit");
  if (memory !== undefined && !/^[1-9]\d*(KiB|MiB|GiB|TiB|KB|MB|GB|TB)$/.test(memory))
    form.problem("memory_limit must be a size with a unit");
  return { cpu, memory };
}

function createConsole(call: Call): Reply {
  const { choices, catalog } = call.platform;
  const form = new Form(call, "instance");
  const name = form.name();
  const type = form.text("type", {
    required: true,
    oneOf: ["container", "virtual-machine"],
  });
  const image = form.text("image", { required: true }) ?? "";
  // §2.1: "image reference of the form <os>/<version>".
  if (image !== "" && !/^[^/\s]+\/[^/\s]+$/.test(image))
    form.problem("image must be of the form <os>/<version>");
  if (choices.catalog === "closed" && image !== "" && !catalog.images.includes(image))
    form.problem(`image ${image} is not in the gallery`);
  const { cpu, memory } = readLimits(form);
  const profile = form.text("profile") ?? "default";
  form.strict();
  form.done();
  refuseTakenName(call, name);
  const fields: Fields = { type, image, profile };
  if (cpu !== undefined) fields["cpu_limit"] = cpu;
  if (memory !== undefined) fields["memory_limit"] = memory;
  return created(call, consoleMachines, { thing: build(call, name, { fields, region: "" }) });
}

function createApi(call: Call): Reply {
  const form = new Form(call, "instance");
  const name = form.name();
  const region = form.listed("region");
  const plan = form.listed("plan");
  const image = form.text("image");
  const source = form.object("source");
  // §2.2: "one of image/source".
  if ((image === undefined) === (source === undefined))
    form.problem("exactly one of image and source is required");
  if (
    source !== undefined &&
    (source["type"] !== "image" || typeof source["image_id"] !== "string")
  ) {
    form.problem("source must be {type: image, image_id}");
  }
  form.strict();
  form.done();
  if (source !== undefined) usableImage(call, text(source["image_id"]));
  refuseTakenName(call, name);
  const fields: Fields = { region, plan, ...(image === undefined ? { source } : { image }) };
  return created(call, apiMachines, { thing: build(call, name, { fields, region }) });
}

function createServer(call: Call): Reply {
  const form = new Form(call, "server");
  const name = form.name();
  const size = form.listed("size");
  const network = form.text("network_access", { oneOf: ["shared", "dedicated"] }) ?? "shared";
  form.strict();
  form.done();
  refuseTakenName(call, name);
  // §3: "address assigned before server creation".
  const dedicated = network === "dedicated" ? takeDedicated(call) : undefined;
  return created(call, servers, {
    thing: build(call, name, {
      fields: { size, network_access: network },
      region: "eu-north",
      dedicated,
    }),
  });
}

function remove(call: Call, area: Area, machine: Thing): Reply {
  refuseUnlessStopped(call, machine);
  letGo(call.platform, machine);
  return removed(call, area, machine);
}

/** Not documented; a name, and on the console the limits, are what platforms let one change. */
function update(call: Call, area: Area, machine: Thing): Reply {
  if (machine.goneAt !== undefined)
    throw conflict(call, `${named("instance", machine.name)} is being deleted`);
  for (const key of ["cpu_limit", "memory_limit", "profile", "plan"]) {
    const value = call.body[key];
    if (value === undefined) continue;
    if (typeof value !== "string")
      throw new Refusal(call.platform.choices.invalidStatus, `instance: ${key} must be a string`);
    machine.fields[key] = value;
  }
  return changed(call, area, { thing: machine });
}

const READ: Need = { scope: "instances:read", level: "Read" };
const WRITE: Need = { scope: "instances:write", level: "Write" };

function consoleRoutes(platform: Platform): Route[] {
  const base = "/api/v1/instances";
  const of = (call: Call): Thing => machineNamed(call, parameter(call, "key"));
  return [
    {
      method: "GET",
      path: base,
      need: READ,
      run: (call) => listed(call, consoleMachines, machinesOf(call)),
    },
    { method: "POST", path: base, need: WRITE, run: createConsole },
    {
      method: "GET",
      path: `${base}/:key`,
      need: READ,
      run: (call) => one(call, consoleMachines, of(call)),
    },
    {
      method: "POST",
      path: `${base}/:key/action`,
      need: WRITE,
      run: (call) => act(call, consoleMachines, of(call)),
    },
    {
      method: "DELETE",
      path: `${base}/:key`,
      need: WRITE,
      run: (call) => remove(call, consoleMachines, of(call)),
    },
    ...open(
      platform,
      { name: "instance.update", base },
      { need: WRITE, run: (call) => update(call, consoleMachines, of(call)) },
    ),
  ];
}

/** §4.2 lists no way to look at, act on or delete an instance of /v1; §4.3 none to do anything but create. */
function laterRoutes(
  platform: Platform,
  part: { kind: string; base: string; area: Area },
): Route[] {
  const { kind, base, area } = part;
  const of = (call: Call): Thing => machineById(call, parameter(call, "key"));
  return [
    ...open(
      platform,
      { name: `${kind}.get`, base },
      { need: READ, run: (call) => one(call, area, of(call)) },
    ),
    ...open(
      platform,
      { name: `${kind}.action`, base },
      { need: WRITE, run: (call) => act(call, area, of(call)) },
    ),
    ...open(
      platform,
      { name: `${kind}.remove`, base },
      { need: WRITE, run: (call) => remove(call, area, of(call)) },
    ),
  ];
}

export function machineRoutes(platform: Platform): Route[] {
  const list =
    (area: Area) =>
    (call: Call): Reply =>
      listed(call, area, machinesOf(call));
  const base = "/api/v2/servers";
  return [
    ...consoleRoutes(platform),
    { method: "GET", path: "/v1/instances", need: READ, run: list(apiMachines) },
    { method: "POST", path: "/v1/instances", need: WRITE, run: createApi },
    ...laterRoutes(platform, { kind: "instance", base: "/v1/instances", area: apiMachines }),
    { method: "POST", path: base, need: WRITE, run: createServer },
    ...open(platform, { name: "server.list", base }, { need: READ, run: list(servers) }),
    ...laterRoutes(platform, { kind: "server", base, area: servers }),
  ];
}
