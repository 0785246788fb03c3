import { connect, createServer } from "node:net";
import { listen } from "./tcp-server.ts";

/** The way to a server of this machine, which may be slow, or refuse. */
export interface Relay extends AsyncDisposable {
  readonly port: number;
  /** How long each part of an answer is held up. */
  delayMs: number;
  /** Connections are closed as they come. */
  isRefusing: boolean;
}

/** Opens one on a free port. */
export async function openRelay(target: number): Promise<Relay> {
  const server = createServer((incoming) => {
    if (relay.isRefusing) return void incoming.destroy();
    const onward = own.hold(connect(target, "127.0.0.1"));
    incoming.pipe(onward);
    onward.on("data", (part) => setTimeout(() => incoming.write(part), relay.delayMs));
    onward.on("close", () => incoming.destroy());
    incoming.on("close", () => onward.destroy());
  });
  const own = await listen(server);
  const relay: Relay = { ...own, delayMs: 0, isRefusing: false };
  return relay;
}
