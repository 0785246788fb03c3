import { Unanswered } from "./control.ts";
import { tellDone, tellPassingProblem, tellProblem } from "./message.ts";

/** Does what was asked for, and tells when that was refused. */
export async function during(work: () => Promise<unknown>): Promise<void> {
  tellProblem("");
  tellDone("");
  try {
    await work();
  } catch (error) {
    if (error instanceof Unanswered) tellPassingProblem(error.message);
    else tellProblem(error instanceof Error ? error.message : String(error));
  }
}
