import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { systemClock } from "../../provider/clock.ts";
import type { ProbeTarget, Props } from "../../provider/definition/session.ts";
import { lineOf, type Message } from "../../provider/display.ts";
import { createApi } from "../../provider/http/api.ts";
import { createRateLimiter } from "../../provider/http/rate-limit/rate-limiter.ts";
import { createEmbeddedTransport } from "../../provider/http/transport/embedded-transport.ts";
import { ApiKey } from "../../provider/http/wire/api-key.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { prepared } from "./prepared-platform.ts";
import { declared, InstantClock, newProcess, type TestContext } from "./session.ts";
import { definitionOf } from "./session-inputs.ts";

/** An embedded platform in a separate file, and a context that works on it. */
export interface TestWorld {
  readonly file: string;
  readonly platform: Platform;
  readonly context: TestContext;
  close(): void;
}

/** The parts of a test environment that making an object needs. */
export interface MakingWorld {
  readonly platform: Platform;
  readonly context: Context;
}

/** Opens a test environment in which every wait is over at once. */
export function openWorld(): TestWorld {
  const directory = mkdtempSync(join(tmpdir(), "world-"));
  const clock = new InstantClock();
  const file = join(directory, "platform.db");
  const platform = prepared(openPlatform({ file, clock, defaults: { ratePerMinute: null } }));
  // The end of a call's time must not come at once, so its timer is a real one.
  const callClock = { now: () => clock.now(), sleep: systemClock.sleep };
  const said: string[] = [];
  const api = createApi({
    transport: createEmbeddedTransport(platform),
    apiKey: new ApiKey(platform.rootKey, "the platform's file"),
    limiter: createRateLimiter({ clock: callClock, paced: false }),
    clock: callClock,
  });
  const context = {
    api,
    clock,
    said,
    ...newProcess({ clock, world: `embedded:${platform.worldId}` }),
    probe: async ({ instanceId }: ProbeTarget) => platform.probe(instanceId),
    display: (message: Message) => void said.push(lineOf(message)),
  } as const;
  return {
    file,
    platform,
    context,
    close() {
      platform.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Makes an object that another program than the test's declares, and gives its id and its state. */
export async function make(
  { context }: MakingWorld,
  type: string,
  inputs: Props,
): Promise<{ readonly id: string; readonly state: Props }> {
  return create(context, definitionOf(type), declared(inputs, "made before"));
}
