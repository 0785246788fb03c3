import { createHash } from "node:crypto";
import type { z } from "zod";
import { type Endpoint, kindOf } from "../../contract/endpoints.ts";
import type { Definition } from "../definition/definition.ts";
import type { Observed } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import type { ApiRequest } from "../http/api.ts";
import { readList } from "../lifecycle/lists/pages.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { withoutEnvelope } from "../lifecycle/operation/envelope.ts";
import { withAssumedFields } from "../lifecycle/reconcile/ready.ts";
import { pickShape } from "../lifecycle/state/state.ts";
import { connect } from "./connection.ts";
import { readSettings, type Settings } from "./settings.ts";

/** Value of `hosting:<name>` for the program that asks. */
export type Config = (name: string) => string | undefined;

/** One question to the platform: where it is asked and what is taken of the answer. */
export interface Question<S extends z.ZodObject> {
  readonly endpoint: Endpoint;
  readonly params?: Readonly<Record<string, string>>;
  /** Adds what an answer says in other words, as the class of the same kind does. */
  readonly interpret?: Definition["interpret"];
  /** Fields of the result; one that the answer lacks, or has in another type, is left out. */
  readonly shape: S;
}

const answerMilliseconds = 120_000;
const contexts = new Map<string, Promise<Context>>();

/** Everything a list holds. @throws HostingError when it is a part of a longer one. */
export async function askList<S extends z.ZodObject>(
  config: Config,
  question: Question<S>,
): Promise<readonly Partial<z.output<S>>[]> {
  const context = await contextFor(config);
  const { items, isWhole } = await readList(context.assumptions, (page) =>
    ask(context, question, page),
  );
  if (isWhole) return items.map((item) => taken(context, question, item));
  const { method, prefix, path } = question.endpoint;
  throw new HostingError(
    "platform",
    `${method} ${prefix}${path} answered a part of a list, and nothing tells how to get the rest, so nothing was read. Set how its next page is asked for in hosting:assumptions ("lists.next").`,
  );
}

/** One object. @throws HostingError `notFound` when there is none. */
export async function askOne<S extends z.ZodObject>(
  config: Config,
  question: Question<S>,
): Promise<Partial<z.output<S>>> {
  const context = await contextFor(config);
  const answer = await ask(context, question);
  return taken(context, question, Object(withoutEnvelope(answer, kindOf(question.endpoint))));
}

function ask<S extends z.ZodObject>(
  context: Context,
  { endpoint, params = {} }: Question<S>,
  page: Pick<ApiRequest, "query" | "headed"> = {},
) {
  const deadline = context.clock.now() + answerMilliseconds;
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

/** Programs ask in their own process, so they read the settings there, once for each set of them. */
function contextFor(config: Config): Promise<Context> {
  const settings = readSettings({ env: process.env, config, directory: process.cwd() });
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
