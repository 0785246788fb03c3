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
import { amount, type Fields, listOf, type Platform, type Thing, text } from "./store.ts";

const READ: Need = { scope: "*", level: "Read" };
const WRITE: Need = { scope: "*", level: "Write" };

/** §3: importing goes on in the background; an address that nobody answers at fails at the end of it. */
function partDone(platform: Platform, thing: Thing): number {
  const began = amount(thing.fields["import_began"]);
  const takes = platform.choices.importMs;
  return began === 0 ? 1 : Math.min(1, (platform.now() - began) / takes);
}

function isBroken(thing: Thing): boolean {
  return /^https?:\/\/[^/]*\.invalid(\/|:|$)/.test(text(thing.fields["url"]));
}

function statusOf(platform: Platform, thing: Thing): string {
  const { words } = platform.choices;
  if (partDone(platform, thing) < 1) return words.imageBusy;
  return isBroken(thing) ? words.imageFailed : words.imageReady;
}

function progress(platform: Platform, thing: Thing): Fields {
  const part = partDone(platform, thing);
  const percent = Math.floor(part * 100);
  return { progress: platform.choices.progress === "text" ? `${percent}%` : percent };
}

function view(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const shared = listOf(thing.fields["project_ids"]).map(String);
  return {
    status: statusOf(platform, thing),
    ...(thing.fields["import_began"] === undefined ? {} : progress(platform, thing)),
    ...unset(choices, "source", thing.fields["source"]),
    ...unset(choices, "format", thing.fields["format"]),
    ...unset(choices, "os_type", thing.fields["os_type"]),
    ...unset(choices, "url", thing.fields["url"]),
    visibility: shared.length > 0 ? "shared" : "private",
    project_ids: choices.sortedLists ? shared.toSorted() : shared,
    size_bytes: 912261120,
  };
}

const IMAGE: Area = {
  kind: "image",
  singular: "image",
  plural: "images",
  label: "image",
  view,
  brief: ["visibility"],
};

function of(call: Call): Thing {
  return lookUp(call, IMAGE, parameter(call, "key"));
}

function projectOf(call: Call): string {
  return call.organization === "own" ? call.platform.projects.own : call.platform.projects.other;
}

/** §2.7a: shared images are those of other projects that named this one. */
function sharedWith(call: Call): Thing[] {
  const project = projectOf(call);
  return call.platform.things.filter(
    (thing) =>
      thing.kind === "image" &&
      thing.organization !== call.organization &&
      listOf(thing.fields["project_ids"]).includes(project),
  );
}

function readable(call: Call): Thing {
  const id = parameter(call, "key");
  return sharedWith(call).find((image) => image.id === id) ?? of(call);
}

export function usableImage(call: Call, id: string): Thing {
  const { platform } = call;
  const found = [...platform.of("image", call.organization), ...sharedWith(call)].find(
    (image) => image.id === id && image.goneAt === undefined,
  );
  if (found === undefined)
    throw new Refusal(platform.choices.referenceStatus, `${named("image", id)} not found`);
  if (
    platform.choices.imageMustBeReady &&
    statusOf(platform, found) !== platform.choices.words.imageReady
  ) {
    throw conflict(call, `${named("image", id)} is not ready`);
  }
  return found;
}

function fromSnapshot(call: Call): Reply {
  const { platform } = call;
  const form = new Form(call, "image");
  const name = form.text("name", { required: true }) ?? "";
  const source = form.object("source", { required: true }) ?? {};
  const part = new Form(call, "image", { body: source, at: "source." });
  part.text("type", { required: true, oneOf: ["snapshot"] });
  const machineId = part.text("instance_id", { required: true }) ?? "";
  const snapshot = part.text("snapshot", { required: true }) ?? "";
  for (const problem of part.problems) form.problem(problem);
  form.strict();
  form.done();
  referredMachine(call, machineId);
  refuseTwin(call, IMAGE, { name });
  const fields: Fields = {
    source: { type: "snapshot", instance_id: machineId, snapshot },
    project_ids: [],
  };
  return created(call, IMAGE, {
    thing: platform.add({ kind: "image", organization: call.organization, name, fields }),
  });
}

function fromUrl(call: Call): Reply {
  const { platform } = call;
  const form = new Form(call, "image");
  const name = form.text("name", { required: true }) ?? "";
  const url = form.text("url", { required: true }) ?? "";
  if (url !== "" && !/^https?:\/\/\S+$/.test(url))
    form.problem("url must be the http(s) address of an image file");
  const format = form.text("format", { required: true, oneOf: ["raw", "qcow2", "vmdk"] });
  const system = form.text("os_type");
  form.strict();
  form.done();
  refuseTwin(call, IMAGE, { name });
  const fields: Fields = { url, format, project_ids: [], import_began: platform.now() };
  if (system !== undefined) fields["os_type"] = system;
  return created(call, IMAGE, {
    thing: platform.add({ kind: "image", organization: call.organization, name, fields }),
  });
}

function share(call: Call): Reply {
  const { platform } = call;
  const thing = of(call);
  const form = new Form(call, "image share");
  const asked = form.texts("project_ids", { required: true });
  const { own, other } = platform.projects;
  for (const id of asked) {
    // §2.7a: `proj_<id>`.
    if (!id.startsWith("proj_")) form.problem(`project_ids: ${id} is not a project id`);
    else if (id !== own && id !== other) form.problem(`project_ids: project ${id} not found`);
  }
  form.strict();
  form.done();
  const before = platform.choices.share === "add" ? listOf(thing.fields["project_ids"]) : [];
  thing.fields["project_ids"] = [...new Set([...before, ...asked])];
  return changed(call, IMAGE, { thing });
}

function rename(call: Call): Reply {
  const thing = of(call);
  const form = new Form(call, "image");
  const name = form.text("name", { required: true }) ?? "";
  form.strict();
  form.done();
  thing.name = name;
  return changed(call, IMAGE, { thing });
}

export function imageRoutes(platform: Platform): Route[] {
  const base = "/v1/images";
  const list = (call: Call): Reply =>
    listed(call, IMAGE, [...call.platform.of("image", call.organization), ...sharedWith(call)]);
  return [
    { method: "POST", path: base, need: WRITE, run: fromSnapshot },
    { method: "POST", path: `${base}/import`, need: WRITE, run: fromUrl },
    ...open(platform, { name: "image.list", base }, { need: READ, run: list }),
    {
      method: "GET",
      path: `${base}/:key`,
      need: READ,
      run: (call) => one(call, IMAGE, readable(call)),
    },
    { method: "POST", path: `${base}/:key/share`, need: WRITE, run: share },
    ...open(platform, { name: "image.update", base }, { need: WRITE, run: rename }),
    ...open(
      platform,
      { name: "image.remove", base },
      { need: WRITE, run: (call) => removed(call, IMAGE, of(call)) },
    ),
  ];
}
