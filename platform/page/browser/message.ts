import { at, write } from "./dom.ts";

const problem = at("problem", HTMLElement);
const done = at("done", HTMLElement);

let isPassing = false;

/** What is wrong now; nothing where all is well. */
export function tellProblem(text: string): void {
  isPassing = false;
  write(problem, text);
}

/** The same until the platform answers as it should. */
export function tellPassingProblem(text: string): void {
  tellProblem(text);
  isPassing = true;
}

/** It answers as it should. */
export function endPassingProblem(): void {
  if (isPassing) tellProblem("");
}

/** What was just done. */
export function tellDone(text: string): void {
  write(done, text);
}
