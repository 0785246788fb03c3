import type { Props } from "../definition/session.ts";
import { hidden } from "../lifecycle/record/state.ts";

/** The parts of a resource's URN. */
export interface Declaration {
  /** Area and class: `storage:Volume`. */
  readonly type: string;
  readonly name: string;
  readonly project: string;
  readonly stack: string;
  /** The lifecycle's key for the declaration. */
  readonly props: Props;
}

/** The package of the tokens: `hosting:storage:Volume`. */
export const packageName = "hosting";

/** The token of a class for the engine. */
export function nativeToken(type: string): string {
  return `${packageName}:${type}`;
}

/**
 * The declaration that a request is about. A dynamic resource brings the same as inputs; so that what
 * one door left open the other finds, it is named here as it is there: by the tokens of its classes, and
 * by the organization that every self-managed backend has, for the engine does not say another one.
 */
export function declarationOf(urn: string, isClass: (type: string) => boolean): Declaration {
  const [head = "", project = "", types = "", ...names] = urn.split("::");
  const stack = head.slice("urn:pulumi:".length);
  const name = names.join("::");
  const chain = types.split("$");
  const type = classIn(chain.at(-1) ?? "");
  const known = chain.map((token) =>
    isClass(classIn(token)) ? `pulumi-nodejs:dynamic/${packageName}/${classIn(token)}` : token,
  );
  const props = {
    [hidden.identity]: { organization: "organization", project, stack, name },
    [hidden.urn]: [head, project, known.join("$"), name].join("::"),
  };
  return { type, name, project, stack, props };
}

function classIn(token: string): string {
  return token.startsWith(`${packageName}:`) ? token.slice(packageName.length + 1) : "";
}

/** Inputs of a dynamic resource that requests bring here; states of one may have them. */
const fromRequest: readonly string[] = [
  hidden.provider,
  hidden.identity,
  hidden.urn,
  hidden.timeouts,
  hidden.lookup,
];

/** The properties that are stored: all but what a request says anew. */
export function stored(props: Props): Props {
  const entries = Object.entries(props).filter(([name]) => !fromRequest.includes(name));
  return Object.fromEntries(entries);
}
