import { getPath } from "hono/utils/url";

/** A request on its way in, as much of it as the platform looks at. */
export interface Arriving {
  readonly method: string;
  readonly path: string;
  query(): URLSearchParams;
  header(name: string): string | undefined;
  /** Ends when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The bytes of its body, piece by piece; undefined where it has none. */
  body(): AsyncIterable<Uint8Array> | undefined;
}

/** A request of `fetch`. */
export function arriving(request: Request): Arriving {
  const { method, headers, signal } = request;
  return {
    method,
    signal,
    path: getPath(request),
    query: () => new URL(request.url).searchParams,
    header: (name) => headers.get(name) ?? undefined,
    body: () => (request.body === null ? undefined : bytesOf(request)),
  };
}

async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  // A body of known length has its bytes without a stream.
  if (request.headers.has("content-length")) yield new Uint8Array(await request.arrayBuffer());
  else yield* request.body ?? [];
}
