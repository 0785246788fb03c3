import type { Problem } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import type { About, Display } from "../display.ts";

/** A problem as Pulumi's engine takes it; the property is empty where none is named. */
export interface Failure {
  readonly property: string;
  readonly reason: string;
}

/** The errors among the problems of inputs; warnings are shown, and stop nothing. */
export function failuresOf(
  problems: readonly Problem[],
  inputs: Props,
  screen?: { readonly display: Display; readonly about: About },
): readonly Failure[] {
  for (const { reason } of problems.filter(isWarning)) {
    screen?.display({ kind: "warning", text: `${reason}.`, about: screen.about });
  }
  return problems
    .filter((problem) => !isWarning(problem))
    .map(({ property, reason }) => ({ property: nameable(property, inputs), reason }));
}

/**
 * The engine prints the value of the property it is given: a help for a word or a number, a dump
 * for a list, and a leak for a private key in the place of a certificate.
 */
function nameable(property = "", inputs: Props): string {
  const value = inputs[property];
  return typeof value !== "object" && /^.{0,80}$/.test(String(value)) ? property : "";
}

function isWarning(problem: Problem): boolean {
  return problem.severity === "warning";
}
