import type { Definition } from "../../provider/definition/definition.ts";
import { deletesFirst } from "../../provider/lifecycle/identity/replacement.ts";
import { learnedRoutes } from "../../provider/lifecycle/record/state.ts";
import { heldBy } from "../preview/held.ts";
import type { PlannedResource, ResourceState } from "../preview/preview.ts";
import { routesFor } from "../preview/routes.ts";
import { listed } from "../preview/subject.ts";
import type { ChangedInput, PutBack } from "./resource.ts";

export const up = "`pulumi up --refresh`";

/** How all that was changed of an object comes to be as declared again. */
export function putBackAll(
  definition: Definition,
  resource: PlannedResource,
  inputs: readonly ChangedInput[],
): PutBack {
  const lasting = inputs.filter(({ isLasting }) => isLasting);
  const updated = inputs.filter(({ isLasting }) => !isLasting);
  const parts = [
    // Of what an earlier refresh stored no input is known.
    ...(updated.length > 0 || inputs.length === 0 ? [byUp(definition, resource, updated)] : []),
    ...(lasting.length > 0 ? [byHand(definition, resource, lasting)] : []),
  ];
  return {
    says: parts.map(({ says }) => says).join("; "),
    requests: parts.flatMap(({ requests }) => requests),
    replaces: parts.find(({ replaces }) => replaces !== false)?.replaces ?? false,
    loses: parts.flatMap(({ loses }) => loses),
  };
}

/** The next `up` updates the object, or replaces one that holds nothing (rule 10). */
function byUp(
  definition: Definition,
  { before, after }: PlannedResource,
  inputs: readonly ChangedInput[],
): PutBack {
  const replaces = isReplaced(definition, after, inputs);
  if (replaces === true) {
    const states = { state: before?.outputs ?? {}, inputs: before?.inputs ?? {} };
    const isOldFirst = deletesFirst(definition, states);
    const requests = writesOf(definition, isOldFirst ? ["delete", "create"] : ["create", "delete"]);
    const order = isOldFirst ? "deletes the old one first" : "creates the new one first";
    return { says: `${up} replaces it and ${order}`, requests, replaces, loses: [] };
  }
  const requests = writesOf(definition, ["update"]);
  const or = replaces === false ? "" : ", or replaces it if the platform has no such route";
  return { says: `${up} sends ${listed(requests)}${or}`, requests, replaces, loses: [] };
}

function isReplaced(
  { expendable, changes, type, kind }: Definition,
  state: ResourceState | undefined,
  inputs: readonly ChangedInput[],
): PutBack["replaces"] {
  if (expendable !== true) return false;
  if (inputs.some(({ name }) => changes[name]?.on !== "update")) return true;
  const [route] = routesFor({ type, kind }, ["update"]);
  if (route === undefined) return true;
  const learned = learnedRoutes(state?.outputs ?? {})[route.route];
  if (learned === "none") return true;
  return route.what === undefined || learned === "works" ? false : "perhaps";
}

/** No update changes it back; a new object has what is declared. */
function byHand(
  definition: Definition,
  { urn, before }: PlannedResource,
  inputs: readonly ChangedInput[],
): PutBack {
  const names = listed(inputs.map(({ name }) => name));
  const found = inputs.filter(({ values }) => "found" in values);
  const grown = Object.fromEntries(found.map(({ name, values }) => [name, values.found]));
  const state = before && { ...before, inputs: { ...before.inputs, ...grown } };
  const loses = heldBy(state, definition).map(({ text }) => text);
  const loss = loses.length === 0 ? "" : `, which loses ${listed(loses)}`;
  const anew = `\`deleteBeforeReplace: true\` in its options and \`pulumi up --replace '${urn}'\``;
  // spec 2.7: a volume never shrinks, for anybody.
  const isGrown =
    definition.holds?.includes("data") === true &&
    inputs.every(({ name }) => {
      const change = definition.changes[name];
      return change?.on === "update" && change.forbid !== undefined;
    });
  if (isGrown) {
    return { says: "nobody can shrink it: take it in", requests: [], replaces: false, loses: [] };
  }
  return {
    says: `no update changes ${names} back: change it on the platform, or make a new one with ${anew}${loss}`,
    ...{ requests: [], replaces: true, loses },
  };
}

/** Routes that change something on the platform, in the order of the operations. */
export function writesOf(
  definition: Pick<Definition, "type" | "kind">,
  operations: readonly ("create" | "update" | "delete")[],
): readonly string[] {
  const routes = operations.flatMap((each) => routesFor(definition, [each]));
  return routes.map(({ route }) => route).filter((route) => !route.startsWith("GET "));
}
