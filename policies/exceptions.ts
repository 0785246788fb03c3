import type { StackValidationPolicy } from "@pulumi/policy";
import { matchesAny } from "./facts/match.ts";
import type { Setting } from "./rule.ts";

/** A resource that a rule does not apply to. */
export interface Exception {
  /** Its logical name or its URN, `*` for any text; of a violation of the whole stack, the stack's name. */
  readonly resource: string;
  /** Why the rule does not apply to it. */
  readonly reason: string;
  /** The last day on which it does not, like `2027-01-31` (UTC); without end if left out. */
  readonly until?: string;
}

/** The setting that every rule has besides its own. */
export const exceptionsSetting: Setting<readonly Exception[]> = {
  schema: {
    type: "array",
    description:
      "Resources that the rule does not apply to: each with a `reason`, and `until` for the last day.",
    items: {
      type: "object",
      properties: {
        resource: { type: "string", minLength: 1 },
        reason: { type: "string", pattern: "\\S" },
        until: { type: "string", format: "date" },
      },
      required: ["resource", "reason"],
      additionalProperties: false,
    },
  },
  preset: [],
};

/** The part of a rule's config that has them. */
export interface WithExceptions {
  readonly exceptions?: readonly Exception[];
}

/** What a violation is of; of the whole stack, with the names that people have for it. */
export interface Subject {
  /** It in words: `Volume "data"`. */
  readonly words: string;
  readonly names: readonly string[];
  readonly urn?: string;
}

/** What exceptions say of a violation. */
export interface Excuse {
  /** The rule does not apply. */
  readonly isInForce: boolean;
  /** A sentence about one that ended; empty without one. */
  readonly ended: string;
}

interface Use {
  readonly rule: string;
  readonly exception: Exception;
  /** What it was applied to, by what it is in words. */
  readonly subjects: Map<string, Subject>;
  isEnded: boolean;
}

/** The exceptions of the rules of one process, and what they were applied to since the last report. */
class Exceptions {
  readonly #uses = new Map<string, Use>();

  /** Learns those of a rule, so that one which nothing uses is known. Mistakes are reported elsewhere. */
  note(rule: string, { exceptions: given = [] }: WithExceptions): readonly Use[] {
    const sound = exceptionMistakes(rule, given).length === 0 ? given : [];
    return sound.map((exception) => {
      const key = JSON.stringify([rule, exception]);
      const use = this.#uses.get(key) ?? { rule, exception, subjects: new Map(), isEnded: false };
      this.#uses.set(key, use);
      return use;
    });
  }

  /** Whether a violation of a rule is excused. */
  excuse(rule: string, config: WithExceptions, { subject, now }: Violation): Excuse {
    const fitting = this.note(rule, config).filter(({ exception }) =>
      subject.names.some((name) => matchesAny(name, [exception.resource])),
    );
    const inForce = fitting.filter(({ exception }) => !isEnded(exception, now));
    for (const use of fitting) use.isEnded = !inForce.includes(use);
    for (const { subjects } of fitting) subjects.set(subject.words, subject);
    const [ended] = fitting;
    return {
      isInForce: inForce.length > 0,
      ended: ended === undefined || inForce.length > 0 ? "" : endedText(ended.exception),
    };
  }

  /** Those that excused something, each with what it excused. */
  get inForce(): readonly { readonly text: string; readonly urn: string | undefined }[] {
    const used = [...this.#uses.values()].filter((use) => !use.isEnded);
    return used.flatMap(({ rule, exception: { reason, until }, subjects }) =>
      [...subjects.values()].map(({ words, urn }) => {
        const end = until === undefined ? "" : ` until ${until}`;
        return { text: `${rule} does not apply to ${words}${end}: ${reason}`, urn };
      }),
    );
  }

  /** Those that nothing used. */
  get unused(): readonly string[] {
    const left = [...this.#uses.values()].filter(({ subjects }) => subjects.size === 0);
    return left.map(
      ({ rule, exception: { resource } }) =>
        `${rule} has an exception for "${resource}", and nothing of that name breaks the rule. Take it out, or name the resource as it is called.`,
    );
  }

  /** Begins anew: another run may follow in this process. */
  forget(): void {
    this.#uses.clear();
  }
}

/** A violation as exceptions see it. */
interface Violation {
  readonly subject: Subject;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export const exceptions = new Exceptions();

/** The policies that report on exceptions; the `plan` command looks for the name of the first. */
const [reportName, unusedName] = ["pack-exceptions", "pack-unused-exceptions"];
export const exceptionPolicyNames: readonly string[] = [reportName, unusedName];

/** Reports on the exceptions once every rule has run: those in force, and those that nothing used. */
export function exceptionPolicies(): readonly StackValidationPolicy[] {
  return [
    {
      name: reportName,
      description: "Every exception in force is shown, with its reason.",
      enforcementLevel: "advisory",
      validateStack: (_stack, report) => {
        for (const { text, urn } of exceptions.inForce) report(text, urn);
      },
    },
    {
      name: unusedName,
      description: "Every exception is used.",
      enforcementLevel: "advisory",
      validateStack: (_stack, report) => {
        for (const text of exceptions.unused) report(text);
        exceptions.forget();
      },
    },
  ];
}

/** The problems of the exceptions of a rule in a pack's arguments: one phrase each. */
export function exceptionMistakes(rule: string, given: unknown): readonly string[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return [`exceptions of ${rule} are no list`];
  return given.flatMap((one, at) => {
    const { resource, reason, until, ...rest } = Object(one);
    const where = `exceptions[${at}] of ${rule}`;
    return [
      ...(isText(resource) ? [] : [`${where} names no resource`]),
      ...(isText(reason) ? [] : [`${where} has no reason`]),
      ...(until === undefined || isDay(until)
        ? []
        : [`until in ${where} is no day like 2027-01-31, but ${JSON.stringify(until)}`]),
      ...Object.keys(rest).map((name) => `${where} has "${name}"; known: resource, reason, until`),
    ];
  });
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isDay(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const dayMilliseconds = 86_400_000;

function isEnded({ until }: Exception, now: number): boolean {
  return until !== undefined && now >= Date.parse(until) + dayMilliseconds;
}

function endedText({ resource, until, reason }: Exception): string {
  return ` The exception for "${resource}" ended with ${until}: ${reason}.`;
}
