import { at, write } from "./dom.ts";

const problem = at("problem", HTMLElement);
const done = at("done", HTMLElement);

/** What is wrong now; nothing where all is well. */
export function tellProblem(text: string): void {
  write(problem, text);
}

/** What was just done. */
export function tellDone(text: string): void {
  write(done, text);
}
