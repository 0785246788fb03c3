import { type Area, type Call, conflict, missing, named, Refusal, type Reply } from "./call.ts";
import type { Choices } from "./choices.ts";
import { actionOn, mannered } from "./manners.ts";
import { type Fields, fieldsOf, type Kind, type Platform, type Thing } from "./store.ts";

/** The kinds whose ids §2 gives a shape; they always show one. */
const WITH_ID: readonly Kind[] = [
  "image",
  "volume",
  "floating_ip",
  "load_balancer",
  "certificate",
  "api_key",
  "member",
];

export function time(at: number): string {
  return new Date(at).toISOString();
}

/** A value that was not set: §4 "Not shown 1" leaves open whether it shows at all. */
export function unset(choices: Choices, key: string, value: unknown): Fields {
  if (value !== undefined && value !== null) return { [key]: value };
  if (choices.unset === "absent") return {};
  return { [key]: choices.unset === "null" ? null : "" };
}

function idOf(area: Area, thing: Thing, platform: Platform): unknown {
  if (area.hidesId?.(platform) === true) return undefined;
  if (WITH_ID.includes(thing.kind) || thing.kind === "instance") return thing.id;
  const style = platform.choices.ids[thing.kind] ?? "uuid";
  if (style === "none") return undefined;
  return style === "number" ? Number(thing.id) : thing.id;
}

function extras(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const body: Fields = { created_at: time(thing.createdAt) };
  // §4 shows the floating IP's fields, so nothing more is hung on it.
  if (choices.extras === "none" || thing.kind === "floating_ip") return body;
  body["labels"] = {};
  if (choices.extras === "some") return body;
  const project = thing.organization === "own" ? platform.projects.own : platform.projects.other;
  return {
    ...body,
    tags: [],
    project: { id: project, name: "main" },
    version: 1,
    _etag: thing.id.slice(-6),
  };
}

/** The whole object: identity, the area's fields, and the platform's additions. */
export function whole(area: Area, platform: Platform, thing: Thing): Fields {
  return mannered(platform, thing, plain(area, platform, thing));
}

function plain(area: Area, platform: Platform, thing: Thing): Fields {
  const id = idOf(area, thing, platform);
  const body: Fields = id === undefined ? {} : { id };
  if (thing.kind !== "floating_ip" && thing.kind !== "member") body["name"] = thing.name;
  Object.assign(
    body,
    area.view(platform, thing),
    thing.kind === "floating_ip" ? {} : extras(platform, thing),
  );
  if (thing.goneAt !== undefined && thing.kind !== "floating_ip")
    body["status"] = platform.choices.words.deleting;
  return body;
}

export function summary(area: Area, platform: Platform, thing: Thing, shown: Fields = {}): Fields {
  const full = { ...plain(area, platform, thing), ...shown };
  const kept = ["id", "name", "status", "created_at", ...area.brief];
  const brief = Object.entries(full).filter(([key]) => kept.includes(key));
  return mannered(platform, thing, Object.fromEntries(brief));
}

function enveloped(call: Call, area: Area, body: Fields): unknown {
  const { choices } = call.platform;
  // §4 shows the floating IP's fields at the top of its answer.
  if (area.kind === "floating_ip") return body;
  const style = call.prefix === "/v1" ? choices.apiEnvelope : choices.consoleEnvelope;
  if (style === "bare") return body;
  return { [style === "data" ? "data" : area.singular]: body };
}

export function one(call: Call, area: Area, thing: Thing): Reply {
  return { status: 200, body: enveloped(call, area, whole(area, call.platform, thing)) };
}

/** An accepted change; `shown` are fields that this answer alone has, such as a secret. */
export function changed(
  call: Call,
  area: Area,
  change: { thing: Thing; shown?: Fields; status?: number },
): Reply {
  const { choices } = call.platform;
  const body =
    choices.writeBody === "whole"
      ? whole(area, call.platform, change.thing)
      : summary(area, call.platform, change.thing);
  change.thing.lockedUntil = call.platform.now() + choices.lockMs;
  const shown = enveloped(call, area, { ...body, ...change.shown });
  // Beside an object that is not in an envelope it would be a field of it.
  const isBare = shown === undefined || Object.keys(fieldsOf(shown)).length > 1;
  const beside =
    choices.actionBeside && !isBare
      ? {
          action: actionOn(call.platform, change.thing, call.method.toLowerCase()),
          next_actions: [],
        }
      : {};
  return { status: change.status ?? 200, body: { ...fieldsOf(shown), ...beside } };
}

export function created(call: Call, area: Area, change: { thing: Thing; shown?: Fields }): Reply {
  return changed(call, area, { ...change, status: call.platform.choices.createdStatus });
}

/** Deletion is over at once or takes its time: §3 says only that the object is then deleted. */
export function removed(call: Call, area: Area, thing: Thing): Reply {
  const { choices } = call.platform;
  const at = call.platform.now();
  if (thing.goneAt !== undefined) {
    if (choices.deleteAgain === "missing") throw missing(area.label, thing.name || thing.id);
    if (choices.deleteAgain === "conflict")
      throw conflict(call, `${named(area.label, thing.name)} is already being deleted`);
  } else if (choices.deleteMs > 0) {
    thing.goneAt = at + choices.deleteMs;
  } else {
    call.platform.drop(thing);
  }
  return gone(call, area, thing);
}

export function gone(call: Call, area: Area, thing: Thing): Reply {
  const { choices } = call.platform;
  const status = choices.deletedStatus;
  if (status === 204) return { status };
  if (choices.deletedBody === "empty") return { status, body: {} };
  if (choices.deletedBody === "message")
    return {
      status,
      body: { message: `${named(area.label, thing.name || thing.id)} deleted` },
    };
  if (choices.deletedBody === "action")
    return { status, body: { action: actionOn(call.platform, thing, "delete") } };
  const shown = { status: choices.words.deleting };
  return { status, body: enveloped(call, area, summary(area, call.platform, thing, shown)) };
}

/** §2.1 and §2.6 address by name; elsewhere the key of a path is open. */
function hasKey(platform: Platform, thing: Thing, key: string): boolean {
  if (WITH_ID.includes(thing.kind)) return thing.id === key;
  if (thing.kind === "pool") return thing.name === key;
  const { keyedBy, ids } = platform.choices;
  const shown = ids[thing.kind] !== "none";
  const byName = keyedBy === "either" || !shown;
  return (byName && thing.name === key) || (shown && thing.id === key);
}

export function lookUp(call: Call, area: Area, key: string): Thing {
  const found = call.platform
    .of(area.kind, call.organization)
    .filter((thing) => hasKey(call.platform, thing, key));
  for (const thing of found) {
    refuseLocked(call, thing);
    return thing;
  }
  throw missing(area.label, key);
}

/** While one change of an object is under way, the next one has to wait. */
export function refuseLocked(call: Call, thing: Thing): void {
  const { platform } = call;
  if (call.method === "GET" || thing.lockedUntil <= platform.now()) return;
  const label = thing.kind.replaceAll("_", " ");
  throw new Refusal(
    platform.choices.lockedStatus,
    `${named(label, thing.name || thing.id)} is locked by another action`,
  );
}

export function isNameKeyed(platform: Platform, kind: Kind): boolean {
  if (WITH_ID.includes(kind)) return false;
  return platform.choices.ids[kind] === "none";
}

/** Where names must differ, a second one is refused; which names must is a choice unless paths need it. */
export function refuseTwin(
  call: Call,
  area: Area,
  twin: { name: string; among?: (thing: Thing) => boolean },
): void {
  const { platform } = call;
  if (platform.choices.unique[area.kind] !== true && !isNameKeyed(platform, area.kind)) return;
  const among = twin.among ?? (() => true);
  if (
    platform
      .of(area.kind, call.organization)
      .some((thing) => thing.name === twin.name && among(thing))
  ) {
    throw conflict(call, `${named(area.label, twin.name)} already exists`);
  }
}

/** An object that a body refers to and that is not there: §7 has no code for it. */
export function referred(call: Call, kind: Kind, id: string): Thing {
  const label = kind.replaceAll("_", " ");
  for (const thing of call.platform.of(kind, call.organization)) {
    if (thing.id === id && thing.goneAt === undefined) return thing;
  }
  throw new Refusal(call.platform.choices.referenceStatus, `${named(label, id)} not found`);
}
