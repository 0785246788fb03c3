import { changed, created, isNameKeyed, lookUp, one, refuseTwin, removed } from "./answer.ts";
import { type Area, type Call, type Need, parameter, type Reply, type Route } from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { machineNamed, stateOf } from "./states.ts";
import { type Fields, type Platform, type Thing, text } from "./store.ts";

const READ: Need = { scope: "monitoring:read", level: "Read" };
const CHANNELS = ["email", "slack", "discord", "webhook"];
const CONDITIONS = ["gt", "gte", "lt", "lte", "eq"];

/** §5's table has no scope that lets one create a rule. */
const WRITE: Need = { scope: "*", level: "Write" };

function view(platform: Platform, thing: Thing): Fields {
  const channels = text(thing.fields["channels"])
    .split(",")
    .filter((channel) => channel !== "");
  const shown = platform.choices.sortedLists ? channels.toSorted() : channels;
  return {
    metric: thing.fields["metric"],
    condition: thing.fields["condition"],
    threshold: thing.fields["threshold"],
    // §2.10: a string with commas, whatever order the platform keeps.
    channels: shown.join(","),
    cooldown_minutes: thing.fields["cooldown_minutes"],
    status: platform.choices.words.alertFine,
    ...(platform.choices.extras === "many" ? { last_triggered: null, enabled: true } : {}),
  };
}

const AREA: Area = {
  kind: "alert",
  singular: "alert",
  plural: "alerts",
  label: "alert rule",
  view,
  brief: ["metric"],
};

function readChannels(form: Form): string | undefined {
  const given = form.text("channels");
  if (given === undefined) return undefined;
  const channels = given
    .split(",")
    .map((channel) => channel.trim())
    .filter((channel) => channel !== "");
  for (const channel of channels)
    if (!CHANNELS.includes(channel))
      form.problem(`channels: ${channel} is not one of ${CHANNELS.join(", ")}`);
  return channels.join(",");
}

/** §2.10 has no column "required": a rule without its core makes no sense. */
function read(call: Call, before?: Thing): { name: string; fields: Fields } {
  const isNew = before === undefined;
  const form = new Form(call, "alert rule");
  const name = form.text("name", { required: isNew }) ?? before?.name ?? "";
  const kept = before?.fields ?? {
    metric: "cpu_percent",
    condition: "gt",
    threshold: 90,
    channels: "email",
    cooldown_minutes: 15,
  };
  const given: Fields = {
    metric: form.text("metric", { required: isNew }),
    condition: form.text("condition", { required: isNew, oneOf: CONDITIONS }),
    threshold: form.number("threshold", { required: isNew, whole: false }),
    channels: readChannels(form),
    cooldown_minutes: form.number("cooldown_minutes", { low: 0 }),
  };
  form.strict();
  form.done();
  return {
    name,
    fields: Object.fromEntries(
      Object.entries(kept).map(([key, value]) => [key, given[key] ?? value]),
    ),
  };
}

function create(call: Call): Reply {
  const asked = read(call);
  refuseTwin(call, AREA, { name: asked.name });
  return created(call, AREA, {
    thing: call.platform.add({ kind: "alert", organization: call.organization, ...asked }),
  });
}

function update(call: Call): Reply {
  const thing = lookUp(call, AREA, parameter(call, "key"));
  const asked = read(call, thing);
  if (!isNameKeyed(call.platform, "alert")) thing.name = asked.name;
  thing.fields = asked.fields;
  return changed(call, AREA, { thing });
}

/** §2.10: "current CPU, memory and disk"; the names and units are not shown. */
function metrics(call: Call): Reply {
  const { platform } = call;
  const machine = machineNamed(call, parameter(call, "key"));
  const isOn = stateOf(platform, machine) === "running";
  const cpu = isOn ? (Math.floor(platform.now() / 1000) % 400) / 10 : 0;
  return {
    status: 200,
    body: { cpu_percent: cpu, memory_percent: isOn ? 12.5 : 0, disk_percent: 9.1 },
  };
}

export function monitoringRoutes(platform: Platform): Route[] {
  const base = "/api/v1/monitoring/alerts";
  const of = (call: Call): Thing => lookUp(call, AREA, parameter(call, "key"));
  return [
    { method: "GET", path: "/api/v1/monitoring/metrics/:key", need: READ, run: metrics },
    {
      method: "GET",
      path: base,
      need: READ,
      run: (call) => listed(call, AREA, call.platform.of("alert", call.organization)),
    },
    { method: "POST", path: base, need: WRITE, run: create },
    ...open(
      platform,
      { name: "alert.get", base },
      { need: READ, run: (call) => one(call, AREA, of(call)) },
    ),
    ...open(platform, { name: "alert.update", base }, { need: WRITE, run: update }),
    ...open(
      platform,
      { name: "alert.remove", base },
      { need: WRITE, run: (call) => removed(call, AREA, of(call)) },
    ),
  ];
}
