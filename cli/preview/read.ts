import { z } from "zod";
import { CommandError } from "../exit.ts";
import { type Preview, previewOf, type Step } from "./preview.ts";
import type { Source } from "./source.ts";
import { State, stateOf } from "./state.ts";

const keys = z.array(z.string()).nullish();

const Digest = z.object({
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

const Event = z.object({
  resourcePreEvent: z
    .object({
      metadata: z.object({
        op: z.string(),
        urn: z.string(),
        old: State.nullish(),
        new: State.nullish(),
        diffs: keys,
        keys,
      }),
    })
    .nullish(),
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

/**
 * Reads what `pulumi preview --json` prints: one document, or with PULUMI_ENABLE_STREAMING_JSON_PREVIEW
 * a line for each event. What a newer CLI adds is passed over.
 *
 * @throws CommandError for anything else.
 */
export function readPreview({ text, from }: Source): Preview {
  const documents = documentsIn(text);
  const [first] = documents ?? [];
  if (documents === undefined || first === undefined) {
    const what = text.trim() === "" ? "it is empty" : "it is not JSON";
    throw noPreview(from, `${what}. Did \`pulumi preview\` fail? Its error says why`);
  }
  if (isEvent(first)) {
    const events = documents.map((one) => parsed(Event, one, from));
    const preview = previewOfEvents(events);
    // The rest of what a killed `pulumi` would have said may be what a gate is there for.
    if (isCutOff(events, preview)) throw noPreview(from, "it was cut off before its end");
    return preview;
  }
  if (documents.length === 1 && isDigest(first))
    return previewOfDigest(parsed(Digest, first, from));
  throw noPreview(from, `it is ${whatElse(first)}`);
}

function message() {
  return z.object({
    severity: z.string(),
    message: z.string().default(""),
    urn: z.string().nullish(),
  });
}

/** One document, or one on each line; what `npm run` writes before it is passed over. */
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

function previewOfDigest({ steps, diagnostics, changeSummary }: z.infer<typeof Digest>): Preview {
  const read = (steps ?? []).map((step): Step => {
    return {
      ...{ op: step.op, urn: step.urn },
      ...statesOf(step.oldState, step.newState),
      changed: step.diffReasons ?? [],
      replacedBy: step.replaceReasons ?? [],
    };
  });
  return previewOf(read, messagesOf(diagnostics ?? []), changeSummary?.["same"] ?? 0);
}

function previewOfEvents(events: readonly Event[]): Preview {
  const steps = events.flatMap(({ resourcePreEvent }): Step[] => {
    if (!resourcePreEvent) return [];
    const { op, urn, old, new: next, diffs, keys: replacing } = resourcePreEvent.metadata;
    const states = statesOf(old, next);
    return [{ ...{ op, urn }, ...states, changed: diffs ?? [], replacedBy: replacing ?? [] }];
  });
  const violations = events.flatMap(({ policyEvent }) => policyEvent ?? []);
  const said = events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []);
  return previewOf(
    steps,
    messagesOf([
      ...said,
      ...violations.map(({ enforcementLevel, policyName, resourceUrn, message: text }) => ({
        severity: enforcementLevel === "mandatory" ? "error" : "warning",
        message: `policy ${policyName}: ${text.slice(text.indexOf("\n") + 1)}`,
        urn: resourceUrn,
      })),
    ]),
    0,
  );
}

/** True without the event that every preview ends with; one that failed may lack it. */
function isCutOff(events: readonly Event[], { diagnostics }: Preview): boolean {
  const isFailed = diagnostics.some(({ severity }) => severity === "error");
  return !isFailed && events.every(({ summaryEvent }) => !summaryEvent);
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

function parsed<T>(schema: z.ZodType<T>, document: unknown, from: string): T {
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw noPreview(from, `${issue?.path.join(".")} is something else there than in a preview`);
}

function noPreview(from: string, why: string): CommandError {
  return new CommandError(
    `No preview was read from ${from}: ${why}. Give it what \`pulumi preview --json --show-sames\` prints.`,
  );
}
