import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openPlatform, type Platform, type Settings } from "../../platform/index.ts";
import { SqliteJournal } from "../../provider/coordination/file/sqlite-journal.ts";
import { lineOf } from "../../provider/display.ts";
import { createApi } from "../../provider/http/api.ts";
import { createRateLimiter } from "../../provider/http/rate-limit/rate-limiter.ts";
import type { Transport } from "../../provider/http/transport/transport.ts";
import { createUndiciTransport } from "../../provider/http/transport/undici-transport.ts";
import { ApiKey } from "../../provider/http/wire/api-key.ts";
import { type Context, processServices } from "../../provider/lifecycle/operation/context.ts";
import { FakeClock } from "../provider/http/fake-clock.ts";
import { prepared } from "../support/prepared-platform.ts";
import { newContext } from "../support/session.ts";
import { type FaultServer, requestHeader, serveFaults } from "./fault-server.ts";

/** An embedded platform behind a real socket, and a provider process that uses it as an account. */
export interface FaultWorld {
  /** Time is virtual; it stops while bytes are under way. */
  readonly clock: FakeClock;
  readonly platform: Platform;
  readonly server: FaultServer;
  readonly context: Context;
  /** The messages that the user saw. */
  readonly said: readonly string[];
  /** Directory of the files that a provider process writes. */
  readonly directory: string;
  /** A process that knows nothing but the journal on disk. */
  newProcess(stopping?: AbortSignal): Context;
  /** Lets time pass until the work is done. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Opens a test environment that ends with its test; `origin` stands for another way to the server. */
export async function openFaultWorld(
  settings: Partial<Settings> = {},
  wayTo: (origin: string) => string = (origin) => origin,
): Promise<FaultWorld> {
  const directory = mkdtempSync(join(tmpdir(), "faults-"));
  const inFlight = new Set<string>();
  const isMoving = () => [...inFlight].some((number) => !server.stalled.has(number));
  const clock = new FakeClock(() => server.isWorking() || isMoving());
  const platform = prepared(
    openPlatform({
      file: join(directory, "platform.db"),
      clock,
      defaults: { ratePerMinute: null },
    }),
  );
  platform.configure(settings);
  const server = await serveFaults(platform, clock);
  const said: string[] = [];
  const baseUrl = wayTo(server.origin);
  const undici = createUndiciTransport({ baseUrl, apiBaseUrl: baseUrl });
  const transport = counted(undici, inFlight);
  const world = `api:${server.origin}#`;
  const newProcess = (stopping = new AbortController().signal): Context => ({
    ...newContext([], {
      world,
      stopping,
      journal: new SqliteJournal({
        file: join(directory, "intents.db"),
        world,
        directory: "/app",
        clock,
      }),
      display: (message) => void said.push(lineOf(message)),
      api: createApi({
        transport,
        apiKey: new ApiKey(platform.rootKey, "HOSTING_API_KEY"),
        limiter: createRateLimiter({ clock, paced: false }),
        clock,
        stopping,
        random: () => 0.5,
      }),
    }),
    ...processServices(clock),
    clock,
  });
  onTestFinished(async () => {
    await transport.close();
    platform.close();
    rmSync(directory, { recursive: true });
  });
  return {
    clock,
    platform,
    server,
    said,
    directory,
    newProcess,
    context: newProcess(),
    run: (work) => runOn(clock, work()),
  };
}

/** A transport whose requests are known to be under way, and are distinguished by the server. */
function counted(transport: Transport, inFlight: Set<string>): Transport {
  let sent = 0;
  return {
    async send(request) {
      sent += 1;
      const number = String(sent);
      inFlight.add(number);
      const headers = { ...request.headers, [requestHeader]: number };
      return transport.send({ ...request, headers }).finally(() => inFlight.delete(number));
    },
    close: () => transport.close(),
  };
}

async function runOn<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  ended.catch(() => undefined);
  while (!isDone) await clock.run();
  return ended;
}
