/** Shapes of names and ids (spec 2), checked before they reach a path and when an answer brings them. */

import type { Kind } from "./endpoints.ts";

/** Kinds whose name is their id in paths (spec 2.1). */
export const namedKinds: ReadonlySet<Kind> = new Set<Kind>(["container", "bucket", "poolVolume"]);

/** Kinds inside of an object of another one, which go with it; their ids begin with its id (spec 3). */
export const innerKinds: ReadonlySet<Kind> = new Set<Kind>(["portForward"]);

/** Inputs that stand for an id where the answer to a create brings none (spec 4 note 1). */
export const idFallbacks: Readonly<Partial<Record<Kind, string>>> = {
  network: "name",
  firewall: "name",
  alertRule: "name",
  projectMember: "email",
};

/** Prefixes the spec gives for the ids of a kind. */
export const idPrefixes: Readonly<Partial<Record<Kind | "project", string>>> = {
  instance: "inst_",
  volume: "vol_",
  image: "img_",
  floatingIp: "fip_",
  certificate: "cert_",
  apiKey: "key_",
  projectMember: "usr_",
  project: "proj_",
};

/** A path segment that cannot change which route is called: no `.`, `..`, slash or escape. */
export const segmentPattern = /^(?!\.{1,2}$)[A-Za-z0-9._@+-]{1,128}$/;

/** True when the text can stand as one segment of a path. */
export function isPathSegment(text: string): boolean {
  return segmentPattern.test(text);
}
