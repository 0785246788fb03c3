import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
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
  /** What the platform does where the spec is silent. Default `ours`. */
  readonly preset: Preset;
  /** Choices that differ from the preset's. Default none. */
  readonly choices: Partial<Choices>;
  /** Calls of `/api/v1` per key and minute; null: 60 (spec 8). */
  readonly ratePerMinute: number | null;
}

const seconds = z.number().nonnegative();

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
  preset: z.enum(presets).default("ours"),
  choices: z
    .custom<Partial<Choices>>((given) => problemOfChoices(given) === undefined, {
      error: ({ input }) => problemOfChoices(input),
    })
    .default({}),
  ratePerMinute: z.int().positive().nullable().default(null),
}) satisfies z.ZodType<Settings>;

/** Reads and changes the settings in the file. */
export class SettingsStore {
  readonly #sql: SQLTagStore;

  constructor(sql: SQLTagStore) {
    this.#sql = sql;
  }

  read(): Settings {
    const row = this.#sql.get`SELECT settings FROM world`;
    return Stored.parse(JSON.parse(String(row?.["settings"])));
  }

  /** @throws Error naming the setting that has no such value. */
  change(changes: Partial<Settings>): void {
    const checked = Stored.safeParse({ ...this.read(), ...changes }, { reportInput: true });
    if (!checked.success) {
      throw new Error(`The platform's settings were not changed: ${firstProblem(checked.error)}.`);
    }
    this.#sql.run`UPDATE world SET settings = ${JSON.stringify(checked.data)}`;
  }
}
