import type { KindFacts } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { classType } from "../../contract/price.ts";
import type { OpenCreate } from "../../provider/connection/open-creates.ts";
import { isUnresolved } from "../../provider/lifecycle/create/unresolved.ts";
import { withArticle } from "../../provider/lifecycle/identity/subject.ts";
import { nameIn } from "../preview/preview.ts";
import type { Finding } from "./finding.ts";
import { nounIn, nounOf } from "./own-types.ts";
import type { Pending, Resource, StackState } from "./stack-state.ts";

/**
 * The outcome of an operation of a killed run: for `open`, which this machine noted, and for `not
 * noted`, an object may exist that the state lacks; an `unresolved` create is in the state as one.
 */
type Outcome = "open" | "not noted" | "begun" | "in the state" | "unresolved" | "deleted";

/**
 * The operations of a killed run, by their outcome. The engine keeps a create until a refresh
 * clears it, and any run ends the rest.
 */
export function outcomesOf(
  state: StackState,
  open: readonly OpenCreate[],
): ReadonlyMap<Outcome, readonly Pending[]> {
  const openNouns = new Set(open.map(({ subject }) => nounIn(subject)));
  return Map.groupBy(state.pending, ({ type, resource }): Outcome => {
    if (type !== "creating" || sendsNothing.test(resource.type)) return "begun";
    if (openNouns.has(nounOf(resource))) return "open";
    const reached = reachedIn(state, resource);
    if (reached !== undefined) return whereIs(reached);
    const { parent } = resource;
    const isParentGone = parent !== undefined && state.all.every(({ urn }) => urn !== parent);
    return isParentGone ? "deleted" : "not noted";
  });
}

/** Providers and components: the engine makes them, and the platform knows nothing of them. */
const sendsNothing = /^(pulumi|hosting:components):/;

function whereIs({ id }: Resource): Outcome {
  return isUnresolved(id ?? "") ? "unresolved" : "in the state";
}

/** The object that was being created, where the state has it, and not the one that it replaces. */
function reachedIn(
  { all }: StackState,
  { urn, inputs }: Pending["resource"],
): Resource | undefined {
  return all.find((resource) => {
    if (resource.urn !== urn || resource.delete || resource.pendingReplacement) return false;
    return asText(resource.inputs) === asText(inputs);
  });
}

/** A secret that is encrypted anew is another text. */
function asText(inputs: Pending["resource"]["inputs"] | null): string {
  return JSON.stringify(inputs ?? {}, (key, value: unknown) => (key === "ciphertext" ? "" : value));
}

/** One line for each sort; before them, what no later run can tell. */
export function pendingIn(
  outcomes: ReturnType<typeof outcomesOf>,
  stack: string,
): readonly Finding[] {
  const of = (outcome: Outcome) => outcomes.get(outcome) ?? [];
  const up = `\`pulumi up --stack ${stack}\``;
  const clear = `\`pulumi refresh --clear-pending-creates --stack ${stack}\``;
  const ends = `${clear} ends Pulumi's warning.`;
  const again = `Run ${up} again, or \`pulumi destroy --stack ${stack}\` if it was one.`;
  const wrong = [
    ...nameless([...of("open"), ...of("not noted")], (names, sort) => {
      return `Nobody knows whether ${names} was made. Where the disk of that run is lost, the next \`pulumi up\` makes another: before it, look in the console for ${sort} that nothing uses and no stack has, and set adopt to its id or delete it.`;
    }),
    // On another machine a later run made it again, and the state has that one.
    ...nameless(of("in the state"), (names, sort) => {
      return `Nobody knows whether ${names} was made twice. Where the disk of the run that was broken off is lost, look in the console for ${sort} that nothing uses and no stack has, and delete it.`;
    }),
    ...linesOf(of("open"), () => `. Run ${up}, then ${clear}.`),
    ...linesOf(
      of("not noted"),
      () =>
        `, and this machine has no note of that: it was not sent, another machine sent it, or it was deleted since. If it is still wanted, run ${up}; then ${clear}.`,
    ),
  ];
  const notes = [
    ...linesOf(of("begun"), () => `. ${again}`),
    ...linesOf(
      [...of("in the state"), ...of("unresolved")],
      () => `, which the state has now. ${ends}`,
    ),
    ...linesOf(
      of("deleted"),
      (names) =>
        `, and its parent was deleted since. If that run was on another machine, and no later one made ${names}, look in the console. ${ends}`,
    ),
  ];
  return [...findings("wrong", wrong), ...findings("note", notes)];
}

function linesOf(pending: readonly Pending[], then: (names: string) => string): readonly string[] {
  return [...Map.groupBy(pending, ({ type }) => type)].map(([type, same]) => {
    const names = namesOf(same);
    return `A run was broken off while ${type} ${names}${then(names)}`;
  });
}

function findings(state: Finding["state"], lines: readonly string[]): readonly Finding[] {
  return lines.map((says) => ({ state, about: "stack", says }));
}

/** Creates of what neither a name nor a place tells from another one: without the journal they are sent again. */
function nameless(
  creates: readonly Pending[],
  line: (names: string, sort: string) => string,
): readonly string[] {
  const ofThese = creates.filter(({ resource: { type, inputs } }) => {
    const isNameless = inputs !== undefined && !("name" in inputs);
    return isNameless && namelessClasses.has(classType(type));
  });
  const byPlace = Map.groupBy(ofThese, ({ resource }) => sortOf(resource));
  return [...byPlace].map(([sort, same]) => line(namesOf(same), sort));
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
  // Each of several runs that were broken off leaves its own.
  const all = [...new Set(operations.map(({ resource: { urn } }) => nameIn(urn)))];
  const names = all.slice(0, mostNames);
  const left = all.length - names.length;
  return `${names.join(", ")}${left === 0 ? "" : ` and ${left} more`}`;
}

const mostNames = 5;
