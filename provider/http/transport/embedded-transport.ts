import {
  codeOf,
  reasonOf,
  type Transport,
  TransportFailure,
  timeOver,
  type WireRequest,
  type WireResponse,
} from "./transport.ts";

/** The part of the embedded platform a transport needs. */
interface EmbeddedPlatform {
  fetch(request: Request): Promise<Response>;
  close(): void;
}

/** A transport to the platform in this process: no port, no socket, no daemon. */
export function createEmbeddedTransport(platform: EmbeddedPlatform): Transport {
  return {
    send: (request) => send(platform, request),
    close: async () => platform.close(),
  };
}

async function send(platform: EmbeddedPlatform, request: WireRequest): Promise<WireResponse> {
  try {
    return await toWireResponse(await platform.fetch(toRequest(request)));
  } catch (error) {
    // A fault of the platform ends a connection that is none, or holds it until the time is over.
    if (request.signal.aborted) throw new TransportFailure("sent", timeOver, { timedOut: true });
    const code = codeOf(error);
    if (code === "") throw error;
    throw new TransportFailure("sent", reasonOf(code));
  }
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
