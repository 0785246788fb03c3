/** Shapes of names and ids (spec 2), checked before they reach a path and when an answer brings them. */

import type { Kind } from "./endpoints.ts";
import type { Row } from "./kind.ts";
import { kinds } from "./kinds/_all.ts";

/** Every kind there is. */
export const allKinds = Object.keys(kinds).filter((kind): kind is Kind => kind in kinds);

/** Kinds whose name is their id in paths (spec 2.1). */
export const namedKinds: ReadonlySet<Kind> = kindsOf("name");

/** Kinds inside of an object of another one, which go with it; their ids begin with its id (spec 3). */
export const innerKinds: ReadonlySet<Kind> = kindsOf("place");

/**
 * Kinds of which keys of other accounts or projects may see ours as well: what can be shared (spec 2.7a), and what keys
 * with the scope Admin manage for a whole account (spec 5).
 */
export const sharedKinds: ReadonlySet<Kind> = new Set(
  allKinds.filter((kind) => {
    const rows: readonly Row[] = Object.values(kinds[kind].documented);
    return "share" in kinds[kind].documented || rows.some(([, , scope]) => scope === "Admin");
  }),
);

/** Inputs that stand for an id where the answer to a create brings none (spec 4 note 1). */
export const idFallbacks: Readonly<Partial<Record<Kind, string>>> = answered("fallback");

/** Prefixes the spec gives for the ids of a kind. */
export const idPrefixes: Readonly<Partial<Record<Kind | "project", string>>> = {
  ...answered("prefix"),
  project: "proj_",
};

/** Outputs with addresses by which what has an id that another account may have as well is known again. */
export function recognisedBy(kind: Kind): readonly string[] {
  const { id } = kinds[kind];
  return (id?.is === "answered" ? id.recognisedBy : undefined) ?? ownAddresses(kind);
}

/** Inputs that an object whose name is its id keeps where its addresses change of themselves. */
export function keptBy(kind: Kind): readonly string[] {
  const { id } = kinds[kind];
  return (id?.is === "name" ? id.keeps : undefined) ?? [];
}

/**
 * True for two references of images of the form `<os>/<version>` (spec 2.1) that are of different systems; a platform may
 * write `gallery/debian-13` for `debian/13`.
 */
export function areOtherSystems(left: unknown, right: unknown): boolean {
  const [one, other] = [left, right].map((image) => String(image).toLowerCase());
  const [system, otherSystem] = [one, other].map(
    (image) => /^([a-z\d.-]+)\/[\w.-]+$/.exec(image ?? "")?.[1],
  );
  if (!one || !other || !system || !otherSystem) return false;
  return !one.includes(otherSystem) && !other.includes(system);
}

/** Outputs that tell an object whose name is its id from a later one: nothing else has their addresses meanwhile. */
export function ownAddresses(kind: Kind): readonly string[] {
  const { id } = kinds[kind];
  const addresses: Readonly<Record<string, string>> = id?.is === "name" ? id.toldApartBy : {};
  return Object.keys(addresses).filter((output) => addresses[output] === "own");
}

/**
 * False for what another account may have as well, also one where the program ran with its key by mistake: a name,
 * and an id that is made of nothing but the object's name, words and a count, like `net_12`, `00000012` or `web-eu`.
 * The spec says of no id how it is made.
 */
export function isUnmistakable(kind: Kind, id: string, name = ""): boolean {
  if (innerKinds.has(kind) || namedKinds.has(kind)) return false;
  const hasRandom = partsBesides(name, wordsOf(id).join("-")).some(isRandom);
  // Behind a prefix of the platform's stands one thing, which may be made of letters alone.
  const behind = /^[a-z]{1,8}_([a-z\d]+)$/i.exec(id)?.[1]?.toLowerCase() ?? "";
  const isAlone = partsBesides(name, behind).includes(behind);
  return hasRandom || (isAlone && behind.replace(/^0+/, "").length >= 8);
}

/** The parts of an id that are not of the name: all of them, or what is left without it. */
function partsBesides(name: string, id: string): readonly string[] {
  const words = wordsOf(name);
  const letters = words.join("");
  // So short a text is in many an id by chance.
  if (letters.length < 3) return id.split("-");
  const besides = id.replaceAll(words.join("-"), "").replaceAll(letters, "").split("-");
  return besides.filter((part) => !letters.includes(part));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A count of all accounts is that long, too. */
function isRandom(part: string): boolean {
  const count = part.replace(/^[a-z]{1,8}0*(?=\d+$)|^0+/, "");
  return /\d/.test(part) && count.length >= (/^\d+$/.test(part) ? 7 : 8);
}

/** A path segment that cannot change which route is called: no `.`, `..`, slash or escape. */
export const segmentPattern = /^(?!\.{1,2}$)[A-Za-z0-9._@+-]{1,128}$/;

/** True when the text can stand as one segment of a path. */
export function isPathSegment(text: string): boolean {
  return segmentPattern.test(text);
}

/** True for a field called like a kind, or by a part of its name: `rule` for an alert rule. */
export function isCalled(key: string, kind: Kind): boolean {
  const noun = nounOf(key);
  if (machines.has(noun) && machines.has(kind)) return true;
  return noun.endsWith(nounOf(kind)) || (noun.length > 1 && nounOf(kind).includes(noun));
}

function nounOf(text: string): string {
  return text.replace(/[_-]|s$/g, "").toLowerCase();
}

/** Instances are also called servers (spec 1). */
const machines: ReadonlySet<string> = new Set(["instance", "server", "container", "machine", "vm"]);

/** True for a field called by the whole name of a kind. */
export function isNoun(key: string, kind: Kind): boolean {
  return nounOf(key) === nounOf(kind);
}

function kindsOf(is: "name" | "place"): ReadonlySet<Kind> {
  return new Set(allKinds.filter((kind) => kinds[kind].id?.is === is));
}

function answered(fact: "prefix" | "fallback"): Partial<Record<Kind, string>> {
  const facts = allKinds.flatMap((kind) => {
    const { id } = kinds[kind];
    return id?.is === "answered" && id[fact] !== null ? [[kind, id[fact]]] : [];
  });
  return Object.fromEntries(facts);
}
