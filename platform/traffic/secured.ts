import type { Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";

/** TLS to a backend on this machine; what it shows for a certificate is its own. */
export function secured(socket: Socket): TLSSocket {
  return connect({ socket, rejectUnauthorized: false });
}
