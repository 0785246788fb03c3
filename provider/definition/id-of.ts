import { z } from "zod";
import { idPrefixes } from "../../contract/ids.ts";
import { shortened } from "../display.ts";

/** Schema of an input that names an object by its id. One that begins as the spec says of another kind (spec 2) is refused. */
export function idOf(kind: keyof typeof idPrefixes) {
  const { [kind]: own } = idPrefixes;
  const others = Object.values(idPrefixes).filter((prefix) => prefix !== own);
  return z
    .string()
    .min(1)
    .refine((id) => !others.some((prefix) => id.startsWith(prefix)), {
      error: ({ input }) =>
        `must be an id like "${own}…"; "${shortened(String(input), 40)}" is that of something else`,
    });
}
