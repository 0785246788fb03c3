import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { listen } from "./tcp-server.ts";

/** A proxy of a company's network, for CONNECT only. */
export interface ConnectProxy extends AsyncDisposable {
  /** Its address for HTTPS_PROXY, with a user name and a password. */
  readonly url: string;
  /** Host and port alone. */
  readonly host: string;
  /** The targets it was asked for, like `console.test:443`. */
  readonly asked: readonly string[];
  /** The user name and password it was given, with all it was shown besides. */
  readonly shown: () => string;
}

/** Its reaction to a CONNECT: it connects to a port of this machine, or answers with a status. */
type Leads = (target: string) => { readonly port: number } | { readonly status: number };

/** Opens a proxy on a free port. */
export async function openConnectProxy(leads: Leads): Promise<ConnectProxy> {
  const asked: string[] = [];
  const shown: string[] = [];
  const server = createServer();
  server.on("connect", ({ url = "", rawHeaders }, socket: Socket) => {
    asked.push(url);
    shown.push(...rawHeaders);
    const led = leads(url);
    if ("status" in led) {
      socket.end(`HTTP/1.1 ${led.status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = own.hold(connect(led.port, "127.0.0.1"));
    onward.on("connect", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy());
  });
  const own = await listen(server);
  const host = `127.0.0.1:${own.port}`;
  return {
    url: `http://employee:pass-0123456789@${host}`,
    host,
    asked,
    shown: () => shown.join("\n"),
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
}
