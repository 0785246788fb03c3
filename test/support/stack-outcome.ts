import { z } from "zod";

/** The actions of a command, from the engine's own events. */
export interface Outcome {
  /** Operation by logical name, of the resources that did not stay the same. */
  readonly changes: Readonly<Record<string, string>>;
  /** Inputs that made a resource be replaced, by its logical name. */
  readonly replaceKeys: Readonly<Record<string, readonly string[]>>;
  /** Messages on the stack and its resources, in order. */
  readonly messages: readonly string[];
  /** The messages among them that are errors. */
  readonly errors: readonly string[];
  /** The messages of policies, in order. */
  readonly violations: readonly Violation[];
  /** Everything the command printed. */
  readonly output: string;
}

/** The message of a policy about a resource, or about the stack. */
export interface Violation {
  readonly rule: string;
  /** Logical name. */
  readonly resource: string;
  readonly level: string;
  /** Without the description of the rule. */
  readonly message: string;
}

const Step = z.object({
  metadata: z.object({
    op: z.string(),
    urn: z.string(),
    type: z.string(),
    keys: z.array(z.string()).nullish(),
  }),
});
const Diagnostic = z.object({ severity: z.string(), message: z.string() });
const Policy = z.object({
  policyName: z.string(),
  resourceUrn: z.string(),
  enforcementLevel: z.string(),
  message: z.string(),
});
const Event = z.object({
  resourcePreEvent: Step.optional(),
  resOutputsEvent: Step.optional(),
  diagnosticEvent: Diagnostic.optional(),
  policyEvent: Policy.optional(),
});
type Event = z.infer<typeof Event>;

/** Types that every stack has and no program declares. */
const background = /^pulumi:(pulumi:Stack|providers:)/;

/** Reads the engine's event log, one JSON object per line. */
export function readOutcome(eventLog: string, output: string): Outcome {
  const events = readEvents(eventLog);
  const diagnostics = events
    .flatMap(({ diagnosticEvent }) => diagnosticEvent ?? [])
    .filter(({ severity }) => severity !== "debug");
  return {
    ...readSteps(events),
    messages: diagnostics.map(({ message }) => message.trim()),
    errors: diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ message }) => message.trim()),
    violations: violationsIn(events),
    output,
  };
}

/** Reads what policies said from lines of events; other lines are left out. */
export function readViolations(output: string): readonly Violation[] {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  return violationsIn(readEvents(lines.join("\n")));
}

function readEvents(lines: string): readonly Event[] {
  const filled = lines.split("\n").filter((line) => line !== "");
  return filled.map((line) => Event.parse(JSON.parse(line)));
}

function violationsIn(events: readonly Event[]): readonly Violation[] {
  return events
    .flatMap(({ policyEvent }) => policyEvent ?? [])
    .map(({ policyName, resourceUrn, enforcementLevel, message }) => ({
      rule: policyName,
      resource: resourceUrn.split("::").at(-1) ?? "",
      level: enforcementLevel,
      message: message.slice(message.indexOf("\n") + 1).trim(),
    }));
}

function readSteps(events: readonly Event[]): Pick<Outcome, "changes" | "replaceKeys"> {
  const changes: Record<string, string> = {};
  const replaceKeys: Record<string, readonly string[]> = {};
  const steps = events
    .flatMap(({ resourcePreEvent, resOutputsEvent }) => resourcePreEvent ?? resOutputsEvent ?? [])
    .filter(({ metadata }) => !background.test(metadata.type));
  for (const { op, urn, keys } of steps.map(({ metadata }) => metadata)) {
    const name = urn.split("::").at(-1) ?? "";
    if (keys) replaceKeys[name] = keys;
    if (counts(op) && changes[name] !== "replace") changes[name] = shortened(op);
  }
  return { changes, replaceKeys };
}

/** A refresh says what it found in a second event. */
function counts(op: string): boolean {
  return op !== "same" && op !== "refresh";
}

/** A replacement has three steps, in either order: create, replace, delete. */
function shortened(op: string): string {
  return op.includes("replace") ? "replace" : op;
}
