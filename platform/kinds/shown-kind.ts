import type { ServedKind, ShownKind } from "../kind.ts";
import { served } from "./_all.ts";

/** The kind with this name whose objects can be shown; undefined where there is none. */
export function shownKind(name: string): ShownKind | undefined {
  const kind = isServed(name) ? served[name] : undefined;
  return kind !== undefined && isShown(kind) ? kind : undefined;
}

export function isServed(name: string): name is keyof typeof served {
  return Object.hasOwn(served, name);
}

function isShown(kind: ServedKind): kind is ShownKind {
  return "one" in kind;
}
