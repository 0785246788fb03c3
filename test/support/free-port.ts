import { createServer } from "node:net";
import { listen } from "./tcp-server.ts";

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  await using server = await listen(createServer());
  return server.port;
}
