/** Why a request has no answer when its signal aborts. */
export const timeOver = "the operation's time was over";

/** What undici's and Node's error codes mean; other codes are shown as they are. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was reset"],
  ["EPIPE", "the connection was closed"],
  ["ENOTFOUND", "the host name was not found"],
  ["EAI_AGAIN", "the host name could not be looked up"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the server's certificate is self-signed"],
  ["CERT_HAS_EXPIRED", "the server's certificate has expired"],
  ["UND_ERR_SOCKET", "the connection was closed before the whole answer came"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "the answer was cut off"],
  ["UND_ERR_CONNECT_TIMEOUT", "no connection within 10 s"],
  ["UND_ERR_HEADERS_TIMEOUT", "no answer within 60 s"],
  ["UND_ERR_BODY_TIMEOUT", "the answer stopped for 30 s"],
  ["UND_ERR_HEADERS_OVERFLOW", "the answer's headers are larger than 16 KiB"],
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "the answer is larger than 8 MiB"],
]);

/** The code of an error; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Words for an error's code; its message is left out, because it may quote what was sent. */
export function reasonOf(code: string): string {
  if (!/^[A-Z0-9_]{1,64}$/.test(code)) return "the connection failed";
  return reasons.get(code) ?? `the connection failed (${code})`;
}
