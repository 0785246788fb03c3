import { z } from "zod";
import { CommandError } from "../exit.ts";
import { type Preview, previewOf, type Step } from "./preview.ts";
import type { Source } from "./source.ts";
import { State, stateOf } from "./state.ts";

const keys = z.array(z.string()).nullish();
const config = z.record(z.string(), z.string()).nullish();

const Digest = z.object({
  config,
  steps: z
    .array(
      z.object({
        op: z.string(),
        urn: z.string(),
        oldState: State.nullish(),
        newState: State.nullish(),
        diffReasons: keys,
        replaceReasons: keys,
      }),
    )
    .nullish(),
  diagnostics: z.array(message()).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

const Metadata = z.object({
  op: z.string(),
  urn: z.string(),
  old: State.nullish(),
  new: State.nullish(),
  diffs: keys,
  keys,
});

const Event = z.object({
  preludeEvent: z.object({ config }).nullish(),
  resourcePreEvent: z.object({ metadata: Metadata }).nullish(),
  resOutputsEvent: z.object({ metadata: Metadata }).nullish(),
  diagnosticEvent: message().nullish(),
  policyEvent: z
    .object({
      resourceUrn: z.string().nullish(),
      message: z.string(),
      policyName: z.string(),
      enforcementLevel: z.string(),
    })
    .nullish(),
  summaryEvent: z.object({ resourceChanges: z.record(z.string(), z.number()).nullish() }).nullish(),
});
type Event = z.infer<typeof Event>;

/** The command that prints what is read. */
interface Printing {
  /** A word for it: `preview`. */
  readonly what: string;
  readonly command: string;
}

const byPreview: Printing = { what: "preview", command: "pulumi preview --json --show-sames" };
export const byRefresh: Printing = {
  what: "refresh",
  command: "pulumi refresh --preview-only --json",
};

/**
 * Reads what `pulumi preview --json` and `pulumi refresh --preview-only --json` print: one document, or with
 * PULUMI_ENABLE_STREAMING_JSON_PREVIEW a line for each event. Additions of a newer CLI are ignored.
 *
 * @throws CommandError for anything else.
 */
export function readPreview({ text, from }: Source, printing = byPreview): Preview {
  const refused: Refuse = (why) => notRead(printing, from, why);
  const documents = documentsIn(text);
  const [first] = documents ?? [];
  if (documents === undefined || first === undefined) {
    const what = text.trim() === "" ? "it is empty" : "it is not JSON";
    throw refused(`${what}. Did \`pulumi ${printing.what}\` fail? Its error says why`);
  }
  if (isEvent(first)) {
    const events = documents.map((one) => parsed(Event, one, refused));
    const preview = previewOfEvents(events);
    // The rest of what a killed `pulumi` would have said may be what a gate is there for.
    if (isCutOff(preview, events.some(hasSummary))) throw refused(cutOff);
    return preview;
  }
  if (documents.length > 1 || !isDigest(first)) throw refused(`it is ${whatElse(first)}`);
  const digest = parsed(Digest, first, refused);
  const preview = previewOfDigest(digest);
  // A preview of nothing has no sums either.
  const isEnded = !preview.isRefresh || digest.changeSummary != null;
  if (isCutOff(preview, isEnded)) throw refused(cutOff);
  return preview;
}

type Refuse = (why: string) => CommandError;

const cutOff = "it was cut off before its end";

function message() {
  return z.object({
    severity: z.string(),
    message: z.string().default(""),
    urn: z.string().nullish(),
  });
}

/** One document, or one on each line; text that `npm run` writes before it is ignored. */
function documentsIn(given: string): readonly unknown[] | undefined {
  const text = given.slice(Math.max(0, given.search(/^\{/m)));
  try {
    return [JSON.parse(text)];
  } catch {
    // Lines, then.
  }
  try {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

function previewOfDigest({
  steps,
  diagnostics,
  changeSummary,
  ...given
}: z.infer<typeof Digest>): Preview {
  const read = (steps ?? []).map((step): Step => {
    return {
      ...{ op: step.op, urn: step.urn },
      ...statesOf(step.oldState, step.newState),
      changed: step.diffReasons ?? [],
      replacedBy: step.replaceReasons ?? [],
    };
  });
  return previewOf(read, {
    diagnostics: messagesOf(diagnostics ?? []),
    sames: changeSummary?.["same"] ?? 0,
    config: given.config ?? {},
    isRefresh: isOnlyRefresh(read),
  });
}

/** A refresh looks at each resource and does nothing else with it. */
function isOnlyRefresh(steps: readonly Step[]): boolean {
  const looked = new Set(steps.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  return looked.size > 0 && !steps.some(({ op, urn }) => op !== "refresh" && looked.has(urn));
}

function previewOfEvents(events: readonly Event[]): Preview {
  const { steps, isRefresh } = stepsIn(events);
  const violations = events.flatMap(({ policyEvent }) => policyEvent ?? []);
  const said = events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []);
  const diagnostics = messagesOf([...said, ...violations.map(violationOf)]);
  const prelude = events.find(({ preludeEvent }) => preludeEvent)?.preludeEvent;
  return previewOf(steps, { diagnostics, config: prelude?.config ?? {}, isRefresh });
}

/** The policy of the pack that shows each exception in force. */
const showsExceptions = "pack-exceptions";

/** A violation without the description of its policy, which is the first line of it. */
function violationOf(given: NonNullable<Event["policyEvent"]>) {
  const { enforcementLevel, policyName, resourceUrn: urn, message: text } = given;
  const said = text.slice(text.indexOf("\n") + 1);
  if (policyName === showsExceptions) return { severity: "exception", message: said, urn };
  const severity = enforcementLevel === "mandatory" ? "error" : "warning";
  return { severity, message: `policy ${policyName}: ${said}`, urn };
}

/** The step that the engine was about to take; the result of a refresh follows each of its steps. */
function stepsIn(events: readonly Event[]) {
  const steps: Step[] = [];
  let isRefresh = false;
  for (const { resourcePreEvent, resOutputsEvent } of events) {
    if (resourcePreEvent) steps.push(stepOf(resourcePreEvent.metadata));
    if (!resOutputsEvent || resOutputsEvent.metadata.op === "refresh") continue;
    const { urn } = resOutputsEvent.metadata;
    const at = steps.findIndex((step) => step.urn === urn && step.op === "refresh");
    if (at === -1) continue;
    steps[at] = stepOf(resOutputsEvent.metadata);
    isRefresh = true;
  }
  return { steps, isRefresh };
}

function stepOf({
  op,
  urn,
  old,
  new: next,
  diffs,
  keys: replacing,
}: z.infer<typeof Metadata>): Step {
  const states = statesOf(old, next);
  return { ...{ op, urn }, ...states, changed: diffs ?? [], replacedBy: replacing ?? [] };
}

function hasSummary({ summaryEvent }: Event): boolean {
  return summaryEvent != null;
}

/** True without what every run ends with; one that failed may lack it. */
function isCutOff({ diagnostics }: Preview, isEnded: boolean): boolean {
  return !isEnded && !diagnostics.some(({ severity }) => severity === "error");
}

function statesOf(old: z.infer<typeof State> | null | undefined, next: typeof old) {
  return { ...(old && { oldState: stateOf(old) }), ...(next && { newState: stateOf(next) }) };
}

function messagesOf(given: readonly z.infer<ReturnType<typeof message>>[]) {
  return given
    .filter(({ severity }) => severity !== "debug")
    .map(({ severity, message: text, urn }) => ({
      severity,
      message: text.trim(),
      ...(urn && { urn }),
    }));
}

function isEvent(document: unknown): boolean {
  return isObject(document) && "sequence" in document && "timestamp" in document;
}

function isDigest(document: unknown): boolean {
  const marks = ["steps", "changeSummary", "diagnostics"];
  return isObject(document) && marks.some((mark) => mark in document);
}

function isObject(document: unknown): document is object {
  return typeof document === "object" && document !== null && !Array.isArray(document);
}

function whatElse(document: unknown): string {
  if (!isObject(document)) return "JSON of something else";
  if ("deployment" in document) return "a stack's state";
  if ("summary" in document) return "what `--output json` prints, without the values of resources";
  return Object.keys(document).length === 0
    ? "a preview that was cut off before its first step"
    : "JSON of something else";
}

function parsed<T>(schema: z.ZodType<T>, document: unknown, refused: Refuse): T {
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refused(`${issue?.path.join(".")} is something else there`);
}

function notRead({ what, command }: Printing, from: string, why: string): CommandError {
  return new CommandError(
    `No ${what} was read from ${from}: ${why}. Give it what \`${command}\` prints.`,
  );
}
