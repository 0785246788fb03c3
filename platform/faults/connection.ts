/** The connection ended before the whole answer had come: the error that a client of undici gets. */
export class ConnectionReset extends TypeError {
  readonly code: string;

  constructor(message: "fetch failed" | "terminated", code: "ECONNRESET" | "UND_ERR_SOCKET") {
    super(message, { cause: Object.assign(new Error(`connection ended (${code})`), { code }) });
    this.code = code;
  }
}

/** Gone before anything of an answer came. */
export function connectionReset(): ConnectionReset {
  return new ConnectionReset("fetch failed", "ECONNRESET");
}

/** Gone in the middle of a body. */
export function connectionCut(): ConnectionReset {
  return new ConnectionReset("terminated", "UND_ERR_SOCKET");
}
