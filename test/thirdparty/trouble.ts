import { TransportFailure, type WireResponse } from "../../provider/http/transport/transport.ts";
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

  next(): Mishap | undefined {
    if (!this.#isOn || !this.#random.chance(this.#rate)) return undefined;
    return this.#random.pick([lostRequest, lostAnswer, pageBefore, pageAfter, refused])(
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

function gatewayPage(random: Random): WireResponse {
  const status = random.pick([502, 503]);
  return { status, headers: { "content-type": "text/html" }, body: "<html>try later</html>" };
}
