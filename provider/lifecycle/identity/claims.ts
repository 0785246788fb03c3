import { requestTable } from "../../../contract/costs/request-table.ts";
import { type Endpoint, effectOf, endpoints } from "../../../contract/endpoints.ts";
import { containsUnknown, isUnknown } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { idByInputs, idNamespace } from "./ids.ts";

/** A declaration as a check was given it. */
interface Claiming {
  readonly definition: Definition;
  readonly inputs: Props;
}

/**
 * The name that a declaration asks for. Only of kinds whose list the spec shows: a create refuses a second one there
 * in any case.
 */
export function nameClaim({ definition, inputs: { name, region } }: Claiming): string | undefined {
  if (typeof name !== "string" || containsUnknown([name, region])) return undefined;
  if (!hasListOfNames(definition)) return undefined;
  return JSON.stringify(["name", definition.kind, name, region]);
}

/** An object that a declaration is for. */
interface IdClaim {
  readonly claim: string;
  readonly id: string;
}

/** The objects that a declaration is for, as far as their ids are known before anything is sent. */
export function idClaims({ definition, inputs }: Claiming): readonly IdClaim[] {
  const ids = [idByInputs(definition, inputs), inputs["adopt"]];
  return ids
    .filter((id): id is string => typeof id === "string" && !isUnknown(id))
    .map((id) => ({ claim: JSON.stringify(["id", idNamespace(definition), id]), id }));
}

/** False for a link, like an assignment: repeating its request changes nothing. */
export function makesObject({ kind, type }: Definition): boolean {
  const routes: Readonly<Record<string, Endpoint>> = endpoints[kind];
  const verbs = requestTable[type]?.create ?? [];
  return verbs.some((verb) => routes[verb] !== undefined && effectOf(routes[verb]) === "create");
}

function hasListOfNames({ kind }: Definition): boolean {
  const { list }: Readonly<Record<string, Endpoint>> = endpoints[kind];
  return list !== undefined && !list.path.includes("{");
}
