import type { Kind } from "../../../contract/endpoints.ts";
import { unlessStopped } from "../../clock.ts";
import type { Look, Missing } from "../../definition/session.ts";
import type { OperationFacts } from "./facts.ts";
import type { Requests } from "./requests.ts";
import { collectionOf } from "./routes.ts";
import { intervalAfter } from "./shared-polls.ts";

/** The waits of one operation: within its time, and its row shows what is waited for. */
export class Waiting {
  readonly #of: OperationFacts;
  readonly #requests: Requests;

  constructor(of: OperationFacts, requests: Requests) {
    this.#of = of;
    this.#requests = requests;
  }

  /** Waits, looks, and so on until a look is done, together with all others that wait for the kind. */
  async watch<T>(kind: Kind, first: Missing, look: () => Promise<Look<T>>): Promise<T> {
    const { clock, waitTimes } = this.#of.context;
    const { name } = this.#of;
    const since = clock.now();
    return this.#requests.polling(async () => {
      let [found, missedAt]: [Look<T>, number] = [first, 0];
      const usual = waitTimes.usual(kind, name) ?? 0;
      for (let looks = 0; "waitingFor" in found; looks += 1) {
        missedAt = clock.now() - since;
        await this.#nextPoll(kind, Math.max(intervalAfter(looks), usual - missedAt), found);
        found = await look();
      }
      waitTimes.learn(kind, name, { missedAt, seenAt: clock.now() - since });
      return found.done;
    });
  }

  async pause(milliseconds: number, waitingFor: string, state?: string): Promise<void> {
    const { clock } = this.#of.context;
    await this.pauseUntil(clock.now() + milliseconds, waitingFor, state);
    this.#requests.mustShow(clock.now());
  }

  /** Waits for a time of the clock; earlier answers are still fresh enough. */
  async pauseUntil(time: number, waitingFor: string, state?: string): Promise<void> {
    const { clock, progress } = this.#of.context;
    const { deadline } = this.#of;
    if (time > deadline.at) throw deadline.limit(waitingFor).late();
    await this.#showing(state ?? waitsFor(waitingFor), async () => {
      const now = clock.now();
      progress.tell(now);
      if (time - now > longestSilence)
        this.#of.messages.show(state ?? waitsFor(waitingFor, time - now));
      if (time > now) await this.#unlessStopped(clock.sleep(time - now));
    });
  }

  /** Waits with all others whose looks are answered by the same list. */
  async #nextPoll(kind: Kind, interval: number, missing: Missing): Promise<void> {
    const { deadline } = this.#of;
    const { waitingFor, state = waitsFor(waitingFor) } = missing;
    const poll = { ...deadline.limit(waitingFor), interval };
    const next = () => this.#unlessStopped(this.#of.context.polls.next(this.#group(kind), poll));
    this.#requests.mustShow(await this.#showing(state, next));
  }

  /** Where each look needs a request for this object alone, it looks at its own times. */
  #group(kind: Kind): string {
    const { routes, subject } = this.#of;
    const list = this.#requests.looksAlone ? undefined : routes.sharedList(kind);
    return list === undefined ? `${subject} alone` : collectionOf(list);
  }

  /** Shows what is waited for. */
  async #showing<T>(state: string, wait: () => Promise<T>): Promise<T> {
    const { clock, progress } = this.#of.context;
    const { messages } = this.#of;
    progress.begin(messages, state, clock.now());
    try {
      return await wait();
    } finally {
      progress.end(messages);
    }
  }

  #unlessStopped<T>(wait: Promise<T>): Promise<T> {
    return unlessStopped(this.#of.context.stopping, wait, this.#of.subject);
  }
}

/** Longer pauses are announced up front, because no look updates the row meanwhile. */
const longestSilence = 15_000;

/** The state of a wait where nothing better is known. */
function waitsFor(waitingFor: string, milliseconds?: number): string {
  const time = milliseconds === undefined ? "" : `${Math.ceil(milliseconds / 1000)} s `;
  return `waits ${time}for ${waitingFor}`;
}
