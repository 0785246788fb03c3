import { type Dispatcher, Pool } from "undici";
import type { Prefix } from "../../../contract/endpoints.ts";
import { HostingError } from "../../errors.ts";
import { isBelow } from "../wire/target.ts";
import { Exchange } from "./exchange.ts";
import type { Transport, WireRequest, WireResponse } from "./transport.ts";

/** The two hosts of the platform (spec 1), as origins. */
interface Origins {
  /** Console host: `/api/v1` and `/api/v2`. */
  readonly baseUrl: string;
  /** Second host: `/v1`. */
  readonly apiBaseUrl: string;
}

const mebibyte = 1024 * 1024;

const poolOptions: Pool.Options = {
  // HTTP/2 in undici resends requests on its own after some connection failures.
  allowH2: false,
  connections: 8,
  pipelining: 1,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 20_000,
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  maxResponseSize: 8 * mebibyte,
  // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would change the default.
  connect: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
};

/**
 * A transport over sockets. Each origin has a pool of its own that can reach no other host;
 * redirects are answers like any other and never followed.
 */
export function createUndiciTransport(origins: Origins): Transport {
  const console = new Pool(origins.baseUrl, poolOptions);
  const second =
    origins.apiBaseUrl === origins.baseUrl ? console : new Pool(origins.apiBaseUrl, poolOptions);
  const pools: Readonly<Record<Prefix, Dispatcher>> = {
    "/api/v1": console,
    "/api/v2": console,
    "/v1": second,
  };
  return {
    send: (request) => send(pools[request.prefix], request),
    close: async () => {
      const open = [...new Set([console, second])].filter((pool) => !pool.closed);
      await Promise.all(open.map((pool) => pool.close()));
    },
  };
}

async function send(pool: Dispatcher, request: WireRequest): Promise<WireResponse> {
  const { prefix, target, method, headers, body = null } = request;
  // undici would take "//other.host/x" as a path, so this is the last look at it.
  if (!isBelow(prefix, target)) {
    throw new HostingError(
      "bug",
      `${method} ${prefix} was not sent: its path leaves the prefix. Please report it.`,
    );
  }
  return await new Promise((resolve, reject) => {
    const exchange = new Exchange({ resolve, reject }, request.signal);
    if (!exchange.ended)
      pool.dispatch({ path: target, method, headers: { ...headers }, body }, exchange);
  });
}
