import type { Clause } from "./clause.ts";
import type { Thing, World } from "./world.ts";

/** A request to try a field on: a route and a body that it accepts, with the field in it. */
export type Request = (world: World) => Promise<readonly [route: string, body: Thing]>;

/**
 * The row of a request field in a table, like `size_gb integer yes`: its type, and whether it may be left out.
 *
 * @param wrong Values that are not of its type.
 */
export function field(
  [spec, words]: readonly [spec: string, words: string],
  request: Request,
  ...wrong: readonly unknown[]
): Clause {
  const [name = "", , required = ""] = words.split(" ");
  return {
    spec,
    words,
    holds: async (world) => {
      const [route, body] = await request(world);
      const { [name]: _left, ...rest } = body;
      for (const value of wrong) await world.refused(route, { ...body, [name]: value });
      if (required === "yes") await world.refused(route, rest);
      await world.ok(route, required === "yes" ? body : rest);
    },
  };
}

/** The clause on the type of a field in a body; for fields of which nothing says that they are required. */
export function typeClause(
  [spec, words]: readonly [spec: string, words: string],
  name: string,
  request: Request,
  wrong: readonly unknown[],
): Clause {
  return {
    spec,
    words,
    holds: async (world) => {
      const [route, body] = await request(world);
      for (const value of wrong) await world.refused(route, { ...body, [name]: value });
      await world.ok(route, body);
    },
  };
}

/** Values that are no strings; null may stand for what is left out. */
export const noStrings: readonly unknown[] = [7, true, ["a"], { a: 1 }];

/** Values that are no integers. */
export const noIntegers: readonly unknown[] = ["7", 7.5, true, [7], {}];

/** Values that are no objects. */
export const noObjects: readonly unknown[] = ["a", 7, true, ["a"]];

/** Values that are no arrays. */
export const noArrays: readonly unknown[] = ["a", 7, true, { a: 1 }];
