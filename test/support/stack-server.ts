import { once } from "node:events";
import type { Server } from "node:net";
import { serve } from "@hono/node-server";
import type { Platform } from "../../platform/index.ts";

/** A platform behind a socket of this machine. */
export interface Served extends AsyncDisposable {
  /** Settings of a provider that uses it as an account. */
  readonly env: Readonly<Record<string, string>>;
}

/** What is served: a platform, or several with a key each. */
type Answering = Pick<Platform, "fetch" | "rootKey">;

/** Serves a platform on a free port, as `npm run platform` does. */
export async function servePlatform(platform: Answering): Promise<Served> {
  const server = serve({ fetch: platform.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  return {
    env: accountAt(server, platform),
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

/** Settings of a provider for which a listening server is an account's platform. */
export function accountAt(
  server: Pick<Server, "address">,
  { rootKey }: Pick<Platform, "rootKey">,
): Readonly<Record<string, string>> {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    HOSTING_BACKEND: "api",
    HOSTING_BASE_URL: url,
    HOSTING_API_BASE_URL: url,
    HOSTING_API_KEY: rootKey,
  };
}
