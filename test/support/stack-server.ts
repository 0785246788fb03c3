import type { Server } from "node:net";
import { type Platform, servePlatform as serve } from "../../platform/index.ts";

/** A platform behind a socket of this machine. */
export interface Served extends AsyncDisposable {
  /** Settings of a provider that uses it as an account. */
  readonly env: Readonly<Record<string, string>>;
}

/** The served platform, or several with a key each. */
type Answering = Pick<Platform, "fetch" | "rootKey">;

/** Serves a platform on a free port, as `npm run platform` does. */
export async function servePlatform(platform: Answering): Promise<Served> {
  const server = await serve(platform, 0);
  return {
    env: accountOn(server.url, platform),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Settings of a provider for which a listening server is an account's platform. */
export function accountAt(
  server: Pick<Server, "address">,
  platform: Pick<Platform, "rootKey">,
): Readonly<Record<string, string>> {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return accountOn(`http://127.0.0.1:${address.port}`, platform);
}

function accountOn(
  url: string,
  { rootKey }: Pick<Platform, "rootKey">,
): Readonly<Record<string, string>> {
  return {
    HOSTING_BACKEND: "api",
    HOSTING_BASE_URL: url,
    HOSTING_API_BASE_URL: url,
    HOSTING_API_KEY: rootKey,
  };
}
