import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** Settings of an account at an address. */
export function settingsFor(url: string, key = "hk_0123456789abcdef"): Record<string, string> {
  return {
    HOSTING_BACKEND: "api",
    HOSTING_BASE_URL: url,
    HOSTING_API_BASE_URL: url,
    HOSTING_API_KEY: key,
  };
}

/**
 * A platform that answers by the path: with a status where that is a number, with JSON of everything else, and never
 * where nothing is given.
 */
export async function answering(answer: (path: string) => unknown) {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const found = answer(url);
    if (found === undefined) return;
    const isStatus = typeof found === "number";
    response.writeHead(isStatus ? found : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(isStatus ? { error: `no answer for ${url}` } : found));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  return { url, env: settingsFor(url), asked };
}

/** One that never answers, and what ends when it is asked. */
export async function silent() {
  const stop = new AbortController();
  const account = await answering(() => void stop.abort());
  return { ...account, stop: stop.signal };
}
