import { expect, test } from "vitest";
import { limited } from "../../../cli/doctor/limited.ts";

const seat = { env: {}, directory: "/", stop: new AbortController().signal };

test("what takes too long is given up, and says how to look into it", async () => {
  const work = limited(seat, 0.001, async ({ stop }) => {
    const given = Promise.withResolvers<never>();
    stop.addEventListener("abort", () => given.reject(stop.reason));
    return given.promise;
  });
  await expect(work).rejects.toThrow(
    "`pulumi` gave no answer in 0.001 seconds. Try `pulumi whoami`",
  );
});

test("another failure is passed on, and the CLI does not look for a newer one", async () => {
  const work = limited(seat, 60, async ({ env }) => {
    throw new Error(`failed with ${JSON.stringify(env)}`);
  });
  await expect(work).rejects.toThrow('failed with {"PULUMI_SKIP_UPDATE_CHECK":"true"}');
});
