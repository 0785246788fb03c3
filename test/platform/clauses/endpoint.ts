import { expect } from "vitest";
import type { Clause } from "./clause.ts";
import type { Thing, World } from "./world.ts";

/** Prepares the world and gives the request to send. */
type Prepare = (world: World) => Promise<Sent>;
type Sent = readonly [route: string, body?: unknown];

/** The words of a row of section 4: method, path and request; and the response. */
type RowWords = readonly [spec: string, request: string, response: string];

/** The clauses of an endpoint that answers an object: it takes the request, and shows `answer`. */
export function answering(
  row: RowWords,
  prepare: Prepare,
  answer: (body: Thing) => Thing,
): readonly Clause[] {
  return [
    taking(row, async (world) => {
      const [route, body] = await prepare(world);
      await world.ok(route, body);
    }),
    {
      spec: row[0],
      words: row[2],
      holds: async (world) => {
        const [route, body] = await prepare(world);
        expect(await world.ok(route, body)).toMatchObject(answer({ ...Object(body) }));
      },
    },
  ];
}

/** The clauses of an endpoint that lists what `make` makes: it answers a list, also an empty one. */
export function listing(row: RowWords, make: Prepare, route: string): readonly Clause[] {
  return [
    taking(row, async ({ list }) => void (await list(route))),
    {
      spec: row[0],
      words: row[2],
      holds: async (world) => {
        const [create, body] = await make(world);
        const made = await world.ok(create, body);
        const key = "id" in made ? "id" : "name";
        const listed = await world.list(route);
        expect(listed.map((one) => one[key])).toContain(made[key]);
      },
    },
  ];
}

/** The clauses of an endpoint that takes something away, after which `isGone` holds. */
export function removing(
  row: RowWords,
  prepare: Prepare,
  isGone: (world: World) => Promise<void>,
): readonly Clause[] {
  const remove = async (world: World) => {
    const [route, body] = await prepare(world);
    await world.ok(route, body);
  };
  return [
    taking(row, remove),
    {
      spec: row[0],
      words: row[2],
      holds: async (world) => {
        await remove(world);
        world.pass(600);
        await isGone(world);
      },
    },
  ];
}

function taking([spec, words]: RowWords, holds: (world: World) => Promise<void>): Clause {
  return { spec, words, holds };
}
