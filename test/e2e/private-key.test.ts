import { expect, it } from "vitest";
import { playPrivateKey } from "../support/private-key.ts";
import { openStack } from "../support/stack.ts";

it("a private key that a class reads is sent from a file beside the program, and never in the state", async () => {
  await using stack = await openStack();
  await playPrivateKey(stack, (certificate) =>
    stack.program(`new hosting.Certificate("tls", ${JSON.stringify(certificate)});`),
  );
  expect.hasAssertions();
});
