import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlatform, type Platform, type Settings } from "../../platform/index.ts";
import { lineOf } from "../../provider/display.ts";
import { createApi } from "../../provider/http/api.ts";
import { createRateLimiter } from "../../provider/http/rate-limit/rate-limiter.ts";
import { createEmbeddedTransport } from "../../provider/http/transport/embedded-transport.ts";
import type { Transport } from "../../provider/http/transport/transport.ts";
import { ApiKey } from "../../provider/http/wire/api-key.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { FakeClock } from "../provider/http/fake-clock.ts";
import { prepared } from "./prepared-platform.ts";
import { newProcess } from "./session.ts";

/** An embedded platform and a client of it on one clock that only moves when everybody sleeps. */
export interface VirtualWorld extends Disposable {
  readonly clock: FakeClock;
  readonly platform: Platform;
  /** The parts of a provider process at its start, including its share of the limit. */
  newProcess(): Context;
  /** The messages that the user saw. */
  readonly said: readonly string[];
}

/** The special properties of a virtual test environment. */
export interface VirtualOptions {
  readonly settings?: Partial<Settings>;
  /** Puts something between the client and the platform, e.g. lists that lag behind. */
  readonly around?: (platform: Transport, clock: FakeClock) => Transport;
  /** False where the platform's limit is not kept. Default true, as for an account (spec 8). */
  readonly paced?: boolean;
}

const latencyMilliseconds = 100;

/** Opens a test environment with the limits of an account; disposing of it deletes it. */
export function openVirtualWorld(options: VirtualOptions = {}): VirtualWorld {
  const { settings = {}, around = (inner) => inner, paced = true } = options;
  const directory = mkdtempSync(join(tmpdir(), "virtual-"));
  const underWay = new Set<Promise<unknown>>();
  // The platform commits writes together, a turn after they came.
  const clock = new FakeClock(() => underWay.size > 0);
  const platform = prepared(
    openPlatform({
      file: join(directory, "platform.db"),
      clock,
      defaults: { ratePerMinute: null },
    }),
  );
  platform.configure(settings);
  const said: string[] = [];
  const transport = around(slow(createEmbeddedTransport(platform), { clock, underWay }), clock);
  const apiKey = new ApiKey(platform.rootKey, "the platform's file");
  return {
    clock,
    platform,
    said,
    newProcess: () => ({
      api: createApi({
        transport,
        apiKey,
        limiter: createRateLimiter({ clock, paced }),
        clock,
        random: () => 0.5,
      }),
      clock,
      ...newProcess({
        clock,
        world: `embedded:${platform.worldId}`,
        journalFile: join(directory, "intents.db"),
      }),
      probe: async ({ instanceId }) => platform.probe(instanceId),
      display: (message) => void said.push(lineOf(message)),
    }),
    [Symbol.dispose]() {
      platform.close();
      rmSync(directory, { recursive: true });
    },
  };
}

function slow(
  platform: Transport,
  { clock, underWay }: { readonly clock: FakeClock; readonly underWay: Set<Promise<unknown>> },
): Transport {
  return {
    async send(request) {
      await clock.sleep(latencyMilliseconds);
      const answer = platform.send(request);
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
      }
    },
    close: () => platform.close(),
  };
}
