import type { Assumptions } from "../../../contract/assumptions.ts";
import { fromWire, type Json } from "../../../contract/naming.ts";
import type { Definition, Observed } from "../../definition/definition.ts";
import { isRecord } from "../state/state.ts";

/** What an answer says about an object, in a program's names. */
export function observedIn(
  definition: Definition,
  answer: Json | Observed,
  assumptions: Assumptions,
): Observed {
  const observed = withAssumedFields(answer, assumptions);
  return { ...observed, ...definition.interpret?.(observed, assumptions) };
}

/** The answer's fields in a program's names, those of assumed names included. */
export function withAssumedFields(answer: Json | Observed, assumptions: Assumptions): Observed {
  if (!isRecord(answer)) return {};
  const named = fromWire(answer);
  return {
    ...(isRecord(named) ? named : {}),
    status: answer[assumptions["fields.status"]],
  };
}
