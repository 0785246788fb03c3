import { describe, expect, test } from "vitest";
import type { Fault } from "../../../../platform/index.ts";
import { createEmbeddedTransport } from "../../../../provider/http/transport/embedded-transport.ts";
import { openWorld } from "../../../support/session-world.ts";

async function send(fault: Fault, signal = new AbortController().signal) {
  const world = openWorld();
  try {
    world.platform.faults.add(fault);
    return await createEmbeddedTransport(world.platform).send({
      method: "GET",
      prefix: "/v1",
      target: "/v1/volumes",
      headers: { authorization: `Bearer ${world.platform.rootKey}` },
      signal,
    });
  } finally {
    world.close();
  }
}

describe("a fault of the embedded platform is to the client what it is on a socket", () => {
  test.each([
    ["a connection that ends", { reset: "after" }, "the connection was reset"],
    [
      "a body that breaks off",
      { cut: 1 },
      "the connection was closed before the whole answer came",
    ],
  ] satisfies [string, Fault, string][])("%s", async (_what, fault, reason) => {
    await expect(send(fault)).rejects.toMatchObject({
      ...{ name: "TransportFailure", phase: "sent", reason, timedOut: false },
    });
  });

  test("no answer until the time is over", async () => {
    await expect(send({ delay: 3_600_000 }, AbortSignal.abort())).rejects.toMatchObject({
      ...{ name: "TransportFailure", phase: "sent", timedOut: true },
    });
  });
});
