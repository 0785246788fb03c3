import { tellDone, tellProblem } from "./message.ts";

/** Does what was asked for, and tells when that was refused. */
export async function during(work: () => Promise<unknown>): Promise<void> {
  tellProblem("");
  tellDone("");
  try {
    await work();
  } catch (error) {
    tellProblem(error instanceof Error ? error.message : String(error));
  }
}
