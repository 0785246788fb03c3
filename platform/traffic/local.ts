import type { Server } from "node:net";

/** Where a server listens, like `127.0.0.1:41234`; undefined where it does not. */
export function localAddress(server: Server): string | undefined {
  const address = server.address();
  if (address === null || typeof address === "string") return undefined;
  return `${address.address}:${address.port}`;
}
