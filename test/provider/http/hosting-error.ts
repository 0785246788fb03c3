import { HostingError } from "../../../provider/errors.ts";

/** The error a promise fails with, which has to be one of ours. */
export async function hostingErrorOf(promise: Promise<unknown>): Promise<HostingError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!HostingError.isInstance(error)) throw new Error("no HostingError was thrown");
  return error;
}
