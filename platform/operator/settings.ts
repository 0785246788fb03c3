import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { type Choices, type Preset, presets, problemOfChoices } from "../choices/choices.ts";
import { firstProblem } from "../http/problem.ts";

/** How the platform behaves. Kept in the file, so every process sees a change at once. */
export interface Settings {
  /** Seconds an instance boots before it runs and has its addresses. Default 1. */
  readonly bootSeconds: number;
  /** Seconds an instance takes to stop. Default 0. */
  readonly stopSeconds: number;
  /** Seconds until a new volume is available. Default 0. */
  readonly volumeSeconds: number;
  /** Seconds until a grown volume shows its new size. Default 0. */
  readonly resizeSeconds: number;
  /** Seconds until a new load balancer is active and has its address. Default 1. */
  readonly balancerSeconds: number;
  /** Seconds an image takes to be imported. Default 1. */
  readonly importSeconds: number;
  /** Servers with dedicated network access that the plan allows (spec 7.6). Default 2. */
  readonly dedicatedAllowance: number;
  /** Whether support has enabled mail, so that port 25 can be forwarded to (spec 7.7). Default false. */
  readonly mailEnabled: boolean;
  /** Images whose instances run but answer no probe, as after a bad release. Default none. */
  readonly unhealthyImages: readonly string[];
  /** `documented` serves only the routes that the spec shows, without any assumed one. Default `all`. */
  readonly routes: "all" | "documented";
  /** Calls of `/api/v1` per key and minute; null for no limit. Default 60 (spec 8). */
  readonly ratePerMinute: number | null;
  /** What the choices are that `choices` does not name. Default `ours`. */
  readonly preset: Preset;
  /** What the spec leaves open. */
  readonly choices: Partial<Choices>;
}

const seconds = z.number().nonnegative();

const ChoicesGiven = z.custom<Partial<Choices>>().superRefine((given, { addIssue }) => {
  const problem = problemOfChoices(given);
  if (problem !== undefined) addIssue(problem);
});

const Stored = z.strictObject({
  bootSeconds: seconds.default(1),
  stopSeconds: seconds.default(0),
  volumeSeconds: seconds.default(0),
  resizeSeconds: seconds.default(0),
  balancerSeconds: seconds.default(1),
  importSeconds: seconds.default(1),
  dedicatedAllowance: z.int().nonnegative().default(2),
  mailEnabled: z.boolean().default(false),
  unhealthyImages: z.array(z.string()).default([]),
  routes: z.enum(["all", "documented"]).default("all"),
  ratePerMinute: z.int().positive().nullable().default(limits.requestsPerMinute),
  preset: z.enum(presets).default("ours"),
  choices: ChoicesGiven.default({}),
}) satisfies z.ZodType<Settings>;

const Changes = z.record(z.string(), z.unknown());

/** Reads and changes the settings in the file. */
export class SettingsStore {
  readonly #sql: SQLTagStore;
  readonly #defaults: Partial<Settings>;

  /** `defaults` hold for this process where the file says nothing. */
  constructor(sql: SQLTagStore, defaults: Partial<Settings> = {}) {
    this.#sql = sql;
    this.#defaults = checked(defaults);
  }

  read(): Settings {
    return Stored.parse({ ...this.#defaults, ...this.#changed() });
  }

  /** @throws Error naming the setting that has no such value. */
  change(changes: Partial<Settings>): void {
    const all = checked({ ...this.#changed(), ...changes });
    this.#sql.run`UPDATE world SET settings = ${JSON.stringify(all)}`;
  }

  #changed(): z.infer<typeof Changes> {
    const row = this.#sql.get`SELECT settings FROM world`;
    return Changes.parse(JSON.parse(String(row?.["settings"])));
  }
}

/** What was set, without the defaults. */
function checked<T extends object>(changes: T): T {
  const { success, error } = Stored.safeParse(changes, { reportInput: true });
  if (success) return changes;
  throw new Error(`The platform's settings were not changed: ${firstProblem(error)}.`);
}
