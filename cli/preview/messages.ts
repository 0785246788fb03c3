import { fitted, plainText, shortened } from "../../provider/display.ts";
import { CommandError } from "../exit.ts";
import type { Diagnostic, Preview } from "./preview.ts";

/** The messages of a severity, each once, in a stable order. */
export function messagesIn({ diagnostics }: Pick<Preview, "diagnostics">, severity: string) {
  const texts = diagnostics
    .filter((one) => one.severity === severity)
    .map(textOf)
    .filter((text) => text !== "preview failed");
  return [...new Set(texts)].toSorted();
}

/** A message as people read it. */
export function textOf({ severity, message }: Diagnostic): string {
  return plainText(message.replace(new RegExp(`^${severity}: `), ""))
    .replace(refusedValue, " has a problem:")
    .replace(urns, (_urn, name: string) => name);
}

/** People know a resource by its logical name, not by the URN in a message. */
const urns = /urn:pulumi:[^\s"']*::([^\s"':]+)/g;

/** The engine quotes the value of an input that is refused, also of a secret one. */
const refusedValue = / value \{.*\} has a problem:/;

/**
 * A failed run shows only a part.
 *
 * @param missing what there is none of, like `plan`, and the run that failed, like `preview`
 * @throws CommandError with the first error.
 */
export function refuseFailed(
  { project, stack }: Pick<Preview, "project" | "stack">,
  errors: readonly string[],
  missing: { readonly made: string; readonly run: string },
): void {
  const [first] = errors;
  if (first === undefined) return;
  const more = errors.length === 1 ? "" : ` (and ${errors.length - 1} more)`;
  const of = project === "" ? "" : ` of ${project}/${stack}`;
  const reason = shortened(plainText(first), longestReason);
  const message = `There is no ${missing.made}: the ${missing.run}${of} failed. ${reason}${more}`;
  throw new CommandError(fitted(message, reason).text);
}

const longestReason = 240;
