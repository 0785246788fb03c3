import { z } from "zod";
import type { Assumptions } from "../../../contract/assumptions.ts";
import { limits } from "../../../contract/limits.ts";
import { type RateSettings, rateWindows } from "../../access/index.ts";
import { type PageForm, pageForms } from "../../faults/index.ts";
import type { Sql } from "../../store/index.ts";
import { checkedAssumptions } from "./assumptions.ts";
import { firstProblem } from "./problem.ts";

/** How the platform behaves. Kept in the file, so every process sees a change at once. */
export interface Settings extends RateSettings {
  /**
   * Seconds until a new object can be used: a machine runs and has its addresses, a load balancer
   * is active, an image is imported. Default 1.
   */
  readonly bootSeconds: number;
  /** Seconds an instance takes to stop. Default 0. */
  readonly stopSeconds: number;
  /** Seconds until a new volume is available, and until a grown one shows its new size. Default 0. */
  readonly volumeSeconds: number;
  /** Seconds until a deleted object is gone; meanwhile answers show that it is being deleted. Default 0. */
  readonly deleteSeconds: number;
  /** Objects in a page of a list; null for whole lists. Default null. */
  readonly pageLength: number | null;
  /**
   * How a page leads to the next one: `link` (a Link header), `next` (its address in the body), `nextPage`
   * (its number), `pages` (page of pages), `cursor`, `offset` (offset, limit and total). Default `link`.
   */
  readonly pageForm: PageForm;
  /** The field of an answer that holds a list; `none` where the list is the answer, as far as the form of pages allows. Default `none`. */
  readonly listEnvelope: "none" | "data" | "items";
  /** Calls of `/api/v1` per key and minute; null for no limit. Default 60 (spec 8). */
  readonly ratePerMinute: number | null;
  /** When a minute begins: `fixed` with the first call, `aligned` with the clock's, `sliding` with each call; or a `bucket` fills again. Default `fixed`. */
  readonly rateWindow: RateSettings["rateWindow"];
  /** Whether a new backend of a load balancer gets requests before its first health check. Default true. */
  readonly newBackendsHealthy: boolean;
  /** Images, private ones by their ids, whose instances run but answer no probe, as after a bad release. Default none. */
  readonly unhealthyImages: readonly string[];
  /** Dedicated addresses that the plan allows the account to hold (spec 7.6). Default 2. */
  readonly dedicatedAllowance: number;
  /** Regions whose machines get no public IPv6 address (spec 8); servers and instances of `/api/v1` are in `local`. Default none. */
  readonly regionsWithoutIpv6: readonly string[];
  /** Whether support has enabled mail, so that port 25 can be forwarded to (spec 7.7). Default false. */
  readonly mailEnabled: boolean;
  /** `documented` serves only the routes that the spec shows, without any assumed one. Default `all`. */
  readonly routes: "all" | "documented";
  /** Whether a process that serves the platform listens on this machine for its load balancers, port forwards and floating IPs. Default false. */
  readonly traffic: boolean;
  /** Assumptions over those the platform was opened with; others stay as they are. Default none. */
  readonly assumptions: Partial<Assumptions>;
}

const usual: Settings = {
  bootSeconds: 1,
  stopSeconds: 0,
  volumeSeconds: 0,
  deleteSeconds: 0,
  pageLength: null,
  pageForm: "link",
  listEnvelope: "none",
  ratePerMinute: limits.requestsPerMinute,
  rateWindow: "fixed",
  newBackendsHealthy: true,
  unhealthyImages: [],
  dedicatedAllowance: 2,
  regionsWithoutIpv6: [],
  mailEnabled: false,
  routes: "all",
  traffic: false,
  assumptions: {},
};

/** A century: with anything longer the platform would come to moments that dates do not have. */
const longestSeconds = 100 * 365 * 86_400;
const seconds = z.number().nonnegative().max(longestSeconds);

const Changes = z
  .strictObject({
    bootSeconds: seconds,
    stopSeconds: seconds,
    volumeSeconds: seconds,
    deleteSeconds: seconds,
    pageLength: z.int().positive().nullable(),
    pageForm: z.enum(pageForms),
    listEnvelope: z.enum(["none", "data", "items"]),
    ratePerMinute: z.int().positive().nullable(),
    rateWindow: z.enum(rateWindows),
    newBackendsHealthy: z.boolean(),
    unhealthyImages: z.array(z.string()),
    dedicatedAllowance: z.int().nonnegative(),
    regionsWithoutIpv6: z.array(z.string()),
    mailEnabled: z.boolean(),
    routes: z.enum(["all", "documented"]),
    traffic: z.boolean(),
    assumptions: z.custom<Partial<Assumptions>>((given) => problemOf(given) === undefined, {
      error: ({ input }) => problemOf(input) ?? "",
    }),
  } satisfies Record<keyof Settings, z.ZodType>)
  .partial();

const names = Object.keys(usual);

/** Reads and changes the settings in the file. */
export class SettingsStore {
  readonly #sql: Sql;
  readonly #defaults: Partial<Settings>;
  #last: { readonly text: string; readonly settings: Settings } | undefined;

  /** `defaults` hold for this process where the file says nothing. */
  constructor(sql: Sql, defaults: Partial<Settings> = {}) {
    this.#sql = sql;
    this.#defaults = defaults;
  }

  /** The settings in force: one object until something is changed. */
  read(): Settings {
    const text = this.#text();
    if (this.#last?.text !== text) {
      this.#last = { text, settings: { ...usual, ...this.#defaults, ...knownIn(text) } };
    }
    return this.#last.settings;
  }

  /** @throws Error naming the setting that is unknown or has no such value. */
  change(changes: Partial<Settings>): void {
    const { error } = Changes.safeParse(changes, { reportInput: true });
    if (error !== undefined) {
      const why = firstProblem(error, names).replace(/\.?$/, "");
      throw new Error(`The platform's settings were not changed: ${why}.`);
    }
    const assumptions = { ...this.read().assumptions, ...changes.assumptions };
    const all = JSON.stringify({ ...knownIn(this.#text()), ...changes, assumptions });
    this.#sql.run`UPDATE state SET settings = ${all}`;
  }

  #text(): string {
    return String(this.#sql.get`SELECT settings FROM state`?.["settings"]);
  }
}

/** An older version may have kept settings that this one does not have. */
function knownIn(text: string): Partial<Settings> {
  const kept = Object.entries(JSON.parse(text)).filter(([name]) => names.includes(name));
  return Object.fromEntries(kept);
}

function problemOf(assumptions: unknown): string | undefined {
  try {
    checkedAssumptions(Object(assumptions));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
