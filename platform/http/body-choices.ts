import type { z } from "zod";
import type { World } from "../world.ts";
import type { BodyProblem } from "./body.ts";

/** What is wrong with a body that its schema accepts, by the platform's choices; undefined when nothing is. */
export function problemByChoice(body: unknown, world: World): BodyProblem | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...body };
  const unset = Object.keys(fields).find((name) => fields[name] === null);
  if (unset !== undefined && world.choice("bodies.null") === "none") {
    return { by: "bodies.null", why: `"${unset}" is not accepted: null` };
  }
  const { name, region } = fields;
  if (typeof name === "string" && !nameRules[world.choice("names.text")].test(name)) {
    const why = '"name" is not accepted: it is blank, too long, or holds what cannot be printed';
    return { by: "names.text", why };
  }
  if (typeof region === "string" && !regionRules[world.choice("regions.names")].test(region)) {
    const why = '"region" is not accepted: a region is small letters, digits and hyphens';
    return { by: "regions.names", why };
  }
  return undefined;
}

/** The body without what the platform chooses to ignore; undefined when that changes nothing. */
export function withoutIgnored(body: unknown, error: z.ZodError, world: World): unknown {
  const ignored = error.issues.flatMap((issue) => ignoredBy(issue, world));
  if (ignored.length === 0) return undefined;
  const left: unknown = structuredClone(body);
  for (const path of ignored) remove(left, path);
  return left;
}

const nameRules = { any: /^/, notBlank: /\S/, printable: /^(?=.*\S)\P{C}{1,255}$/u };
const regionRules = { any: /^/, slug: /^[a-z0-9]+(-[a-z0-9]+)*$/ };

function ignoredBy(issue: z.core.$ZodIssue, world: World): readonly PropertyKey[][] {
  if (issue.code === "unrecognized_keys" && world.choice("bodies.unknownFields") === "ignore") {
    return issue.keys.map((key) => [...issue.path, key]);
  }
  const isUnset = issue.input === null && issue.path.length > 0;
  return isUnset && world.choice("bodies.null") === "all" ? [issue.path] : [];
}

function remove(body: unknown, [first, ...rest]: readonly PropertyKey[]): void {
  if (typeof body !== "object" || body === null || first === undefined) return;
  if (rest.length === 0) Reflect.deleteProperty(body, first);
  else remove(Reflect.get(body, first), rest);
}
