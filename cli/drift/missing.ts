import { heldBy } from "../preview/held.ts";
import type { Ours } from "../preview/ours.ts";
import { listed, subjectText } from "../preview/subject.ts";
import { up, writesOf } from "./put-back.ts";
import { namedOf, type PutBack, type Subject, subjectOf, type TakeIn } from "./resource.ts";

/** A resource whose object is proven to be gone. */
export interface Missing extends Subject {
  readonly is: "missing";
  readonly takeIn: TakeIn;
  readonly putBack: PutBack;
  /** Resources that name it, which a new object changes as well: `volume attachment "attached"`. */
  readonly namedBy: readonly string[];
}

/** @param all the resources of the stack, of which some may name this one. */
export function missingIn(ours: Ours, all: readonly Ours[]): Missing | undefined {
  const { resource, definition } = ours;
  if (resource.action !== "delete") return undefined;
  const namedBy = all
    .filter(({ resource: { before } }) => {
      return Object.values(before?.sources ?? {}).some((urns) => urns.includes(resource.urn));
    })
    .map((one) => subjectText([namedOf(one)], 1));
  return {
    ...{ is: "missing", ...subjectOf(ours) },
    takeIn: { says: `take it out of the program, then ${up}, which sends nothing` },
    putBack: madeAnew(ours),
    namedBy,
  };
}

function madeAnew({ resource: { before }, definition }: Ours): PutBack {
  const requests = writesOf(definition, ["create"]);
  if (requests.length === 0) {
    return { says: "the API has no call that makes one", requests, replaces: false, loses: [] };
  }
  const loses = heldBy(before, definition).map(({ text }) => text);
  const loss = loses.length === 0 ? "" : `; the new one does not have ${listed(loses)}`;
  return { says: `${up} sends ${listed(requests)}${loss}`, requests, replaces: true, loses };
}
