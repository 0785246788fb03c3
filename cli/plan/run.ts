import { CommandError } from "../exit.ts";
import { refuseFailed } from "../preview/messages.ts";
import type { Preview } from "../preview/preview.ts";
import { readPreview } from "../preview/read.ts";
import { readSource } from "../preview/source.ts";
import type { Session } from "../session.ts";
import { differencesFrom, fingerprintOf } from "./fingerprint.ts";
import { findingsOf, type Gates } from "./gates.ts";
import { jsonOf } from "./json.ts";
import { markdownOf } from "./markdown.ts";
import { type Plan, planOf } from "./plan.ts";
import { pricesFor } from "./prices.ts";
import { protectedText } from "./protected.ts";
import { textOf } from "./text.ts";

/** What `pulumi-hosting plan` is given. */
export interface PlanOptions extends Gates {
  readonly prices?: string;
  readonly expect?: string;
  readonly format: "text" | "markdown" | "json";
  readonly json?: true;
}

/**
 * Prints the plan of a preview, and ends as `found` where it fails on what it was asked to.
 *
 * @throws CommandError when there is no preview, when it failed, and when the budget cannot be checked.
 */
export async function plan(
  file: string | undefined,
  options: PlanOptions,
  { terminal, end }: Session,
): Promise<void> {
  const preview = readPreview(await readSource(file, terminal));
  if (preview.isRefresh) {
    throw new CommandError(
      "There is no plan: this is a refresh, which shows the changes on the platform and not the steps of `pulumi up`. `npx pulumi-hosting drift` reads it.",
    );
  }
  const told = planOf(preview, await pricesFor(preview, options, terminal));
  const refusal = protectedText(preview, told);
  if (refusal !== undefined) {
    // Not thrown: an error is cut to the length of a message, and a command in it with that.
    terminal.note(refusal);
    end("failed");
    return;
  }
  refuseFailed(preview, told.errors, { made: "plan", run: "preview" });
  const findings = [
    ...findingsOf(told, options),
    ...(options.expect === undefined ? [] : approvalFindings(options.expect, preview, told)),
  ];
  const format = options.json === true ? "json" : options.format;
  const fingerprint = fingerprintOf(preview, told);
  if (format === "json") terminal.print(jsonOf(told, findings, fingerprint));
  else if (format === "markdown") terminal.print(markdownOf(told, findings, fingerprint));
  else terminal.print(textOf(told, terminal));
  if (findings.length === 0) return;
  for (const finding of findings) terminal.note(`The plan fails on ${finding}.`);
  end("found");
}

const mostDifferences = 5;

function approvalFindings(approved: string, preview: Preview, told: Plan): readonly string[] {
  const found = differencesFrom(approved, preview, told);
  if (found.length === 0) return [];
  const left = found.length - mostDifferences;
  const named = [...found.slice(0, mostDifferences), ...(left > 0 ? [`${left} more`] : [])];
  return [`expect: it is not the approved plan: ${named.join("; ")}`];
}
