import type { Change, Node } from "./graph.ts";

/** What a preview does to an object, beside its noun. */
export const changeWords: Readonly<Record<Change, string>> = {
  create: "to be created",
  update: "to be updated",
  replace: "to be replaced",
  delete: "to be deleted",
};

/** An object in lines of text, for languages whose programs make the boxes. */
export function linesOf({ noun, name, detail, status, change }: Node): readonly string[] {
  const head = change === undefined ? noun : `${noun}, ${changeWords[change]}`;
  const foot = [status, detail].filter(Boolean).join(" · ");
  return foot === "" ? [head, name] : [head, name, foot];
}
