import { z } from "zod";
import type { KindFacts } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { withArticle } from "../../provider/lifecycle/state/subject.ts";
import { nameIn } from "../preview/preview.ts";
import { nounOf, ownTypes } from "./own-types.ts";

/** What the engine had begun and a killed run left, as a state holds it. */
export const Pending = z.object({
  resource: z.object({
    urn: z.string(),
    type: z.string().default(""),
    inputs: z.record(z.string(), z.unknown()).optional(),
  }),
  type: z.string(),
});
type Pending = z.output<typeof Pending>;

/** What a killed run was at, one line for each sort of operation; before them, what no later run can tell. */
export function pendingIn(operations: readonly Pending[], stack: string): readonly string[] {
  const bySort = Map.groupBy(operations, ({ type }) => type);
  const sorts = [...bySort].map(
    ([type, same]) =>
      `A run was interrupted while ${type} ${namesOf(same)}. Run \`pulumi up --stack ${stack}\`, then \`pulumi refresh --clear-pending-creates --stack ${stack}\`.`,
  );
  return [...nameless(bySort.get("creating") ?? []), ...sorts];
}

/** Creates of what neither a name nor a place tells from another one: without the journal they are sent again. */
function nameless(creates: readonly Pending[]): readonly string[] {
  const ofThese = creates.filter(({ resource: { type, inputs } }) => {
    const isNameless = inputs !== undefined && !("name" in inputs);
    return isNameless && namelessClasses.has(type.replace(ownTypes, ""));
  });
  const byPlace = Map.groupBy(ofThese, ({ resource }) => sortOf(resource));
  return [...byPlace].map(
    ([sort, same]) =>
      `Nobody knows whether ${namesOf(same)} was made. Where the disk of that run is lost, the next \`pulumi up\` makes another: before it, look in the console for ${sort} that nothing uses, and set adopt to its id or delete it.`,
  );
}

/** Classes whose objects the platform makes by one request and gives an id that nothing else stands for. */
const namelessClasses: ReadonlySet<string> = new Set(
  Object.values<KindFacts>(kinds)
    .filter(({ id }) => id?.is === "answered" && id.fallback === null)
    .flatMap(({ classes }) => Object.entries(classes))
    .flatMap(([type, { requests }]) => (requests.create.includes("create") ? [type] : [])),
);

function sortOf(resource: Pending["resource"]): string {
  const region = resource.inputs?.["region"];
  const place = typeof region === "string" ? ` in region "${region}"` : "";
  return `${withArticle(nounOf(resource))}${place}`;
}

function namesOf(operations: readonly Pending[]): string {
  const names = operations.slice(0, mostNames).map(({ resource: { urn } }) => nameIn(urn));
  const left = operations.length - names.length;
  return `${names.join(", ")}${left === 0 ? "" : ` and ${left} more`}`;
}

const mostNames = 5;
