import { createHash } from "node:crypto";
import { unpricedText } from "../../contract/costs/index.ts";
import { classType } from "../../contract/price.ts";
import { containsUnknown } from "../../contract/values/unknown.ts";
import { hidden } from "../../provider/lifecycle/record/state.ts";
import { definitions } from "../../resources/_registry.ts";
import { CommandError } from "../exit.ts";
import { isForeign } from "../preview/ours.ts";
import type { PlannedResource, Preview } from "../preview/preview.ts";
import type { Change } from "./change.ts";
import { costText } from "./figures.ts";
import type { Plan } from "./plan.ts";

/** The version of what a fingerprint covers: a change of it makes the fingerprints of before useless. */
const version = 1;

/** A part of a plan that can differ from another plan's. */
interface Part {
  /** The same for the part of another plan that is about this. */
  readonly key: string;
  /** Equal where both mean the same. */
  readonly content: unknown;
  /** It in words: `replace instance "web"`. */
  readonly words: string;
}

/**
 * A text that is equal for plans that mean the same: steps, inputs, losses and costs, whatever ids the platform gave
 * and in whatever order the engine lists them. It has a hash of the whole, and a short one of each part, by which
 * a difference gets its name. Undefined where the preview leaves out a part of the stack.
 */
export function fingerprintOf(preview: Preview, plan: Plan): string | undefined {
  if (plan.cost.leftOut > 0) return undefined;
  const parts = partsOf(preview, plan);
  const whole = hashOf(parts.map(({ key, content }) => [key, content])).slice(0, wholeLength);
  const each = parts.map((part) => `${shortKey(part.key)}${shortContent(part.content)}`);
  return `plan${version}.${whole}.${each.join("")}`;
}

/**
 * The differences of a plan from the one that was approved, a phrase each; none where they mean the same.
 *
 * @param approved a text with the fingerprint of that plan, like a comment; the last one in it counts
 * @throws CommandError when it has none of this version, and when the preview is not whole.
 */
export function differencesFrom(approved: string, preview: Preview, plan: Plan): readonly string[] {
  const now = fingerprintOf(preview, plan);
  if (now === undefined) {
    throw new CommandError(
      "The approved plan was not compared: the preview leaves out unchanged resources. Make it with `pulumi preview --json --show-sames`.",
    );
  }
  const given = read(approved);
  if (given.text === now) return [];
  const left = new Map(given.parts);
  const found = partsOf(preview, plan).flatMap(({ key, content, words }) => {
    const before = left.get(shortKey(key));
    left.delete(shortKey(key));
    if (before === shortContent(content)) return [];
    return [before === undefined ? `${words} is new` : `${words} differs`];
  });
  const gone = goneText([...left.keys()], preview);
  const all = [...found, ...gone];
  return all.length === 0 ? ["it differs"] : all;
}

const wholeLength = 22;
const keyLength = 4;
const contentLength = 5;
const pattern = /plan(\d+)\.[\w-]+\.([\w-]*)/g;

function read(text: string) {
  const [whole, given, parts = ""] = [...text.matchAll(pattern)].at(-1) ?? [];
  if (whole === undefined) {
    throw new CommandError(
      "The approved plan was not compared: --expect was given no fingerprint. `npx pulumi-hosting plan --format markdown` prints one.",
    );
  }
  if (Number(given) !== version) {
    throw new CommandError(
      `The approved plan was not compared: its fingerprint is of version ${given}, and this command makes those of version ${version}. Make the plan again, and have it approved.`,
    );
  }
  const length = keyLength + contentLength;
  const each = parts.match(new RegExp(`.{${length}}`, "g")) ?? [];
  return {
    text: whole,
    parts: each.map((one) => [one.slice(0, keyLength), one.slice(keyLength)] as const),
  };
}

/** Steps that were approved and are none any more: those of resources that are still there by name. */
function goneText(keys: readonly string[], { resources }: Preview): readonly string[] {
  const known = new Map(resources.map((one) => [shortKey(keyOf(one)), wordsOf(one)]));
  const named = keys.flatMap((key) => known.get(key) ?? []);
  const others = keys.length - named.length;
  return [
    ...named.map((words) => `${words} no longer changes`),
    ...(others === 0 ? [] : [`${others} of its parts ${others === 1 ? "is" : "are"} gone`]),
  ];
}

function partsOf(preview: Preview, plan: Plan): readonly Part[] {
  const { changes, cost, unprotected } = plan;
  const ids = idsIn(preview);
  const steps = preview.resources.flatMap((resource): Part[] => {
    const { urn, action } = resource;
    const change = changes.find((one) => one.urn === urn && one.action === action);
    if (change === undefined && (action === "same" || !isForeign(resource))) return [];
    const content = change === undefined ? action : contentOf(resource, change, ids);
    return [{ key: keyOf(resource), content, words: `${action} ${wordsOf(resource)}` }];
  });
  const sums = [cost.after.monthly, cost.delta.monthly, unpricedText(cost.after)];
  const others = [
    { key: "cost", content: sums, words: `the cost (${costText(plan)})` },
    ...unprotected.map((name) => {
      return { key: `unprotect ${name}`, content: true, words: `unprotect ${name}` };
    }),
  ];
  const sortedBy = ({ key, content }: Part) => JSON.stringify([key, content]);
  // The engine's order changes from run to run.
  const sorted = steps.toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
  return [...sorted, ...others];
}

/** An old object that an earlier run could not delete has the URN of the one in its place. */
function keyOf({ urn, before }: PlannedResource): string {
  return before?.isLeftover === true ? `${urn} left over` : urn;
}

function wordsOf({ type, name }: PlannedResource): string {
  return `${definitions.get(classType(type))?.noun ?? type} "${name}"`;
}

/** What a step does: of a new object all inputs, of another those that change, each with the value that it gets. */
function contentOf(
  resource: PlannedResource,
  { type, action, fields, order, losses, stays }: Change,
  ids: ReadonlyMap<unknown, string>,
): unknown {
  const { after } = resource;
  const isNew = fields.length === 0 && action !== "delete";
  const inputs = after?.inputs ?? {};
  const names = isNew ? Object.keys(inputs).toSorted() : fields.map(({ name }) => name);
  const secrets = definitions.get(type)?.secrets ?? [];
  return [
    action,
    order ?? null,
    losses.map(({ kind }) => kind),
    stays ?? null,
    fields.filter(({ replaces }) => replaces).map(({ name }) => name),
    names
      .filter((name) => !name.startsWith("__"))
      .filter((name) => name !== "name" || inputs[hidden.generatedName] !== true)
      .map((name) => {
        const value = inputs[name];
        // Of a value that is not known yet, what it comes from is known; the stream of events does not show it.
        const sources = containsUnknown(value) ? (after?.sources[name] ?? []) : [];
        return [name, secrets.includes(name) ? null : meaningOf(value, ids), sources.toSorted()];
      }),
  ];
}

/** A value with the URN of an object in the place of its id, in one order of keys. */
function meaningOf(value: unknown, ids: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => meaningOf(item, ids));
  if (typeof value !== "object" || value === null) return ids.get(value) ?? value ?? null;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, item]) => [key, meaningOf(item, ids)]);
}

function idsIn({ resources }: Preview): ReadonlyMap<unknown, string> {
  const known = resources.flatMap(({ before, after, urn }) =>
    [before?.id, after?.id].flatMap((id) => (id === undefined ? [] : [[id, urn] as const])),
  );
  return new Map(known);
}

function shortKey(key: string): string {
  return hashOf(key).slice(0, keyLength);
}

function shortContent(content: unknown): string {
  return hashOf(content).slice(0, contentLength);
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
