import { createHash } from "node:crypto";
import type { z } from "zod";
import { kindOf } from "../../contract/endpoints.ts";
import type { LookupDefinition } from "../definition/lookup.ts";
import type { Observed, Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import type { ApiRequest } from "../http/api.ts";
import { MissingKey } from "../http/wire/api-key.ts";
import { readList } from "../lifecycle/lists/pages.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { withoutEnvelope } from "../lifecycle/operation/envelope.ts";
import { withAssumedFields } from "../lifecycle/reconcile/ready.ts";
import { pickShape } from "../lifecycle/record/state.ts";
import { connect } from "./connection.ts";
import { programEnvironment } from "./environment.ts";
import { readSettings, requireKey, type Settings } from "./settings.ts";

/** Value of `hosting:<name>` for the program that asks. */
export type Config = (name: string) => string | undefined;

/** A lookup with what a program gives to it. */
export interface Question<S extends z.ZodObject> extends LookupDefinition<S> {
  readonly args: Props;
}

const answerMilliseconds = 120_000;
const contexts = new Map<string, Promise<Context>>();

/** Everything a list holds. @throws HostingError when it is a part of a longer one. */
export async function askList<S extends z.ZodObject>(
  config: Config,
  question: Question<S>,
): Promise<readonly Partial<z.output<S>>[]> {
  return listIn(await contextFor(config), question);
}

/** One object. @throws HostingError `notFound` when there is none. */
export async function askOne<S extends z.ZodObject>(
  config: Config,
  question: Question<S>,
): Promise<Partial<z.output<S>>> {
  return oneIn(await contextFor(config), question);
}

/** The result of a lookup where a connection is open already. */
export async function answerTo(context: Context, question: Question<z.ZodObject>): Promise<Props> {
  const { list } = question;
  if (list === undefined) return oneIn(context, question);
  return { [list]: await listIn(context, question) };
}

async function listIn<S extends z.ZodObject>(
  context: Context,
  question: Question<S>,
): Promise<readonly Partial<z.output<S>>[]> {
  const { items, isWhole } = await readList(context.assumptions, (page) =>
    ask(context, question, page),
  );
  if (isWhole) return items.map((item) => taken(context, question, item));
  const { method, prefix, path } = question.endpoint;
  throw new HostingError(
    "platform",
    `${method} ${prefix}${path} answered a part of a list, and nothing shows how to get the rest, so nothing was read. Set how its next page is asked for in hosting:assumptions ("lists.next").`,
  );
}

async function oneIn<S extends z.ZodObject>(
  context: Context,
  question: Question<S>,
): Promise<Partial<z.output<S>>> {
  const answer = await ask(context, question);
  return taken(context, question, Object(withoutEnvelope(answer, kindOf(question.endpoint))));
}

function ask<S extends z.ZodObject>(
  context: Context,
  { endpoint, argument, args }: Question<S>,
  page: Pick<ApiRequest, "query" | "headed"> = {},
) {
  const deadline = context.clock.now() + answerMilliseconds;
  const params = argument === undefined ? {} : { [argument.fills]: String(args[argument.name]) };
  return context.api.call(endpoint, { params, deadline, ...page });
}

function taken<S extends z.ZodObject>(
  { assumptions }: Context,
  { interpret, shape }: Question<S>,
  item: Observed,
): Partial<z.output<S>> {
  const observed = withAssumedFields(item, assumptions);
  return pickShape(shape, { ...observed, ...interpret?.(observed, assumptions) });
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

/** One for each set of settings. */
function contextFor(config: Config): Promise<Context> {
  const settings = requireKey(settingsFor(config));
  const named = nameOf(settings);
  const known = contexts.get(named) ?? connect(settings);
  contexts.set(named, known);
  return known;
}

/** Differs wherever settings do: of a key, JSON has its last characters only, which two may share. */
function nameOf(settings: Settings): string {
  const key = settings.backend.apiKey?.reveal() ?? "";
  const hash = createHash("sha256").update(key).digest("hex");
  return JSON.stringify([hash, settings]);
}
