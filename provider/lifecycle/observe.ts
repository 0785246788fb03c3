import type { Assumptions } from "../contract/assumptions.ts";
import { fromWire, type Json } from "../contract/naming.ts";
import type { Definition, Observed } from "../define.ts";
import { isRecord } from "./state.ts";

/** What an answer says about an object, in a program's names. */
export function observedIn(
  definition: Definition,
  answer: Json | Observed,
  assumptions: Assumptions,
): Observed {
  if (!isRecord(answer)) return {};
  const named = fromWire(answer);
  const observed = {
    ...(isRecord(named) ? named : {}),
    ...assumedFields(answer, assumptions),
  };
  return { ...observed, ...definition.interpret?.(observed, assumptions) };
}

function assumedFields(answer: Observed, assumptions: Assumptions): Observed {
  return {
    status: answer[assumptions["fields.status"]],
    ipAddresses: answer[assumptions["fields.ipAddresses"]],
    portBlock: fromWire(answer[assumptions["fields.portBlock"]]) ?? undefined,
  };
}
