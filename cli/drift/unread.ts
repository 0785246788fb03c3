import { assumedRoutes } from "../../contract/assumption-table.ts";
import type { Kind } from "../../contract/endpoints.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { wayOut } from "../../provider/lifecycle/create/unresolved.ts";
import type { Kept } from "../../provider/lifecycle/refresh-messages.ts";
import { hidden } from "../../provider/lifecycle/state/state.ts";
import type { Ours } from "../preview/ours.ts";
import { type Subject, subjectOf } from "./resource.ts";

/** A resource of which nobody can tell whether it is as declared. */
export interface Unread extends Subject {
  readonly is: "unread";
  readonly why: string;
  /** What to do about it. */
  readonly way: string;
  /** Assumptions that name the routes by which such an object would be read: `routes.volume.get`. */
  readonly assumptions: readonly string[];
}

/** @param kept by noun, the classes of which the refresh could not read the objects. */
export function unreadIn(ours: Ours, kept: ReadonlyMap<string, Kept>): Unread | undefined {
  const found = whyUnread(ours, kept);
  return found && { is: "unread", ...subjectOf(ours), ...found };
}

function whyUnread(
  { resource: { after }, definition }: Ours,
  kept: ReadonlyMap<string, Kept>,
): Pick<Unread, "why" | "way" | "assumptions"> | undefined {
  const { id = "", outputs = {} } = after ?? {};
  if (outputs[hidden.unresolved] !== undefined) {
    const way = wayOut(definition, { id, state: outputs });
    return {
      why: "the answer to its create was lost, and nobody knows whether it exists",
      way,
      assumptions: [],
    };
  }
  if (outputs[hidden.unfinished] !== undefined) {
    const way = "run `pulumi up`, which goes on with it";
    return {
      why: "an earlier run has not finished it, and it is compared after that",
      way,
      assumptions: [],
    };
  }
  const why = kept.get(definition.noun);
  return why && { why: why.why, way: why.way, assumptions: readAssumptions(definition.kind) };
}

/** None for a kind with a read route that the API's documentation shows. */
function readAssumptions(kind: Kind): readonly string[] {
  const { documented } = kinds[kind];
  if ("get" in documented || "list" in documented) return [];
  return [`routes.${kind}.get`, `routes.${kind}.list`].filter((name) => name in assumedRoutes);
}
