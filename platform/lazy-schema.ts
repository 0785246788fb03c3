import type { z } from "zod";

/** A schema that is made when something is checked by it. */
export type LazySchema<T = unknown> = () => z.ZodType<T>;

/** What it accepts. */
export type OutputOf<S extends LazySchema> = z.output<ReturnType<S>>;

/** Makes the schema once, with the first thing to check: all of them took a third of the platform's start. */
export function lazySchema<S extends z.ZodType>(make: () => S): () => S {
  let made: S | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
