import { expect } from "vitest";
import type { Clause } from "./clause.ts";
import type { Thing, World } from "./world.ts";

/** Prepares the platform and gives the request to send. */
type Prepare = (world: World) => Promise<readonly [route: string, body?: unknown]>;

/** A row of section 4: its section, and its method, path, request and response. */
type Row = readonly [spec: string, words: string];

/** An endpoint that answers an object: it takes the request, and shows `answer`. */
export function answering(
  [spec, words]: Row,
  prepare: Prepare,
  answer: (body: Thing) => Thing,
): Clause {
  return {
    spec,
    words,
    holds: async (world) => {
      const [route, body] = await prepare(world);
      expect(await world.ok(route, body)).toMatchObject(answer({ ...Object(body) }));
    },
  };
}

/** An endpoint that lists what `make` makes: it answers a list, also an empty one. */
export function listing([spec, words]: Row, make: Prepare, route: string): Clause {
  return {
    spec,
    words,
    holds: async (world) => {
      expect(await world.list(route)).toEqual([]);
      const [create, body] = await make(world);
      const made = await world.ok(create, body);
      const key = "id" in made ? "id" : "name";
      expect((await world.list(route)).map((one) => one[key])).toEqual([made[key]]);
    },
  };
}

/** An endpoint that takes something away, after which `isGone` holds. */
export function removing(
  [spec, words]: Row,
  prepare: Prepare,
  isGone: (world: World) => Promise<void>,
): Clause {
  return {
    spec,
    words,
    holds: async (world) => {
      const [route, body] = await prepare(world);
      await world.ok(route, body);
      world.pass(600);
      await isGone(world);
    },
  };
}
