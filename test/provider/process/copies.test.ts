import { expect, test } from "vitest";
import { HostingError } from "../../../provider/errors.ts";
import { Copies } from "../../../provider/process/copies.ts";

test("an error that the engine shows is not printed by Pulumi's host as well, once", () => {
  const printed: unknown[] = [];
  const console = { error: (...values: readonly unknown[]) => void printed.push(...values) };
  const copies = new Copies(console);
  const error = new HostingError("refused", 'volume "data" was not deleted');
  // As the host prints it.
  const line = `${error}: ${error.stack}`;
  copies.leaveOut(error);
  for (const text of ["of a program", line, line]) console.error(text);
  expect(printed).toEqual(["of a program", line]);
});
