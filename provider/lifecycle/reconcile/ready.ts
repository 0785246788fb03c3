import { type Assumptions, isStatusOf, statusIn } from "../../../contract/assumptions.ts";
import { fromWire, type Json } from "../../../contract/naming.ts";
import type {
  Look,
  LookupResult,
  Observed,
  Props,
  Readiness,
  Target,
} from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { sessionOf } from "../hooks/session.ts";
import { hasNameAsId } from "../identity/ids.ts";
import { withArticle } from "../identity/subject.ts";
import type { Proof } from "../lookup/absence.ts";
import { lookCloser, lookUp } from "../lookup/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { InputRecords } from "../record/input-records.ts";
import { scrubOf } from "../record/secrets.ts";
import { isRecord, pickShape } from "../record/state.ts";

/** Looks the object up, as its class or its kind's routes tell about it. */
export async function readObject(
  operation: Operation,
  target: Target<Props>,
  proof?: Proof,
): Promise<LookupResult> {
  const { definition } = operation;
  const result =
    definition.observe === undefined
      ? await lookUp(operation, wantedOf(operation, target), proof)
      : await definition.observe(sessionOf(operation, proof), target);
  if (result.outcome !== "seen") return result;
  const observed = observedIn(operation, result.observed);
  operation.looked = { ...operation.looked, ...observed };
  return { ...result, observed };
}

/** Looks the object up and asks for all that the platform shows of it: the entry of a list may lack outputs. */
export async function readWhole(
  operation: Operation,
  target: Target<Props>,
  proof?: Proof,
): Promise<LookupResult> {
  const result = await readObject(operation, target, proof);
  if (result.outcome !== "seen" || result.isListed !== true) return result;
  const details = await detailsOf(operation, target, { ...target.state, ...result.observed });
  return { ...result, observed: { ...result.observed, ...details } };
}

/** Facts that a list did not show of an object, as far as a request can get them. */
export async function detailsOf(
  operation: Operation,
  target: Target<Props>,
  known: Observed,
): Promise<Observed> {
  const { definition } = operation;
  const showsAll = Object.keys(definition.outputs.shape).every((name) => known[name] !== undefined);
  if (showsAll) return {};
  const closer = await lookCloser(operation, wantedOf(operation, target));
  return closer.outcome === "seen" ? observedIn(operation, closer.observed) : {};
}

/** How the object of an operation is looked for. */
export function wantedOf({ definition: { kind } }: Operation, target: Target<Props>) {
  return { kind, id: target.id, isName: hasNameAsId(target) };
}

/** An answer about the object, in a program's names. */
export function observedIn(
  { context: { assumptions }, definition }: Operation,
  answer: Json | Observed,
): Observed {
  const observed = withAssumedFields(answer, assumptions);
  return { ...observed, ...definition.interpret?.(observed, assumptions) };
}

/** The answer's fields in a program's names, those of assumed names included. */
export function withAssumedFields(answer: Json | Observed, assumptions: Assumptions): Observed {
  if (!isRecord(answer)) return {};
  const named = fromWire(answer);
  return { ...(isRecord(named) ? named : {}), status: statusIn(answer, assumptions) };
}

/** The known facts of an object; `state` is that before the operation, empty for a new object. */
export interface Known extends Target<Props> {
  readonly observed: Observed;
  /** True where it was the entry of a list that showed it. */
  readonly isListed?: boolean | undefined;
  /** Inputs that were just sent: the object is not done before it shows them. */
  readonly expecting?: readonly string[];
}

/**
 * Waits until the object can be used and returns what was seen last. The first look also teaches
 * whether its read route can be trusted: the object is known to exist.
 */
export async function waitUntilReady(operation: Operation, known: Known): Promise<Observed> {
  const { context, definition, requests, routes, subject, waiting } = operation;
  const startedAt = context.clock.now();
  let { observed } = known;
  let absences = 0;
  // Judged by what one look shows: an entry of a list without addresses does not say that they are missing.
  const judged = async (
    shown: Observed,
    isListed: boolean | undefined,
  ): Promise<Look<Observed>> => {
    const first = judge(operation, { ...known, observed: shown });
    if (!("done" in first)) return first;
    if (isListed !== true) return { done: observed };
    const details = await requests.polling(() => detailsOf(operation, known, observed));
    observed = { ...observed, ...details };
    const second = judge(operation, { ...known, observed: { ...shown, ...details } });
    return "done" in second ? { done: observed } : second;
  };
  const look = async (): Promise<Look<Observed>> => {
    const result = await readObject(operation, known);
    absences = result.outcome === "gone" ? absences + 1 : 0;
    if (absences === absencesInARow) throw vanished(subject, known.id);
    if (result.outcome === "unreadable") return { done: observed };
    if (result.outcome === "awaited" && isUsableUnseen(operation, { ...known, observed }))
      return { done: observed };
    if (result.outcome !== "seen") return { waitingFor: "the platform to show it" };
    observed = { ...observed, ...result.observed };
    const outcome = await judged(result.observed, result.isListed);
    const isEnough = context.clock.now() - startedAt >= patienceIn(outcome);
    return isEnough ? { done: observed } : outcome;
  };
  // An answer that showed nothing, or none at all, does not say that it can be used.
  const isEnough = Object.keys(observed).length > 0 && !routes.areReadsUntried(definition.kind);
  const first = isEnough ? await judged(observed, known.isListed) : await look();
  return "done" in first ? first.done : waiting.watch(definition.kind, first, look);
}

/** Looks in a row that must miss an object before it counts as gone while it is waited for. */
const absencesInARow = 3;

/** True where the answer that brought its id, or the state, is enough though nothing has shown the object yet. */
function isUsableUnseen(operation: Operation, known: Known): boolean {
  const { context, definition } = operation;
  const { inputs, observed, state } = known;
  const answered = { ...pickShape(definition.outputs, state), ...observed };
  const isDecided = definition.ready?.(answered, inputs, context.assumptions) !== undefined;
  if (!isDecided && Object.keys(answered).length === 0) return false;
  return "ready" in readinessOf(operation, { ...known, observed: answered });
}

function patienceIn(look: Look<Observed>): number {
  return "done" in look ? 0 : (look.patience ?? Number.POSITIVE_INFINITY);
}

function judge(operation: Operation, known: Known): Look<Observed> {
  const readiness = readinessOf(operation, known);
  if ("ready" in readiness) return { done: known.observed };
  if ("failed" in readiness) {
    // The platform's words, which an error would cut first.
    const why = scrubOf(operation.definition, operation.props)(readiness.failed);
    throw failed(operation.subject, known.id, why);
  }
  return readiness;
}

function readinessOf(operation: Operation, known: Known): Readiness {
  const { context, definition } = operation;
  const { observed, inputs, expecting } = known;
  const decided = definition.ready?.(observed, inputs, context.assumptions);
  const readiness = decided ?? judgeWord(operation, observed["status"]);
  const missing = expecting?.find((name) => !isShown(definition, name, known));
  if (missing === undefined || !("ready" in readiness)) return readiness;
  // Its value may be secret in the program, and the state keeps this text.
  return { waitingFor: `${missing} to have the declared value` };
}

/** Only an input that the platform is known to show as declared can be waited for. */
function isShown(
  definition: Operation["definition"],
  name: string,
  { inputs, observed, state }: Known,
): boolean {
  const before = InputRecords.in(definition, state).get(name);
  if (before?.shown !== "asDeclared" || inputs[name] === undefined || observed[name] == null)
    return true;
  return before.input.meetsDeclared({ found: observed[name], declared: inputs[name] });
}

/**
 * Status words are assumptions (spec 3 names none): one of `words.pending` is waited for, one of
 * `words.failed` fails, and any other, or none at all, is that of an object that can be used.
 */
function judgeWord(
  { context: { assumptions }, definition, messages }: Operation,
  status: unknown,
): Readiness {
  const known = ["pending", "ready", "failed", "running", "stopped", "frozen", "deleting"] as const;
  if (typeof status === "string" && !isStatusOf(known, status, assumptions)) {
    messages.informOfAll(
      `"${status}", the status of ${withArticle(definition.noun)}, is no known word and taken for ready; if it is not, add it to words.pending in hosting:assumptions.`,
    );
  }
  if (isStatusOf(["failed"], status, assumptions)) return { failed: `its status is "${status}"` };
  const isPending = isStatusOf(["pending"], status, assumptions);
  if (!isPending || isStatusOf(["ready"], status, assumptions)) return { ready: true };
  return { waitingFor: `a status other than "${status}"`, state: `"${status}"` };
}

function vanished(subject: string, id: string): HostingError {
  return new HostingError(
    "notFound",
    `${subject} (${id}) vanished while it was waited for. Run \`pulumi refresh\`, then \`pulumi up\` to create it again.`,
  );
}

function failed(subject: string, id: string, reason: string): HostingError {
  return new HostingError(
    "failed",
    `${subject} (${id}) exists but will not become usable: ${reason}. Delete it in the console and run \`pulumi refresh\`, then \`pulumi up\`; or, with deleteBeforeReplace: true, \`pulumi up --replace <urn>\`.`,
    { reason },
  );
}
