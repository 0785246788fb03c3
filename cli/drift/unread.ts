import { assumedRoutes } from "../../contract/assumption-table.ts";
import type { Kind } from "../../contract/endpoints.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { wayOut } from "../../provider/lifecycle/create/unresolved.ts";
import { wasShown } from "../../provider/lifecycle/record/input-records.ts";
import { hidden } from "../../provider/lifecycle/record/state.ts";
import type { Kept } from "../../provider/lifecycle/refresh-messages.ts";
import type { Ours } from "../preview/ours.ts";
import type { Preview } from "../preview/preview.ts";
import { type Subject, subjectOf } from "./resource.ts";

/** A resource of which nobody knows whether it is as declared. */
export interface Unread extends Subject {
  readonly is: "unread";
  readonly why: string;
  /** The advice. */
  readonly way: string;
  /** Assumptions that name the routes by which such an object would be read: `routes.volume.get`. */
  readonly assumptions: readonly string[];
}

/** @param kept The classes of which the refresh could not read the objects. */
export function unreadIn(ours: Ours, kept: readonly Kept[], preview: Preview): Unread | undefined {
  const reason = reasonOf(ours, kept);
  return reason && { is: "unread", ...subjectOf(ours, preview), assumptions: [], ...reason };
}

type Reason = Pick<Unread, "why" | "way"> & Partial<Pick<Unread, "assumptions">>;

function reasonOf(
  { resource: { after }, definition }: Ours,
  kept: readonly Kept[],
): Reason | undefined {
  const { id = "", outputs = {} } = after ?? {};
  if (outputs[hidden.unresolved] !== undefined) {
    const why = "the answer to its create was lost, and nobody knows whether it exists";
    return { why, way: wayOut(definition, { id, state: outputs }) };
  }
  if (outputs[hidden.unfinished] !== undefined) {
    const why = "an earlier run has not finished it, and it is compared after that";
    return { why, way: "run `pulumi up`, which goes on with it" };
  }
  const isUnread = ({ noun, isUnshown }: Kept) =>
    noun === definition.noun && (isUnshown !== true || !wasShown(outputs));
  const reason = kept.find(isUnread);
  return (
    reason && {
      ...{ why: reason.why, way: reason.way },
      assumptions: readAssumptions(definition.kind),
    }
  );
}

/** None for a kind with a read route that the API's documentation shows. */
function readAssumptions(kind: Kind): readonly string[] {
  const { documented } = kinds[kind];
  if ("get" in documented || "list" in documented) return [];
  return [`routes.${kind}.get`, `routes.${kind}.list`].filter((name) => name in assumedRoutes);
}
