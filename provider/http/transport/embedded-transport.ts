import type { Transport, WireRequest, WireResponse } from "./transport.ts";

/** The part of the embedded platform a transport needs. */
interface EmbeddedPlatform {
  fetch(request: Request): Promise<Response>;
  close(): void;
}

/** A transport to the platform in this process: no port, no socket, no daemon. */
export function createEmbeddedTransport(platform: EmbeddedPlatform): Transport {
  return {
    send: async (request) => toWireResponse(await platform.fetch(toRequest(request))),
    close: async () => platform.close(),
  };
}

function toRequest({ method, target, headers, body, signal }: WireRequest): Request {
  const content = body === undefined ? {} : { body };
  return new Request(`http://embedded${target}`, { method, headers, signal, ...content });
}

async function toWireResponse(response: Response): Promise<WireResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
