import type { Choices } from "../../../platform/index.ts";
import type { Rule } from "../../../platform/rules/rule.ts";
import type { Thing, World } from "../clauses/world.ts";

/** A refusal in an empty world, and what decides it. */
export interface Case {
  readonly by: Rule;
  readonly about: string;
  /** Choices over those of a new world. */
  readonly choices?: Partial<Choices>;
  /** The request that is refused is the last one. */
  play(world: World): Promise<unknown>;
}

/** A request that is refused in an empty world. */
export function asking(by: Rule, route: string, body?: unknown, choices?: Partial<Choices>): Case {
  const sent = body === undefined ? "" : ` ${JSON.stringify(body).slice(0, 80)}`;
  const about = `${route}${sent}`;
  return { by, about, ...(choices && { choices }), play: ({ send }) => send(route, body) };
}

/** A field of a body: the names that lead to it, a value that is refused (undefined: left out), and by what. */
export type FieldCase = readonly [path: readonly string[], value: unknown, by: Rule];

/** The route with bodies that it accepts but for one field. */
export function fieldCases(
  route: string,
  accepted: Thing,
  cases: readonly FieldCase[],
): readonly Case[] {
  return cases.map(([path, value, by]) => ({
    by,
    about: `${route}: ${path.join(".")} ${JSON.stringify(value)?.slice(0, 40) ?? "left out"}`,
    play: ({ send }) => send(route, withField(accepted, path, value)),
  }));
}

/** In a list, the field of each item. */
function withField(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(body)) return body.map((one) => withField(one, path, value));
  const fields: Thing = { ...Object(body) };
  return { ...fields, [name]: withField(fields[name], rest, value) };
}
