import type { Server } from "node:net";

/** Where a server listens, like `127.0.0.1:41234`; null where it does not. */
export function localAddress(server: Server): string | null {
  const address = server.address();
  if (address === null || typeof address === "string") return null;
  return `${address.address}:${address.port}`;
}
