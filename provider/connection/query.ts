import { createHash } from "node:crypto";
import type { z } from "zod";
import type { HostingError } from "../errors.ts";
import { MissingKey } from "../http/wire/api-key.ts";
import { ListCache } from "../lifecycle/lists/list-cache.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { listIn, oneIn, type Question } from "./answers.ts";
import { connect } from "./connection.ts";
import { programEnvironment } from "./environment.ts";
import { readSettings, requireKey, type Settings } from "./settings.ts";

/** Value of `hosting:<name>` for the program that asks. */
export type Config = (name: string) => string | undefined;

/** A program that asks. */
export interface Asker {
  readonly config: Config;
  /** Its run, where an engine runs it: a process may have several, as with Pulumi's Automation API. */
  readonly run: object | undefined;
}

const contexts = new Map<string, Promise<Context>>();
const listsOfRuns = new WeakMap<object, WeakMap<Context, ListCache>>();

/** Everything a list holds. @throws HostingError when it is a part of a longer one. */
export async function askList<S extends z.ZodObject>(
  asker: Asker,
  question: Question<S>,
): Promise<readonly Partial<z.output<S>>[]> {
  return listIn(await contextFor(asker), question);
}

/** One object. @throws HostingError where there is none, or several have the name that is asked for. */
export async function askOne<S extends z.ZodObject>(
  asker: Asker,
  question: Question<S>,
): Promise<Partial<z.output<S>>> {
  return oneIn(await contextFor(asker), question);
}

/** The error of a question without a key. @throws HostingError where the settings name no platform. */
export function missingKeyOf(config: Config): HostingError | undefined {
  const { apiKey } = settingsFor(config).backend;
  return apiKey instanceof MissingKey ? apiKey.error : undefined;
}

/** Programs ask in their own process, so they read the settings there. */
function settingsFor(config: Config): Settings {
  return readSettings({ env: programEnvironment(), config, directory: process.cwd() });
}

/** One connection for each set of settings; lists are those of the run. */
async function contextFor({ config, run }: Asker): Promise<Context> {
  const settings = requireKey(settingsFor(config));
  const named = nameOf(settings);
  const known = contexts.get(named) ?? connect(settings);
  contexts.set(named, known);
  const context = await known;
  return { ...context, lists: listsOf(run, context) };
}

/** Without an engine nobody knows which questions are of one run, so they share nothing. */
function listsOf(run: object | undefined, context: Context): ListCache {
  const ofRun = (run && listsOfRuns.get(run)) ?? new WeakMap<Context, ListCache>();
  const lists = ofRun.get(context) ?? new ListCache(context.clock, context.memory.writes);
  ofRun.set(context, lists);
  if (run !== undefined) listsOfRuns.set(run, ofRun);
  return lists;
}

/** Differs wherever settings do: of a key, JSON has its last characters only, which two may share. */
function nameOf(settings: Settings): string {
  const key = settings.backend.apiKey?.reveal() ?? "";
  const hash = createHash("sha256").update(key).digest("hex");
  return JSON.stringify([hash, settings]);
}
