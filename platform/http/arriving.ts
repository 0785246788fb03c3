import { getPath } from "hono/utils/url";

/** A request on its way in, as much of it as the platform looks at. */
export interface Arriving {
  readonly method: string;
  readonly path: string;
  query(): URLSearchParams;
  header(name: string): string | undefined;
  /** Ends when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Whether it came over a socket. */
  readonly isServed: boolean;
  /** The bytes of its body; undefined when there are more than `most`. */
  read(most: number): Promise<Uint8Array | undefined>;
}

/** A request of `fetch`. */
export function arriving(request: Request): Arriving {
  const { method, headers, signal } = request;
  return {
    method,
    signal,
    isServed: false,
    path: getPath(request),
    query: () => new URL(request.url).searchParams,
    header: (name) => headers.get(name) ?? undefined,
    read: (most) => bytesOf(request, most),
  };
}

async function bytesOf(request: Request, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
