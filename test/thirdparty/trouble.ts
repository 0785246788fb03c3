import {
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "../../provider/http/transport/transport.ts";
import type { Fate } from "../simulation/process.ts";
import type { Random } from "../simulation/random.ts";

/** The fault of one request. */
export interface Mishap {
  /** True when the platform carried it out all the same. */
  readonly isApplied: boolean;
  /** The result instead of the platform's answer. */
  readonly outcome: WireResponse | TransportFailure;
}

const immortal: Fate = {
  killedAt: Number.POSITIVE_INFINITY,
  stoppedAfterMs: Number.POSITIVE_INFINITY,
};

/** A network that loses requests and answers, and runs that are killed, while it is on. */
export class Trouble {
  readonly #random: Random;
  readonly #rate: number;
  #isOn = false;

  constructor(random: Random) {
    this.#random = random;
    this.#rate = random.pick([0.02, 0.08, 0.2]);
  }

  /** What `work` comes to while everything may go wrong. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#isOn = true;
    try {
      return await work();
    } finally {
      this.#isOn = false;
    }
  }

  /** How many runs it lasts. */
  drawRuns(): number {
    return this.#random.between(1, 4);
  }

  next(request: Pick<WireRequest, "method" | "target">): Mishap | undefined {
    if (!this.#isOn || !this.#random.chance(this.#rate)) return undefined;
    const isCreate = request.method === "POST" && !settings.test(request.target);
    const full = isCreate ? [noRoom] : [];
    return this.#random.pick([lostRequest, lostAnswer, pageBefore, pageAfter, refused, ...full])(
      this.#random,
    );
  }

  drawFate(): Fate {
    const random = this.#random;
    if (!this.#isOn || !random.chance(0.5)) return immortal;
    if (random.chance(0.2)) return { ...immortal, stoppedAfterMs: random.between(0, 20_000) };
    return { ...immortal, killedAt: random.between(1, random.pick([40, 150, 500])) };
  }
}

function lostRequest(random: Random): Mishap {
  const phase = random.pick<"unsent" | "sent">(["unsent", "sent"]);
  return { isApplied: false, outcome: new TransportFailure(phase, "the connection was lost") };
}

function lostAnswer(): Mishap {
  return { isApplied: true, outcome: new TransportFailure("sent", "the connection was reset") };
}

function pageBefore(random: Random): Mishap {
  return { isApplied: false, outcome: gatewayPage(random) };
}

function pageAfter(random: Random): Mishap {
  return { isApplied: true, outcome: gatewayPage(random) };
}

function refused(random: Random): Mishap {
  const after = random.pick([undefined, "1", "30"]);
  const headers = { "content-type": "application/json" };
  return {
    isApplied: false,
    outcome: {
      status: 429,
      headers: after === undefined ? headers : { ...headers, "retry-after": after },
      body: JSON.stringify({ error: "too many requests" }),
    },
  };
}

/** What sets a state instead of making something (spec 3). */
const settings = /\/(?:action|attach|detach|assign|unassign|share)$/;

/** A quota is reached, or a machine is full, as clouds say it. */
function noRoom(random: Random): Mishap {
  const { status, error } = random.pick<{ status: number; error: string }>([
    { status: 403, error: "server limit reached (10)" },
    { status: 409, error: "project quota of 10 instances exceeded" },
    { status: 422, error: "no capacity for this size in this region" },
    { status: 429, error: "you have reached the maximum number of servers (10)" },
    { status: 503, error: "no capacity available right now" },
    { status: 507, error: "insufficient storage on hypervisors" },
  ]);
  const headers = { "content-type": "application/json" };
  return { isApplied: false, outcome: { status, headers, body: JSON.stringify({ error }) } };
}

function gatewayPage(random: Random): WireResponse {
  const status = random.pick([502, 503]);
  return { status, headers: { "content-type": "text/html" }, body: "<html>try later</html>" };
}
