import type { Clock } from "../../clock.ts";
import { HostingError } from "../../errors.ts";
import { TransportFailure, type WireResponse } from "../transport/transport.ts";
import { Gate, type GateOptions, type Turn } from "./gate.ts";
import { frontOf, isRefused, type Place, placeOf, Queue, type Slot, type Waiter } from "./queue.ts";

/** What a lane is made of. */
export interface LaneOptions extends Omit<GateOptions, "now"> {
  readonly clock: Clock;
}

/** The requests of one budget: they wait here, and leave in order as the gate lets them. */
export class Lane {
  readonly #clock: Clock;
  readonly #gate: Gate;
  readonly #queue = new Queue<Turn>();
  #tickets = 0;
  /** When the queue is looked at again although no answer came. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #alarm = new AbortController();
  /** When the first of those who wait has to give up. */
  #firstDeadline = Number.POSITIVE_INFINITY;

  constructor({ clock, ...options }: LaneOptions) {
    this.#clock = clock;
    this.#gate = new Gate({ ...options, now: () => clock.now() });
  }

  /** Runs `attempt` in turn, and again after a 429 while the deadline allows it. */
  async send(slot: Slot, attempt: () => Promise<WireResponse>): Promise<WireResponse> {
    let place = placeOf(slot, this.#tickets++, this.#clock.now());
    for (;;) {
      const turn = await this.#enter(slot, place);
      const answer = await this.#carry(turn, attempt);
      if (answer.status !== 429) return answer;
      place = frontOf(place);
    }
  }

  #enter(slot: Slot, place: Place): Promise<Turn> {
    return new Promise((grant, refuse) => {
      const waiter = { slot, place, grant, refuse };
      this.#queue.add(waiter);
      this.#advance();
      if (this.#queue.has(waiter)) this.#keep(waiter);
    });
  }

  /** Lets a newcomer wait, unless it is known that its turn comes too late. */
  #keep(waiter: Waiter<Turn>): void {
    const now = this.#clock.now();
    const start = this.#gate.earliestStarts(now)(this.#queue.ahead(waiter));
    if (start >= waiter.slot.deadline) {
      this.#turnAway(waiter, start - now);
      this.#advance();
      return;
    }
    this.#firstDeadline = Math.min(this.#firstDeadline, waiter.slot.deadline);
    this.#wakeAt(this.#firstDeadline);
  }

  async #carry(turn: Turn, attempt: () => Promise<WireResponse>): Promise<WireResponse> {
    try {
      const answer = await attempt();
      this.#gate.answered(turn, answer);
      if (answer.status === 429) this.#refuseLate();
      return answer;
    } catch (error) {
      this.#gate.failed(turn, error instanceof TransportFailure ? error.phase : "sent");
      throw error;
    } finally {
      this.#advance();
    }
  }

  /** Grants all turns there are, and sees to it that the next one is not missed. */
  #advance(): void {
    while (this.#queue.size > 0) {
      const now = this.#clock.now();
      const opensAt = this.#gate.opensAt(now);
      const next = opensAt > now ? opensAt : this.#grantNext(now);
      if (next === "granted") continue;
      this.#wakeAt(next);
      return;
    }
    // A timer that nobody waits for would keep the process alive.
    if (this.#alarmAt !== Infinity) this.#alarm.abort();
    this.#alarmAt = Number.POSITIVE_INFINITY;
  }

  /** Grants the next turn, or says when there may be one. */
  #grantNext(now: number): "granted" | number {
    let next = Number.POSITIVE_INFINITY;
    for (const waiter of this.#queue.heads()) {
      const { priority, deadline } = waiter.slot;
      if (deadline <= now) {
        this.#turnAway(waiter, 0);
        continue;
      }
      const turn = this.#gate.admit(priority, deadline);
      if (typeof turn === "object") {
        this.#queue.remove(waiter);
        waiter.grant(turn);
        return "granted";
      }
      next = Math.min(next, turn);
    }
    return next;
  }

  /** Who cannot wait for the end of a pause need not wait for its beginning. */
  #refuseLate(): void {
    const now = this.#clock.now();
    const startOf = this.#gate.earliestStarts(now);
    let position = 0;
    this.#firstDeadline = Number.POSITIVE_INFINITY;
    for (const waiter of this.#queue.all()) {
      const { deadline, priority } = waiter.slot;
      const start = startOf(position);
      if (start >= deadline) {
        this.#turnAway(waiter, start - now);
        continue;
      }
      if (priority !== "wait") position += 1;
      this.#firstDeadline = Math.min(this.#firstDeadline, deadline);
    }
  }

  #turnAway(waiter: Waiter<Turn>, waitMs: number): void {
    this.#queue.remove(waiter);
    waiter.refuse(tooLate(waiter, waitMs));
  }

  #wakeAt(time: number): void {
    if (time >= this.#alarmAt) return;
    this.#alarm.abort();
    this.#alarm = new AbortController();
    this.#alarmAt = time;
    const wait = Math.max(1, time - this.#clock.now());
    this.#clock.sleep(wait, this.#alarm.signal).then(
      () => {
        this.#alarmAt = Number.POSITIVE_INFINITY;
        if (this.#clock.now() >= this.#firstDeadline) this.#refuseLate();
        this.#wakeAt(this.#firstDeadline);
        this.#advance();
      },
      () => undefined,
    );
  }
}

function tooLate({ slot: { label }, place }: Waiter<Turn>, waitMs: number): HostingError {
  if (waitMs > 0) {
    return new HostingError(
      "rateLimit",
      `${label} was not carried out: the platform's request limit allows it in ${Math.ceil(waitMs / 1000)} s at the earliest, and the operation's time is over before. Other programs may share this key; lower \`--parallel\`, raise \`timeouts\` or use a key per stack.`,
    );
  }
  if (isRefused(place)) {
    return new HostingError(
      "rateLimit",
      `${label} was not carried out: the platform refused it for its request limit until the operation's time was over. Other programs may share this key; lower \`--parallel\`, raise \`timeouts\` or use a key per stack.`,
    );
  }
  return new HostingError(
    "unsent",
    `${label} was not sent: the operation's time was over before its turn came. Nothing was changed by it; raise the resource's \`timeouts\` and try again.`,
  );
}
