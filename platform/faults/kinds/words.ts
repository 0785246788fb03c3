import { z } from "zod";
import type { Json } from "../../../contract/naming.ts";
import { json } from "../../http/answer.ts";
import { lazySchema, type OutputOf } from "../../lazy-schema.ts";
import { defineFault } from "../fault-kind.ts";

const Words = lazySchema(() => z.record(z.string(), z.string()));

export const words = defineFault({
  given: () => z.object({ words: Words() }),
  does: ({ words }) => ({
    answer: (answer, { statusField }) => {
      const { status, headers, content } = answer;
      if (content === undefined) return answer;
      const change = (shown: Json) => reworded(shown, statusField, words);
      const changed = Array.isArray(content) ? content.map(change) : change(content);
      return { ...answer, ...json(status, changed), headers };
    },
  }),
});

function reworded(shown: Json, field: string, words: OutputOf<typeof Words>): Json {
  if (typeof shown !== "object" || shown === null || Array.isArray(shown)) return shown;
  const word = Object.hasOwn(shown, field) ? shown[field] : undefined;
  const other = typeof word === "string" && Object.hasOwn(words, word) ? words[word] : undefined;
  return other === undefined ? shown : { ...shown, [field]: other };
}
