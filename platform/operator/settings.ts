import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { limits } from "../../contract/limits.ts";
import { bucketEndpoint, dedicatedAddresses } from "../addresses.ts";
import { type Choices, problemOfChoices } from "../choices/choices.ts";
import { type Preset, presets } from "../choices/preset.ts";
import { type ListSettings, listEnvelopes, pageForms } from "../http/pages.ts";
import { firstProblem } from "../http/problem.ts";
import { lazySchema } from "../lazy-schema.ts";
import type { Database, Sql } from "../store/database.ts";
import { kept } from "../store/kept.ts";
import { checkedAssumptions } from "./assumptions.ts";

/** How the platform behaves. Kept in the file, so every process sees a change at once. */
export interface Settings extends ListSettings {
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
  /** Gigabytes that a new image is billed for, as nothing shows how large one is. Default 10. */
  readonly imageGb: number;
  /** Dedicated addresses that the plan allows the account to hold (spec 7.6). Default 2. */
  readonly dedicatedAllowance: number;
  /** Dedicated addresses that the platform has in all, held ones included (spec 3). Default 64. */
  readonly dedicatedStock: number;
  /** Region of new servers and of instances of `/api/v1`, whose bodies name none. Default `local`. */
  readonly machineRegion: string;
  /** Regions whose machines get no public IPv6 address (spec 8). Default none. */
  readonly regionsWithoutIpv6: readonly string[];
  /** Whether support has enabled mail, so that port 25 can be forwarded to (spec 7.7). Default false. */
  readonly mailEnabled: boolean;
  /** What answers give out as the endpoint of buckets: an S3 server of yours, as the platform has none. Default `https://s3.hosting.invalid`. */
  readonly bucketEndpoint: string;
  /** Whether a process that serves the platform listens on this machine for its load balancers, port forwards and floating IPs. Default false. */
  readonly traffic: boolean;
  /** Images whose instances run but answer no probe, as after a bad release. Default none. */
  readonly unhealthyImages: readonly string[];
  /** `documented` serves only the routes that the spec shows, without any assumed one. Default `all`. */
  readonly routes: "all" | "documented";
  /** Calls of `/api/v1` per key and minute; null for no limit. Default 60 (spec 8). */
  readonly ratePerMinute: number | null;
  /** Objects in a page of a list; null for whole lists. Default null. */
  readonly pageLength: number | null;
  /**
   * How a page leads to the next one: `link` (a Link header), `next` (its address in the body), `nextPage`
   * (its number), `pages` (page of pages), `cursor`, `offset` (offset, limit and total). Default `link`.
   */
  readonly pageForm: ListSettings["pageForm"];
  /** The field of an answer that holds a list; `none` where the list is the answer, as far as the form of pages allows. Default `none`. */
  readonly listEnvelope: ListSettings["listEnvelope"];
  /** How the platform reads what the spec leaves open; to give one forgets the single choices. Default `ours`. */
  readonly preset: Preset;
  /** Single choices over the preset; what is not named stays as it is. Default none. */
  readonly choices: Partial<Choices>;
  /** Assumptions over those the platform was opened with; what is not named stays as it is. Default none. */
  readonly assumptions: Partial<Assumptions>;
}

const usual: Settings = {
  bootSeconds: 1,
  stopSeconds: 0,
  volumeSeconds: 0,
  resizeSeconds: 0,
  balancerSeconds: 1,
  importSeconds: 1,
  imageGb: 10,
  dedicatedAllowance: 2,
  dedicatedStock: 64,
  machineRegion: "local",
  regionsWithoutIpv6: [],
  mailEnabled: false,
  bucketEndpoint,
  traffic: false,
  unhealthyImages: [],
  routes: "all",
  ratePerMinute: limits.requestsPerMinute,
  pageLength: null,
  pageForm: "link",
  listEnvelope: "none",
  preset: "ours",
  choices: {},
  assumptions: {},
};

/** A century: with anything longer a world would come to moments that dates do not have. */
const longestSeconds = 100 * 365 * 86_400;

const Changes = lazySchema(() => {
  const seconds = z.number().nonnegative().max(longestSeconds);
  return z
    .strictObject({
      bootSeconds: seconds,
      stopSeconds: seconds,
      volumeSeconds: seconds,
      resizeSeconds: seconds,
      balancerSeconds: seconds,
      importSeconds: seconds,
      imageGb: z.int().nonnegative(),
      dedicatedAllowance: z.int().nonnegative(),
      dedicatedStock: z.int().nonnegative().max(dedicatedAddresses),
      machineRegion: z.string().min(1),
      regionsWithoutIpv6: z.array(z.string()),
      mailEnabled: z.boolean(),
      bucketEndpoint: z.url({ protocol: /^https?$/ }),
      traffic: z.boolean(),
      unhealthyImages: z.array(z.string()),
      routes: z.enum(["all", "documented"]),
      ratePerMinute: z.int().positive().nullable(),
      pageLength: z.int().positive().nullable(),
      pageForm: z.enum(pageForms),
      listEnvelope: z.enum(listEnvelopes),
      preset: z.enum(presets),
      choices: without<Partial<Choices>>(problemOfChoices),
      assumptions: without<Partial<Assumptions>>(problemOfAssumptions),
    } satisfies Record<keyof Settings, z.ZodType>)
    .partial();
});

/** Reads and changes the settings in the file. */
export class SettingsStore {
  readonly #sql: Sql;
  readonly #defaults: Partial<Settings>;
  readonly #text: () => string;
  #last: { readonly text: string; readonly settings: Settings } | undefined;

  /** `defaults` hold for this process where the file says nothing. */
  constructor(database: Database, defaults: Partial<Settings> = {}) {
    this.#sql = database.watched;
    this.#text = kept(database, () =>
      String(this.#sql.get`SELECT settings FROM state`?.["settings"]),
    );
    this.#defaults = defaults;
  }

  /** The same object as long as nothing was changed. */
  read(): Settings {
    const text = this.#text();
    if (this.#last?.text !== text) {
      this.#last = { text, settings: { ...usual, ...this.#defaults, ...JSON.parse(text) } };
    }
    return this.#last.settings;
  }

  /** @throws Error naming the setting that has no such value. */
  change(changes: Partial<Settings>): void {
    const { choices, assumptions } = over(this.read(), changes);
    const all = checked({ ...JSON.parse(this.#text()), ...changes, choices, assumptions });
    this.#sql.run`UPDATE state SET settings = ${JSON.stringify(all)}`;
  }
}

function over(now: Settings, changes: Partial<Settings>) {
  const choices = changes.preset === undefined ? now.choices : {};
  return {
    choices: { ...choices, ...changes.choices },
    assumptions: { ...now.assumptions, ...changes.assumptions },
  };
}

/** Values in which `problemOf` finds nothing wrong. */
function without<T>(problemOf: (given: unknown) => string | undefined) {
  return z.custom<T>((given) => problemOf(given) === undefined, {
    error: ({ input }) => problemOf(input) ?? "",
  });
}

function problemOfAssumptions(given: unknown): string | undefined {
  try {
    checkedAssumptions(Object(given));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What was set, without the defaults. */
function checked<T extends object>(changes: T): T {
  const { success, error } = Changes().safeParse(changes, { reportInput: true });
  if (success) return changes;
  throw new Error(`The platform's settings were not changed: ${firstProblem(error)}.`);
}
