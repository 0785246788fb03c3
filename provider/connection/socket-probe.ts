import { get } from "node:http";
import { connect } from "node:net";
import type { ProbeResult, ProbeTarget } from "../definition/session.ts";

/** Probes over the network: a connection for tcp, a status below 400 for http. */
export function probeBySocket(target: ProbeTarget): Promise<ProbeResult> {
  return target.protocol === "tcp" ? probeTcp(target) : probeHttp(target);
}

function probeTcp({ address, port, timeoutMilliseconds }: ProbeTarget): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const socket = connect({ host: address, port, signal });
    const end = (result: ProbeResult) => {
      socket.destroy();
      resolve(result);
    };
    socket.on("connect", () => end({ healthy: true }));
    socket.on("error", (error) => end(unreached(error, timeoutMilliseconds)));
  });
}

function probeHttp(target: ProbeTarget): Promise<ProbeResult> {
  const { address, port, path, timeoutMilliseconds } = target;
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const request = get({ host: address, port, path, signal, agent: false });
    request.on("response", ({ statusCode = 0 }) => {
      // The status is enough; a body could be endless.
      request.destroy();
      resolve(
        statusCode < 400
          ? { healthy: true }
          : { healthy: false, reason: `${path} answered ${statusCode}` },
      );
    });
    request.on("error", (error) => resolve(unreached(error, timeoutMilliseconds)));
  });
}

function unreached(error: Error, timeoutMilliseconds: number): ProbeResult {
  const isLate = error.name === "AbortError" || error.name === "TimeoutError";
  const reason = isLate ? `no answer within ${timeoutMilliseconds / 1000} s` : error.message;
  return { healthy: false, reason };
}
