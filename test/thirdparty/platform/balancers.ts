import { changed, created, lookUp, one, referred, refuseTwin, removed } from "./answer.ts";
import {
  type Area,
  type Call,
  type Need,
  parameter,
  Refusal,
  type Reply,
  type Route,
} from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { referredMachine } from "./states.ts";
import {
  amount,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  type Platform,
  type Thing,
  text,
} from "./store.ts";

const READ: Need = { scope: "networks:read", level: "Read" };
const WRITE: Need = { scope: "networks:write", level: "Write" };
const ALGORITHMS = ["round_robin", "least_connections", "ip_hash"];

function ruleView(platform: Platform, rule: unknown): Fields {
  const fields = { ...fieldsOf(rule) };
  if (platform.choices.protocolSpelling === "upper") {
    for (const key of ["entry_protocol", "target_protocol"])
      fields[key] = text(fields[key]).toUpperCase();
  }
  return platform.choices.extras === "many" ? { ...fields, proxy_protocol: false } : fields;
}

function view(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const rules = listOf(thing.fields["forwarding_rules"]).map((rule) => ruleView(platform, rule));
  const backends = listOf(thing.fields["backend_instances"]).map(String);
  const isNew = platform.now() < thing.createdAt + choices.bootMs;
  const check = fieldsOf(thing.fields["health_check"]);
  return {
    region: thing.fields["region"],
    forwarding_rules: choices.sortedLists
      ? rules.toSorted((one, two) => amount(one["entry_port"]) - amount(two["entry_port"]))
      : rules,
    health_check: choices.extras === "none" ? check : { ...check, unhealthy_threshold: 3 },
    backend_instances: choices.sortedLists ? backends.toSorted() : backends,
    [choices.algorithmKey]: thing.fields["algorithm"],
    ip: isNew ? null : thing.fields["ip"],
    status: isNew ? choices.words.balancerBusy : choices.words.balancerReady,
  };
}

const AREA: Area = {
  kind: "load_balancer",
  singular: "load_balancer",
  plural: "load_balancers",
  label: "load balancer",
  view,
  brief: ["region", "ip"],
};

function readRule(call: Call, form: Form, entry: unknown): Fields {
  if (!isFields(entry)) {
    form.problem("a forwarding rule must be an object");
    return {};
  }
  const part = new Form(call, "load balancer", { body: entry, at: "forwarding_rules." });
  const rule: Fields = {
    entry_port: part.number("entry_port", { required: true, low: 1, high: 65535 }),
    entry_protocol: part.text("entry_protocol", {
      required: true,
      oneOf: ["http", "https", "tcp"],
    }),
    target_port: part.number("target_port", { required: true, low: 1, high: 65535 }),
    target_protocol: part.text("target_protocol", {
      required: true,
      oneOf: ["http", "https", "tcp"],
    }),
  };
  const certificate = part.text("certificate_id");
  part.strict();
  for (const problem of part.problems) form.problem(problem);
  return certificate === undefined ? rule : { ...rule, certificate_id: certificate };
}

/** §2.9: the table marks the three numbers as integers; their units are open, so only the sign is looked at. */
function readCheck(call: Call, form: Form, check: Fields): Fields {
  const part = new Form(call, "load balancer", { body: check, at: "health_check." });
  const fields: Fields = {
    protocol: part.text("protocol", { required: true }),
    port: part.number("port", { required: true, low: 1, high: 65535 }),
    path: part.text("path"),
    interval: part.number("interval", { low: 1 }),
    timeout: part.number("timeout", { low: 1 }),
    threshold: part.number("threshold", { low: 1 }),
  };
  part.strict();
  for (const problem of part.problems) form.problem(problem);
  const defaults: Fields = { path: "/", interval: 10, timeout: 5, threshold: 3 };
  return {
    ...fields,
    ...Object.fromEntries(
      Object.entries(defaults).map(([key, value]) => [key, fields[key] ?? value]),
    ),
  };
}

/** A balancer stays in its region. */
function readRegion(form: Form, before: Thing | undefined): unknown {
  if (before === undefined) return form.listed("region");
  form.text("region");
  return before.fields["region"];
}

/** A PATCH changes only what is given; for a PUT and a creation everything of §2.9 that is required must be there. */
function read(call: Call, before?: Thing): { name: string; fields: Fields } {
  const { choices } = call.platform;
  const required = call.method !== "PATCH";
  const form = new Form(call, "load balancer");
  const name = form.text("name", { required }) ?? before?.name ?? "";
  const region = readRegion(form, before);
  const rules = form
    .list("forwarding_rules", { required })
    ?.map((entry) => readRule(call, form, entry));
  const check = form.object("health_check", { required });
  const health = check === undefined ? undefined : readCheck(call, form, check);
  const backends =
    form.has("backend_instances") || required
      ? form.texts("backend_instances", { required })
      : undefined;
  const algorithm = form.text(choices.algorithmKey, { oneOf: ALGORITHMS });
  if (rules?.length === 0) form.problem("forwarding_rules must not be empty");
  if (backends?.length === 0 && choices.emptyBackends === "refused")
    form.problem("backend_instances must not be empty");
  form.strict();
  form.done();
  const kept = required ? {} : (before?.fields ?? {});
  return {
    name,
    fields: {
      ...before?.fields,
      region,
      forwarding_rules: rules ?? kept["forwarding_rules"],
      health_check: health ?? kept["health_check"],
      backend_instances: backends ?? kept["backend_instances"],
      algorithm: algorithm ?? kept["algorithm"] ?? "round_robin",
    },
  };
}

function refuseUnknown(call: Call, fields: Fields): void {
  for (const id of listOf(fields["backend_instances"])) {
    if (text(id) === "")
      throw new Refusal(
        call.platform.choices.invalidStatus,
        "load balancer: a backend must be an instance id",
      );
    referredMachine(call, text(id));
  }
  for (const rule of listOf(fields["forwarding_rules"])) {
    const certificate = fieldsOf(rule)["certificate_id"];
    if (typeof certificate === "string") referred(call, "certificate", certificate);
  }
}

function create(call: Call): Reply {
  const { platform } = call;
  const asked = read(call);
  refuseUnknown(call, asked.fields);
  refuseTwin(call, AREA, { name: asked.name });
  const fields = {
    ...asked.fields,
    ip: `198.18.${platform.dice.integer(0, 250)}.${platform.dice.integer(1, 250)}`,
  };
  return created(call, AREA, {
    thing: platform.add({
      kind: "load_balancer",
      organization: call.organization,
      name: asked.name,
      fields,
    }),
  });
}

function update(call: Call): Reply {
  const thing = lookUp(call, AREA, parameter(call, "key"));
  const asked = read(call, thing);
  // Backends that were deleted meanwhile are not the caller's fault unless he names them again.
  refuseUnknown(
    call,
    call.body["backend_instances"] === undefined
      ? { ...asked.fields, backend_instances: [] }
      : asked.fields,
  );
  thing.name = asked.name;
  thing.fields = asked.fields;
  return changed(call, AREA, { thing });
}

export function balancerRoutes(platform: Platform): Route[] {
  const base = "/v1/load-balancers";
  const of = (call: Call): Thing => lookUp(call, AREA, parameter(call, "key"));
  return [
    { method: "POST", path: base, need: WRITE, run: create },
    ...open(
      platform,
      { name: "load_balancer.list", base },
      {
        need: READ,
        run: (call) => listed(call, AREA, call.platform.of("load_balancer", call.organization)),
      },
    ),
    ...open(
      platform,
      { name: "load_balancer.get", base },
      { need: READ, run: (call) => one(call, AREA, of(call)) },
    ),
    ...open(platform, { name: "load_balancer.update", base }, { need: WRITE, run: update }),
    ...open(
      platform,
      { name: "load_balancer.remove", base },
      { need: WRITE, run: (call) => removed(call, AREA, of(call)) },
    ),
  ];
}
