/** Servers that keep the state of stacks for several machines. */
import { afterAll, beforeAll, describe } from "vitest";
import { postgresql } from "./debian-package.ts";
import { openPostgres } from "./postgres.ts";
import { openS3, s3Missing } from "./s3.ts";

/** A separate server for a test file. */
export interface SharedBackend extends AsyncDisposable {
  /** Settings of the Pulumi CLI that lead to a place in which there is no stack yet. */
  newPlace(): Readonly<Record<string, string>>;
}

/** A sort of server, and what has to be known before one is started. */
interface Sort {
  readonly name: string;
  /** Why there can be none on this machine. */
  readonly missing: string | undefined;
  open(): Promise<SharedBackend>;
}

export const postgres: Sort = {
  name: "PostgreSQL",
  missing: postgresql.missing(),
  open: openPostgres,
};

const s3: Sort = { name: "an S3 bucket", missing: s3Missing(), open: openS3 };

/** The title of what is tested on it; where it is skipped, with the reason. */
export function titleOn({ name, missing }: Sort): string {
  return missing === undefined ? `on ${name}` : `on ${name} (skipped: ${missing})`;
}

/** The same tests on a server of each sort. */
export function describeOnEach(tests: (newPlace: SharedBackend["newPlace"]) => void): void {
  for (const sort of [postgres, s3]) {
    describe.skipIf(sort.missing !== undefined).concurrent(titleOn(sort), () => {
      let server: SharedBackend;
      beforeAll(async () => {
        server = await sort.open();
      });
      afterAll(() => server[Symbol.asyncDispose]());
      tests(() => server.newPlace());
    });
  }
}
