import { foreignCode } from "../../foreign-code.ts";
import type { Check, Finding } from "../finding.ts";

/** Code in the stack's state, which a run would execute. */
export const checkCode: Check = ({ state, terminal }) => {
  if (state === undefined) return [];
  const { refused, unjudged } = foreignCode(state.all, terminal.directory);
  const found = [
    ...refused.map((says) => finding("wrong", says)),
    ...(unjudged.length === 0 ? [] : [finding("note", others(unjudged))]),
  ];
  return found.length > 0
    ? found
    : [finding("ok", "all code in the state is that of releases of this package")];
};

function finding(state: Finding["state"], says: string): Finding {
  return { state, about: "code", says };
}

function others(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(", ");
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return `${shown}${more}: resources of other packages, whose code is in the state. Only whoever knows them can say whether it is theirs.`;
}

const mostNames = 5;
