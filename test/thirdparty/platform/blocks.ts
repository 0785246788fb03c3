import { changed, created, lookUp, one, refuseTwin, removed, unset } from "./answer.ts";
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
import { amount, type Fields, type Platform, type Thing, text } from "./store.ts";

const READ: Need = { scope: "storage:read", level: "Read" };
const WRITE: Need = { scope: "storage:write", level: "Write" };

function attachment(platform: Platform, thing: Thing): Fields {
  const machine = thing.fields["instance_id"];
  const key = platform.choices.attachmentKey;
  if (key === "instance" && typeof machine === "string")
    return { instance: { id: machine, name: nameOf(platform, machine) } };
  return unset(platform.choices, key, machine);
}

function nameOf(platform: Platform, id: string): string {
  return platform.things.find((thing) => thing.id === id)?.name ?? "";
}

function view(platform: Platform, thing: Thing): Fields {
  const { words } = platform.choices;
  const isBusy = amount(thing.fields["busy_until"]) > platform.now();
  const settled =
    typeof thing.fields["instance_id"] === "string" ? words.volumeUsed : words.volumeFree;
  return {
    region: thing.fields["region"],
    size_gb: thing.fields["size_gb"],
    filesystem: thing.fields["filesystem"],
    ...attachment(platform, thing),
    status: isBusy ? words.volumeBusy : settled,
  };
}

const VOLUME: Area = {
  kind: "volume",
  singular: "volume",
  plural: "volumes",
  label: "volume",
  view,
  brief: ["region", "size_gb"],
};

function of(call: Call): Thing {
  return lookUp(call, VOLUME, parameter(call, "key"));
}

/** A volume whose deletion was accepted takes no more orders. */
function living(call: Call): Thing {
  const thing = of(call);
  if (thing.goneAt !== undefined)
    throw conflict(call, `${named("volume", thing.id)} is being deleted`);
  return thing;
}

const mostGb = 10_000;

function create(call: Call): Reply {
  const { platform } = call;
  const form = new Form(call, "volume");
  const name = form.text("name", { required: true }) ?? "";
  const region = form.listed("region");
  // §8: "minimum, maximum and default volume sizes: not shown".
  const size = form.number("size_gb", { required: true, low: 1, high: mostGb });
  const filesystem = form.text("filesystem", { oneOf: ["ext4", "xfs", "none"] }) ?? "ext4";
  form.strict();
  form.done();
  refuseTwin(call, VOLUME, { name });
  const fields: Fields = {
    region,
    size_gb: size,
    filesystem,
    instance_id: null,
    busy_until: platform.now() + platform.choices.attachMs,
  };
  return created(call, VOLUME, {
    thing: platform.add({ kind: "volume", organization: call.organization, name, fields }),
  });
}

function attach(call: Call): Reply {
  const { platform } = call;
  const thing = living(call);
  const form = new Form(call, "volume attachment");
  const id = form.text("instance_id", { required: true }) ?? "";
  form.strict();
  form.done();
  const machine = referredMachine(call, id);
  const before = thing.fields["instance_id"];
  const isRepeat = before === machine.id && platform.choices.repeatedAttach === "accepted";
  // §3: detached, it "can then be attached to another instance"; not before.
  if (typeof before === "string" && !isRepeat)
    throw conflict(call, `${named("volume", thing.id)} is attached to ${before}`);
  const place = text(machine.fields["region"]);
  if (platform.choices.regionsMustMatch && place !== "" && place !== thing.fields["region"]) {
    throw new Refusal(
      platform.choices.invalidStatus,
      `${named("volume", thing.id)} is in another region than its instance`,
    );
  }
  thing.fields["instance_id"] = machine.id;
  if (!isRepeat) thing.fields["busy_until"] = platform.now() + platform.choices.attachMs;
  return changed(call, VOLUME, { thing });
}

function detach(call: Call): Reply {
  const { platform } = call;
  const thing = living(call);
  if (
    typeof thing.fields["instance_id"] !== "string" &&
    platform.choices.repeatedAttach === "refused"
  ) {
    throw conflict(call, `${named("volume", thing.id)} is not attached`);
  }
  thing.fields["instance_id"] = null;
  return changed(call, VOLUME, { thing });
}

function resize(call: Call): Reply {
  const { platform } = call;
  const thing = living(call);
  const form = new Form(call, "volume");
  const size = form.number("size_gb", { required: true, high: mostGb }) ?? 0;
  form.strict();
  form.done();
  const before = amount(thing.fields["size_gb"]);
  // §3, §4.2: "larger than current", so the same size is refused as well.
  if (size <= before) {
    throw new Refusal(
      platform.choices.invalidStatus,
      `${named("volume", thing.id)}: size_gb must be larger than ${before}`,
    );
  }
  thing.fields["size_gb"] = size;
  return changed(call, VOLUME, { thing });
}

function remove(call: Call): Reply {
  const thing = of(call);
  const isAttached = typeof thing.fields["instance_id"] === "string";
  if (isAttached && call.platform.choices.deleteAttached === "refused") {
    throw conflict(call, `${named("volume", thing.id)} is attached; detach it first`);
  }
  thing.fields["instance_id"] = null;
  return removed(call, VOLUME, thing);
}

export function blockRoutes(platform: Platform): Route[] {
  const base = "/v1/volumes";
  return [
    { method: "POST", path: base, need: WRITE, run: create },
    { method: "POST", path: `${base}/:key/attach`, need: WRITE, run: attach },
    { method: "POST", path: `${base}/:key/detach`, need: WRITE, run: detach },
    { method: "PATCH", path: `${base}/:key`, need: WRITE, run: resize },
    ...open(
      platform,
      { name: "volume.list", base },
      {
        need: READ,
        run: (call) => listed(call, VOLUME, call.platform.of("volume", call.organization)),
      },
    ),
    ...open(
      platform,
      { name: "volume.get", base },
      { need: READ, run: (call) => one(call, VOLUME, of(call)) },
    ),
    ...open(platform, { name: "volume.remove", base }, { need: WRITE, run: remove }),
  ];
}
