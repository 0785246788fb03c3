import type { z } from "zod";
import { isGone } from "../../contract/assumptions.ts";
import type { Endpoint } from "../../contract/endpoints.ts";
import { nearest } from "../../contract/values/nearest.ts";
import type { LookupDefinition } from "../definition/lookup.ts";
import type { Observed, Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import { idIn, matchOf } from "../lifecycle/identity/ids.ts";
import type { Snapshot } from "../lifecycle/lists/list-cache.ts";
import { isNotFound } from "../lifecycle/lookup/lookup.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { withoutEnvelope } from "../lifecycle/operation/envelope.ts";
import { Routes, routeKey } from "../lifecycle/operation/routes.ts";
import { sharedList } from "../lifecycle/operation/shared-list.ts";
import { withAssumedFields } from "../lifecycle/reconcile/ready.ts";
import { pickShape } from "../lifecycle/record/state.ts";

/** A lookup with what a program gives to it. */
export interface Question<S extends z.ZodObject> extends LookupDefinition<S> {
  readonly args: Props;
  /** True where the answer has to show what the run did before it was asked, and this process does not know that. */
  readonly isFresh?: boolean;
}

const answerMilliseconds = 120_000;

/** The result of a lookup. */
export async function answerTo(context: Context, question: Question<z.ZodObject>): Promise<Props> {
  const { list } = question;
  if (list === undefined) return oneIn(context, question);
  return { [list]: await listIn(context, question) };
}

/** Everything a list holds that the arguments let through. @throws HostingError when it is a part of a longer one. */
export async function listIn<S extends z.ZodObject>(
  context: Context,
  question: Question<S>,
): Promise<readonly Partial<z.output<S>>[]> {
  const { args, filters = [], shape } = question;
  const { items } = await listed(context, question);
  return items
    .map((item) => observedIn(context, question, item))
    .filter((item) => filters.every((name) => isLike(item[name], args[name])))
    .map((item) => pickShape(shape, item));
}

/** One object. @throws HostingError where there is none, or several have the name that is asked for. */
export async function oneIn<S extends z.ZodObject>(
  context: Context,
  question: Question<S>,
): Promise<Partial<z.output<S>>> {
  const { argument, args, kind, shape, verb } = question;
  if (keyOf(question) !== undefined) return pickShape(shape, await findIn(context, question));
  const route = routeFor(context, question, verb);
  const deadline = context.clock.now() + answerMilliseconds;
  const params = argument === undefined ? {} : { [argument.fills]: String(args[argument.name]) };
  const answer = await context.api.call(route, { params, deadline });
  return pickShape(shape, observedIn(context, question, Object(withoutEnvelope(answer, kind))));
}

/** The object of the kind's list that an argument names. */
async function findIn(context: Context, question: Question<z.ZodObject>): Promise<Observed> {
  const askedAt = context.memory.writes.stamp();
  const list = await listed(context, question);
  const seen = objectsIn(context, question, list);
  // A list of earlier in the run may not have it yet.
  const isOld = list.startedAt < askedAt && !seen.some(({ isIt }) => isIt);
  const objects = isOld
    ? objectsIn(context, question, await listed(context, question, askedAt))
    : seen;
  const [one, ...others] = objects.filter(({ isIt }) => isIt);
  if (one === undefined) throw nothing(context, question, objects);
  if (others.length > 0) throw several(question, [one, ...others]);
  return one.observed;
}

/** An object of a list. */
interface Listed {
  readonly observed: Observed;
  /** False for one of the same name in another region. */
  readonly isIt: boolean;
}

function objectsIn(
  context: Context,
  question: Question<z.ZodObject>,
  { items }: Snapshot,
): readonly Listed[] {
  const { args, filters = [], kind } = question;
  const key = keyOf(question) ?? "id";
  const { isIt: hasId } = matchOf(kind, String(args["id"]), true);
  return items
    .filter((item) => !isGone(item, context))
    .map((item) => {
      const observed = observedIn(context, question, item);
      const isNamed = key === "id" ? hasId(item) : observed[key] === args[key];
      return {
        observed,
        isIt: isNamed && filters.every((name) => isLike(observed[name], args[name])),
      };
    });
}

/** The argument that names an object of the list; undefined where the object has a route of its own. */
function keyOf({ args, by = [] }: Question<z.ZodObject>) {
  return by.find((name) => args[name] != null);
}

/** True for a text that fits, `*` for any letters; every value where nothing is asked for. */
function isLike(value: unknown, asked: unknown): boolean {
  if (asked == null) return true;
  const form = String(asked)
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*");
  return typeof value === "string" && new RegExp(`^${form}$`, "s").test(value);
}

/** The kind's list, which all that ask in a run share; asked for at `notBefore` or later. */
async function listed(
  context: Context,
  question: Question<z.ZodObject>,
  notBefore = question.isFresh ? context.memory.writes.stamp() : context.memory.writes.latestAt,
): Promise<Snapshot> {
  const { api, clock } = context;
  const { argument, args, name } = question;
  const route = routeFor(context, question, "list");
  // A kind with a key of its list has one list for all.
  const isInner = argument !== undefined && keyOf(question) === undefined;
  const params = isInner ? { [argument.fills]: String(args[argument.name]) } : {};
  const deadline = clock.now() + answerMilliseconds;
  const late = () =>
    new HostingError(
      "timeout",
      `${name} found nothing: ${routeKey(route)} took too long. Run it again.`,
    );
  const wanted = { endpoint: route, params, want: { deadline, late, notBefore } };
  try {
    const list = await sharedList(context, wanted, (page) =>
      api.call(route, { deadline, ...page }),
    );
    if (list.isWhole) return list;
  } catch (error) {
    if (route.standing !== "assumed" || !isNotFound(error)) throw error;
    throw new HostingError(
      "gap",
      `${name} found nothing: ${routeKey(route)} was answered with ${error.status}. ${assumedText(question, route)}`,
    );
  }
  throw new HostingError(
    "platform",
    `${routeKey(route)} answered a part of a list, and nothing shows how to get the rest, so nothing was read. Set how its next page is asked for in hosting:assumptions ("lists.next").`,
  );
}

function routeFor(
  context: Context,
  { kind, name }: Question<z.ZodObject>,
  verb: "list" | "get",
): Endpoint {
  const route = new Routes(context, {}).route(kind, verb);
  if (route !== undefined) return route;
  throw new HostingError(
    "gap",
    `${name} asked for nothing: by the settings, the platform has no route for it. If there is one, set it in hosting:assumptions ("routes.${kind}.${verb}"), with hosting:assumedRoutes "try".`,
  );
}

/** The end of an error for a list that the API's specification does not show. */
function assumedText({ kind }: Question<z.ZodObject>, route: Endpoint): string {
  return `That ${routeKey(route)} lists what is asked for is an assumption; set another route in hosting:assumptions ("routes.${kind}.list").`;
}

/** An object in a program's words. */
function observedIn(
  { assumptions }: Context,
  { interpret }: Pick<LookupDefinition, "interpret">,
  item: Observed,
): Observed {
  const observed = withAssumedFields(item, assumptions);
  return { ...observed, ...interpret?.(observed, assumptions) };
}

function nothing(
  context: Context,
  question: Question<z.ZodObject>,
  objects: readonly Listed[],
): HostingError {
  const { args, name } = question;
  const key = keyOf(question) ?? "id";
  const route = routeFor(context, question, "list");
  const namesakes = objects.filter(({ observed }) => observed[key] === args[key]);
  const hint =
    namesakes.length > 0
      ? `there is one in ${namesakes.map(({ observed }) => observed["region"]).join(", ")}`
      : nearestText(
          String(args[key]),
          objects.map(({ observed }) => observed[key]),
        );
  const guess = route.standing === "assumed" ? ` ${assumedText(question, route)}` : "";
  return new HostingError(
    "notFound",
    `${name} found nothing with ${wordsOf(question)}: ${hint}.${guess}`,
  );
}

function nearestText(wanted: string, values: readonly unknown[]): string {
  const known = [...new Set(values.filter((value) => typeof value === "string"))].toSorted();
  const near = nearest(wanted, known);
  if (near !== undefined) return `the nearest is "${near}"`;
  if (known.length === 0) return "there is none";
  const more = known.length > mostNames ? ` and ${known.length - mostNames} more` : "";
  return `there are ${known.slice(0, mostNames).join(", ")}${more}`;
}

/** So many names fit into a line. */
const mostNames = 8;

function several(question: Question<z.ZodObject>, objects: readonly Listed[]): HostingError {
  const ids = objects.map(({ observed }) => idIn(observed) ?? "one without an id");
  const ways = [...(question.by ?? []), ...(question.filters ?? [])].filter(
    (name) => question.args[name] == null,
  );
  return new HostingError(
    "input",
    `${question.name} found several with ${wordsOf(question)}: ${ids.join(", ")}. Name one by ${ways.join(" or ")}.`,
  );
}

/** The arguments in words: `name "web" and region "eu-1"`. */
function wordsOf({ args }: Question<z.ZodObject>): string {
  const words = Object.entries(args).flatMap(([name, value]) =>
    value == null ? [] : `${name} "${value}"`,
  );
  return words.join(" and ");
}
