import { Hono } from "hono";
import { controlPrefix, operatorOf, type Platform, type PlatformOptions } from "./control/index.ts";
import { openEngine } from "./engine.ts";
import { Api, type ServedPlatform } from "./http/index.ts";
import { checkedAssumptions } from "./kinds/index.ts";
import { Traffic } from "./traffic/index.ts";

export type {
  CreatedKey,
  KeyOptions,
  KeyRate,
  KeyScope,
  Level,
  Project,
} from "./access/index.ts";
export type {
  Bill,
  BillLine,
  BillRequest,
  Delivery,
  Health,
  ListedObject,
  ObjectDetails,
  ObjectLink,
  ObjectRoute,
  Platform,
  PlatformOptions,
  Unpriced,
  WorldInfo,
} from "./control/index.ts";
export type {
  Fault,
  FaultEffect,
  FaultTarget,
  ListedFault,
  StatusFault,
  Timer,
} from "./faults/index.ts";
export type { ConsoleAction, ServedPlatform } from "./http/index.ts";
export type { HeldAddress, Settings, Snapshot } from "./kinds/index.ts";
export type { PictureFormat } from "./picture/index.ts";
export type {
  Clock,
  JsonObject,
  LoggedRequest,
  RequestFilter,
  Saved,
  TimeSource,
  TrafficBackend,
  TrafficEntry,
} from "./store/index.ts";
export type { TrafficTable } from "./traffic/index.ts";

/**
 * Opens the platform in a file. Any number of processes may have it open at the same time: objects,
 * settings, time and faults are in the file.
 *
 * @throws Error when the file is not a platform's, is of another format or seed, or an assumption is unknown.
 */
export function openPlatform(options: PlatformOptions): Platform {
  const assumptions = checkedAssumptions(options.assumptions ?? {});
  const engine = openEngine({ ...options, assumptions });
  const api = new Api(engine);
  const traffic = new Traffic(engine);
  const app = new Hono();
  const platform: Platform = {
    ...operatorOf(engine, api, traffic),
    fetch: async (request) => app.fetch(request),
    close: () => {
      try {
        traffic.close();
      } finally {
        engine.close();
      }
    },
  };
  let control: Promise<Hono> | undefined;
  app.all(`${controlPrefix}/*`, async ({ req }) => {
    control ??= controlOf(platform);
    return (await control).fetch(req.raw);
  });
  app.all("*", ({ req }) => api.answer(req));
  // The effect of a fault on the connection is no answer.
  app.onError((error) => {
    throw error;
  });
  switches.set(platform, traffic);
  return platform;
}

const switches = new WeakMap<Pick<Platform, "fetch">, Traffic>();

/** Most platforms are never controlled over HTTP, and loading what serves that takes time. */
async function controlOf(platform: Platform): Promise<Hono> {
  const [{ createControlApp }, { pageRoute }] = await Promise.all([
    import("./control/app.ts"),
    import("./page/index.ts"),
  ]);
  return createControlApp(platform, [pageRoute]);
}

/**
 * Serves a platform on 127.0.0.1; port 0 takes a free one. Requests for other hosts are refused.
 * While the setting `traffic` is on, it carries the platform's traffic as well.
 *
 * @throws Error with the code `EADDRINUSE` when the port is taken.
 */
export async function servePlatform(
  platform: Pick<Platform, "fetch">,
  port: number,
): Promise<ServedPlatform> {
  // Without sockets nobody needs a server, and loading one takes time.
  const { serve } = await import("./http/serve.ts");
  const server = await serve((request) => platform.fetch(request), port);
  const traffic = switches.get(platform);
  await traffic?.serve();
  return {
    url: server.url,
    close: async () => {
      traffic?.close();
      await server.close();
    },
  };
}
