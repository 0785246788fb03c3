/** Shapes of names and ids (spec 2), checked before they reach a path and when an answer brings them. */

import type { Row } from "./kind.ts";
import { type Kind, kinds } from "./kinds/_all.ts";

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

/** A path segment that cannot change which route is called: no `.`, `..`, slash or escape. */
export const segmentPattern = /^(?!\.{1,2}$)[A-Za-z0-9._@+-]{1,128}$/;

/** True when the text can be one segment of a path. */
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
