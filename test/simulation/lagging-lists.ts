import type { WireRequest, WireResponse } from "../../provider/http/transport/transport.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./time.ts";

/** The target of requests, and how far lists lag behind. */
interface LaggingParts {
  readonly time: VirtualTime;
  readonly random: Random;
  /** Longest lag of a list; each answer has another one. */
  readonly lagMs: number;
  readonly fetch: (request: WireRequest) => Promise<WireResponse>;
}

interface Version {
  /** When a write made it out of date. */
  readonly until: number;
  readonly response: WireResponse;
}

/** A platform whose lists may show what was a while ago, while everything else is up to date. */
export class LaggingLists {
  readonly #parts: LaggingParts;
  /** The lists before each write, oldest first. */
  readonly #versions = new Map<string, Version[]>();

  constructor(parts: LaggingParts) {
    this.#parts = parts;
  }

  async send(request: WireRequest): Promise<WireResponse> {
    const { lagMs, fetch } = this.#parts;
    if (lagMs === 0) return fetch(request);
    if (request.method === "GET") return this.#asItWas(request) ?? fetch(request);
    for (const target of listsAbove(request)) {
      // Who has an address or a volume shows at once: nothing confirms the end of such a link (README.md).
      if (isLink(request)) this.#versions.delete(nameOf({ ...request, target }));
      else await this.#keep({ ...request, target });
    }
    return fetch(request);
  }

  #asItWas(request: WireRequest): WireResponse | undefined {
    const { time, random, lagMs } = this.#parts;
    const then = time.now() - random.between(0, lagMs);
    return this.#versions.get(nameOf(request))?.find(({ until }) => until > then)?.response;
  }

  async #keep({ body: _body, ...request }: WireRequest): Promise<void> {
    const { time, fetch } = this.#parts;
    const response = await fetch({ ...request, method: "GET" });
    if (response.status !== 200 || !response.body.startsWith("[")) return;
    const known = this.#versions.get(nameOf(request)) ?? [];
    this.#versions.set(nameOf(request), [...known, { until: time.now(), response }]);
  }
}

function isLink({ target }: WireRequest): boolean {
  return /\/(?:assign|unassign|attach|detach)$/.test(target);
}

/** Every key sees other lists; a page of one is a part of it. */
function nameOf({ headers, target }: WireRequest): string {
  return `${headers["authorization"]} ${target.replace(/\?.*/, "")}`;
}

/** The lists that a write changes: every part of its path may be one. */
function listsAbove({ prefix, target }: WireRequest): readonly string[] {
  const [path = ""] = target.slice(prefix.length + 1).split("?");
  const parts = path.split("/");
  return parts.map((_part, at) => `${prefix}/${parts.slice(0, at + 1).join("/")}`);
}
