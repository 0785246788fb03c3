import { heldBy } from "../preview/held.ts";
import type { Ours } from "../preview/ours.ts";
import type { Preview } from "../preview/preview.ts";
import { listed, subjectText } from "../preview/subject.ts";
import { up, writesOf } from "./put-back.ts";
import { namedOf, type PutBack, type Subject, subjectOf, type TakeIn } from "./resource.ts";

/** A resource whose object is proven to be gone. */
export interface Missing extends Subject {
  readonly is: "missing";
  /** Resources that name it, which a new object changes as well: `volume attachment "attached"`. */
  readonly namedBy: readonly string[];
  /** Left out where a component declares it. */
  readonly takeIn?: TakeIn;
  readonly putBack: PutBack;
}

/** @param all The resources of the stack, of which some may name this one. */
export function missingIn(ours: Ours, all: readonly Ours[], preview: Preview): Missing | undefined {
  const { urn, action } = ours.resource;
  if (action !== "delete") return undefined;
  const naming = all.filter(({ resource: { before } }) =>
    Object.values(before?.sources ?? {}).some((urns) => urns.includes(urn)),
  );
  const subject = subjectOf(ours, preview);
  const takeIn = { says: `take it out of the program, then ${up}, which sends nothing` };
  return {
    ...{ is: "missing", ...subject },
    namedBy: naming.map((one) => subjectText([namedOf(one)], 1)),
    ...(subject.partOf === undefined && { takeIn }),
    putBack: madeAnew(ours),
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
