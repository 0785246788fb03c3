import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { SharedPermits } from "../../../../provider/coordination/file/shared-permits.ts";
import type { Permits } from "../../../../provider/coordination/permits.ts";
import { FakeClock } from "../../http/fake-clock.ts";

/** Path of a table in a directory of the test's own. */
export function tableFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "permits-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "permits.db");
}

/** Programs on one machine, and its clock, which can be set. */
export class Machine {
  readonly clock = new FakeClock();
  readonly file: string;
  readonly warnings: string[] = [];
  /** The difference of the machine's clock from one that was never set. */
  setBy = 0;

  constructor(file = tableFile()) {
    this.file = file;
  }

  program(): SharedPermits {
    return new SharedPermits({
      now: () => this.clock.now(),
      wallClock: () => this.clock.now() + this.setBy,
      file: () => this.file,
      warn: (line) => void this.warnings.push(line),
    });
  }

  pass(milliseconds: number): Promise<void> {
    return this.clock.runUntil(this.clock.now() + milliseconds);
  }
}

/** Takes as many permits as there are, of so many wanted, each for a request answered at once. */
export async function spend(permits: Permits, wanted: number, limit = 60): Promise<number> {
  const taken = await permits.take(limit, wanted);
  for (const permit of taken.permits) permit.end("answered");
  return taken.permits.length;
}
