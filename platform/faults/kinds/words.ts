import { z } from "zod";
import type { Answer } from "../../http/answer.ts";
import { lazySchema, type OutputOf } from "../../lazy-schema.ts";
import { defineFault } from "../fault-kind.ts";

const Words = lazySchema(() => z.record(z.string(), z.string()));

export const words = defineFault({
  given: () => z.object({ words: Words() }),
  does: ({ words }) => ({
    answer: (answer, { statusField }) =>
      withEach(answer, (shown) => reworded(shown, statusField, words)),
  }),
});

/** The answer with every object that it shows changed. */
function withEach(answer: Answer, change: (shown: unknown) => unknown): Answer {
  if (answer.status >= 300 || answer.body === null) return answer;
  const body: unknown = JSON.parse(answer.body);
  const changed = Array.isArray(body) ? body.map(change) : change(body);
  const { content: _before, ...rest } = answer;
  return { ...rest, body: JSON.stringify(changed) };
}

function reworded(shown: unknown, field: string, words: OutputOf<typeof Words>): unknown {
  if (typeof shown !== "object" || shown === null) return shown;
  const word: unknown = Object.entries(shown).find(([name]) => name === field)?.[1];
  const other = typeof word === "string" ? words[word] : undefined;
  return other === undefined ? shown : { ...shown, [field]: other };
}
