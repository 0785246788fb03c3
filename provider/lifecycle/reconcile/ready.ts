import { type Assumptions, isStatusOf } from "../../../contract/assumptions.ts";
import type { Look, Observed, Readiness, Sighting } from "../../definition/session.ts";
import { shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import type { Operation } from "../operation/operation.ts";
import { isAsSaid } from "../state/answer.ts";
import { hidden, shown, strings } from "../state/state.ts";
import { withArticle } from "../state/subject.ts";
import { detailsBesides, type Known, readObject } from "./observe.ts";

/**
 * Waits until the object can be used and returns what was seen last. The first look also teaches
 * whether its read route can be trusted: the object is known to exist.
 */
export async function waitUntilReady(operation: Operation, known: Known): Promise<Observed> {
  const { definition, routes, subject, waiting } = operation;
  let { observed } = known;
  let absences = 0;
  const startedAt = operation.context.clock.now();
  const look = async (): Promise<Look<Observed>> => {
    const sighting = await readObject(operation, known);
    absences = sighting.outcome === "gone" ? absences + 1 : 0;
    if (absences === absencesInARow) throw vanished(subject, known.id);
    if (sighting.outcome === "unreadable") return { done: observed };
    if (sighting.outcome !== "seen") return { waitingFor: "the platform to show it" };
    observed = { ...observed, ...sighting.observed };
    const judged = await closer(sighting, judge(operation, { ...known, observed }));
    const isEnough = operation.context.clock.now() - startedAt >= patienceIn(judged);
    return isEnough ? { done: observed } : judged;
  };
  // A list may say that a machine runs, and not where (spec 8).
  const closer = async ({ isListed, observed: seen }: Seen, judged: Look<Observed>) => {
    if (isListed !== true || !("done" in judged)) return judged;
    observed = { ...observed, ...(await detailsBesides(operation, known, seen)) };
    return judge(operation, { ...known, observed });
  };
  // An answer that showed nothing, or none at all, does not say that it can be used.
  const wasShown = Object.keys(observed).length > 0 && !routes.mustLearn(definition.kind);
  const first = wasShown ? judge(operation, known) : await look();
  return "done" in first ? first.done : waiting.watch(definition.kind, first, look);
}

type Seen = Extract<Sighting, { outcome: "seen" }>;

/**
 * Status words are assumptions (spec 3 names none): one that stands for a way is waited for, one of a
 * failure fails, and any other, or none at all, is that of an object that can be used.
 */
export function readinessByWord(status: unknown, assumptions: Assumptions): Readiness {
  if (isStatusOf(["failed"], status, assumptions)) return { failed: `its status is "${status}"` };
  const isPending = isStatusOf(["pending"], status, assumptions);
  if (!isPending || isStatusOf(["ready"], status, assumptions)) return { ready: true };
  return { waitingFor: `a status other than "${status}"`, state: `"${status}"` };
}

function patienceIn(look: Look<Observed>): number {
  return "done" in look ? 0 : (look.patience ?? Number.POSITIVE_INFINITY);
}

/** Looks in a row that must miss an object before it counts as gone while it is waited for. */
const absencesInARow = 3;

function judge(operation: Operation, known: Known): Look<Observed> {
  const readiness = readinessOf(operation, known);
  if ("ready" in readiness) return { done: known.observed };
  if ("failed" in readiness) throw failed(operation.subject, known.id, readiness.failed);
  return readiness;
}

function readinessOf(operation: Operation, known: Known): Readiness {
  const { definition } = operation;
  const { observed, inputs, expecting } = known;
  const decided = definition.ready?.(observed, inputs, operation.context.assumptions);
  const readiness = decided ?? judgeWord(operation, observed["status"]);
  const missing = expecting?.find((name) => !isShown(definition, name, known));
  if (missing === undefined || !("ready" in readiness)) return readiness;
  return { waitingFor: `${missing} to become ${shown(definition, missing, inputs[missing])}` };
}

/** Only a field that the platform is known to echo can be waited for. */
function isShown(
  definition: Operation["definition"],
  name: string,
  { inputs, observed, state }: Known,
): boolean {
  const isEcho = strings(state[hidden.echoes]).includes(name);
  if (!isEcho || inputs[name] === undefined || observed[name] == null) return true;
  return isAsSaid(definition, name, { found: observed[name], said: inputs[name] });
}

function judgeWord({ context, definition, messages }: Operation, status: unknown): Readiness {
  const known = ["pending", "ready", "failed", "running", "stopped", "frozen", "deleting"] as const;
  if (typeof status === "string" && !isStatusOf(known, status, context.assumptions)) {
    messages.informOfAll(
      `"${status}", the status of ${withArticle(definition.noun)}, is no known word and taken for ready; if it is not, add it to words.pending in hosting:assumptions.`,
    );
  }
  return readinessByWord(status, context.assumptions);
}

function vanished(subject: string, id: string): HostingError {
  return new HostingError(
    "failed",
    `${subject} (${id}) vanished while it was waited for. Run \`pulumi refresh\`, then \`pulumi up\` to create it again.`,
  );
}

/** The platform's own words may be a part of it. */
const longestReason = 120;

function failed(subject: string, id: string, reason: string): HostingError {
  return new HostingError(
    "failed",
    `${subject} (${id}) exists but will not become usable: ${shortened(reason, longestReason)}. Replace it with \`pulumi up --replace\`, or delete it and run \`pulumi refresh\`.`,
  );
}
