import { type Assumptions, isStatusOf, statusIn } from "../../../contract/assumptions.ts";
import { fromWire, type Json } from "../../../contract/naming.ts";
import type {
  Look,
  Observed,
  Props,
  Readiness,
  Sighting,
  Target,
} from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import { isUnlimited, lookCloser, lookUp } from "../operation/lookup.ts";
import { type Operation, sessionOf } from "../operation/operation.ts";
import { isAsSaid } from "../state/answer.ts";
import { hasNameAsId } from "../state/ids.ts";
import { hidden, isRecord, strings } from "../state/state.ts";
import { withArticle } from "../state/subject.ts";

/** Looks the object up, as its class or its kind's routes tell about it. */
export async function readObject(operation: Operation, target: Target<Props>): Promise<Sighting> {
  const { definition } = operation;
  const sighting = definition.observe
    ? await definition.observe(sessionOf(operation), target)
    : await lookUp(operation, {
        kind: definition.kind,
        id: target.id,
        isName: hasNameAsId(target),
      });
  if (sighting.outcome !== "seen") return sighting;
  const observed = observedIn(operation, sighting.observed);
  operation.looked = { ...operation.looked, ...observed };
  return { ...sighting, observed };
}

/** The same with all that the platform shows of it: the entry of a list may lack outputs that nothing else brings. */
export async function readWhole(operation: Operation, target: Target<Props>): Promise<Sighting> {
  const sighting = await readObject(operation, target);
  if (sighting.outcome !== "seen" || sighting.isListed !== true) return sighting;
  const { observed } = sighting;
  const unseen = await detailsUnseen(operation, target, observed);
  return { ...sighting, observed: { ...observed, ...unseen } };
}

/** What neither the state nor an entry of a list has shown of an object, as far as it can be asked for. */
export async function detailsUnseen(
  operation: Operation,
  target: Target<Props>,
  listed: Observed,
): Promise<Observed> {
  if (showsAll(operation, { ...target.state, ...listed })) return {};
  const { kind } = operation.definition;
  const isName = hasNameAsId(target);
  const closer = await lookCloser(operation, { kind, id: target.id, isName });
  return closer.outcome === "seen" ? observedIn(operation, closer.observed) : {};
}

/** What the entry of a list lacks of an object that is waited for, as far as it can be asked for. */
async function detailsBesides(
  operation: Operation,
  target: Target<Props>,
  listed: Observed,
): Promise<Observed> {
  if (showsAll(operation, listed)) return {};
  const { kind } = operation.definition;
  const isName = hasNameAsId(target);
  const sighting = await lookCloser(operation, { kind, id: target.id, isName }, isUnlimited);
  return sighting.outcome === "seen" ? observedIn(operation, sighting.observed) : {};
}

function showsAll({ definition }: Operation, observed: Observed): boolean {
  return Object.keys(definition.outputs.shape).every((name) => observed[name] !== undefined);
}

/** Lists that lag behind show what an earlier run deleted, and did not see to go, or was killed over. */
export async function lookPastLag(
  operation: Operation,
  target: Target<Props>,
  look: typeof readObject,
): Promise<Sighting> {
  const { context, deletion, requests, waiting } = operation;
  const sighting = await look(operation, target);
  const mayLag = sighting.outcome === "seen" && sighting.isListed === true;
  if (!mayLag || deletion?.isRecent !== true) return sighting;
  await waiting.pause(lagMilliseconds, "lists to show whether its deletion was carried out");
  requests.mustShow(context.clock.now());
  return look(operation, target);
}

/**
 * Looks at what is about to be changed or deleted where its name alone says that it is the stack's.
 *
 * @throws HostingError when it may be another account's.
 */
export async function confirmOwn(operation: Operation, target: Target<Props>): Promise<void> {
  const { witness } = operation;
  if (!witness.isSame) await readObject(operation, target);
  await witness.confirmOwn();
}

/** What an answer says about an object, in a program's names. */
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

/** What is known of an object; `state` is that before the operation, empty for a new object. */
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
  const closer = async ({ isListed, observed: seen }: Shown, judged: Look<Observed>) => {
    if (isListed !== true || !("done" in judged)) return judged;
    observed = { ...observed, ...(await detailsBesides(operation, known, seen)) };
    return judge(operation, { ...known, observed });
  };
  // An answer that showed nothing, or none at all, does not say that it can be used.
  const wasShown = Object.keys(observed).length > 0 && !routes.mustLearn(definition.kind);
  const first = wasShown ? await closer(known, judge(operation, known)) : await look();
  return "done" in first ? first.done : waiting.watch(definition.kind, first, look);
}

type Shown = Pick<Known, "isListed" | "observed">;

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
  // Its value may be secret in the program, and the state keeps this text.
  return { waitingFor: `${missing} to become what the program says` };
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
