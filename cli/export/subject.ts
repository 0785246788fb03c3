import type { CheckContext, Problem } from "../../provider/definition/definition.ts";
import type { Found } from "../../provider/inventory/found.ts";
import { isRequired } from "../../provider/inventory/inputs.ts";

/** An object that a program can take over. */
export interface Subject extends Found {
  readonly id: string;
  /** False for what is taken over by naming it alone, like an API key. */
  readonly isAdopted: boolean;
}

/** Why no program can take an object over. */
export interface Unfit {
  readonly found: Found;
  readonly why: string;
  /** A sentence, where something else than the console helps. */
  readonly todo?: string;
}

/** The settings that decide whether a program may have an object. */
export interface Rules extends Pick<CheckContext, "mailEnabled" | "now"> {
  /** Id of the key in use, if known. */
  readonly apiKeyId: string | undefined;
}

const revoked = "which a program would revoke when it is destroyed";

/** Asks of an object what a preview would. */
export function subjectOf(found: Found, rules: Rules): Subject | Unfit {
  const { definition, id, inputs, unsayable } = found;
  if (id === undefined) return { found, why: "no answer shows an id that a path can hold" };
  const untold = unsayable.find((name) => isRequired(definition, name));
  if (untold !== undefined)
    return { found, why: `its ${untold} is shown in a form that no program can say` };
  if (definition.kind === "apiKey" && id === rules.apiKeyId) {
    return { found, why: `it is the key in use, ${revoked}` };
  }
  if (definition.kind === "apiKey" && rules.apiKeyId === undefined) {
    return {
      found,
      why: `it may be the key in use, ${revoked}`,
      todo: "With hosting:apiKeyId (HOSTING_API_KEY_ID) set to its id, the others are written.",
    };
  }
  const given = { ...inputs, adopt: id };
  const problems: readonly Problem[] =
    definition.validate?.(inputs, { ...rules, oldInputs: {}, given }) ?? [];
  const errors = problems.filter(({ severity = "error" }) => severity === "error");
  const [refusal] = errors.filter(({ property }) => property !== "adopt");
  if (refusal !== undefined) return { found, why: `a preview refuses it: ${refusal.reason}` };
  return { ...found, id, inputs: withoutWarnings(found, problems), isAdopted: errors.length === 0 };
}

/** Without what may be left out and of which every preview would warn; what is adopted keeps it. */
function withoutWarnings(
  { definition, inputs }: Found,
  problems: readonly Problem[],
): Found["inputs"] {
  const warned = problems
    .filter(({ severity }) => severity === "warning")
    .map(({ property = "" }) => property)
    .filter((property) => !isRequired(definition, property));
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !warned.includes(name)));
}
