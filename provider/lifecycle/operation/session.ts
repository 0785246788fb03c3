import { effectOf } from "../../../contract/effects.ts";
import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { namedKinds } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/naming.ts";
import { type Limit, unlessStopped } from "../../cancellation.ts";
import type {
  Definition,
  Look,
  Missing,
  Props,
  Session,
  SessionRequest,
  Sighting,
} from "../../definition/definition.ts";
import type { ProbeResult, ProbeTarget } from "../../definition/probe.ts";
import { HostingError } from "../../errors.ts";
import type { ApiRequest } from "../../http/api.ts";
import type { Intent } from "../create-once/intent.ts";
import type { Snapshot } from "../lists/list-cache.ts";
import { isNamed, type LookupSession, lookUp, sharedList } from "./lookup.ts";
import { collectionOf } from "../existence/roll-call.ts";
import { deadlineFor, type Operation } from "../state/timeouts.ts";
import { objectsChangedBy } from "../waiting/object-locks.ts";
import type { Context } from "./context.ts";
import { KnownRoutes } from "./routes.ts";
import { Messages } from "./messages.ts";
import { aboutOf, withSubject } from "../state/subject.ts";

/** One operation on one object: calls within its deadline, and what it learns about routes. */
export class OperationSession extends KnownRoutes implements Session, LookupSession {
  readonly subject: string;
  readonly statusField: string;
  readonly startedAt: number;
  readonly deadline: number;
  readonly #context: Context;
  readonly #operation: Operation;
  readonly #messages: Messages;
  #freshSince: number;
  #isWaiting = false;
  #intent: Intent | undefined;
  /** What the last look needed besides the shared list. */
  #gets = 0;
  #doubt: string | undefined;

  constructor(
    context: Context,
    definition: Definition,
    work: { operation: Operation; props: Props },
  ) {
    super(context, work.props);
    this.#context = context;
    this.#operation = work.operation;
    const about = aboutOf(definition, work.props);
    this.subject = about.subject;
    this.#messages = new Messages(context.display, about);
    this.statusField = context.assumptions["fields.status"];
    this.startedAt = context.clock.now();
    this.deadline = this.startedAt + deadlineFor(definition, work.operation, work.props);
    // A refresh is content with any list of this run, so all its reads share one per kind.
    this.#freshSince = work.operation === "read" ? context.lists.validSince : this.startedAt;
  }

  get assumptions() {
    return this.#context.assumptions;
  }

  get apiKeyId() {
    return this.#context.apiKeyId;
  }

  get removableOwners() {
    return this.#context.removableOwners;
  }

  /** From when on a list shows everything that this operation has to know. */
  get freshSince(): number {
    return this.#freshSince;
  }

  /** True while it waits for the object: requests then give way to those that change something. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Why the object's absence from an answer proves nothing, if there was such an answer. */
  get doubtful(): string | undefined {
    return this.#doubt;
  }

  /** From now on a request that creates is noted before it leaves. */
  creates(intent: Intent): void {
    this.#intent = intent;
  }

  async call(endpoint: Endpoint, request: SessionRequest = {}): Promise<Json> {
    if (endpoint.method !== "GET") return this.#write(endpoint, request);
    this.#gets += 1;
    return this.#send(endpoint, request).catch((error: unknown) => {
      throw withSubject(error, this.subject);
    });
  }

  async list(
    endpoint: Endpoint,
    params: Readonly<Record<string, string>> = {},
    notBefore = this.#freshSince,
  ): Promise<Snapshot> {
    const key = JSON.stringify([endpoint.prefix, endpoint.path, params]);
    const want = { ...this.#limit("a list that others asked for as well"), notBefore };
    const snapshot = await this.#context.lists
      .get(key, want, () => this.#send(endpoint, { params }))
      .catch((error: unknown) => {
        throw withSubject(error, this.subject);
      });
    // A list inside of an object shows that the object is there.
    if (endpoint.path.includes("{")) this.#context.roll.notePresent(collectionOf(endpoint));
    return snapshot;
  }

  async lookUp(kind: Kind, id: string, isIt = isNamed(kind, id)): Promise<Sighting> {
    const { roll, sightings } = this.#context;
    const collection = this.collection(kind);
    this.#gets = 0;
    const sighting = await roll.during(collection, () => lookUp(this, { kind, id, isIt }));
    if (sighting.outcome === "seen") {
      sightings.noteSeen(kind, id);
      roll.notePresent(collection);
    }
    if (sighting.outcome === "awaited") {
      this.#doubt = "what was created a moment ago may not be shown yet";
    }
    return sighting;
  }

  async watch<T>(kind: Kind, first: Missing, look: () => Promise<Look<T>>): Promise<T> {
    const { clock, pace } = this.#context;
    const since = clock.now();
    const process = { kind, operation: this.#operation };
    const intervalAfter = pace.begin(process);
    let found: Look<T> = first;
    this.#isWaiting = true;
    try {
      for (let looks = 0; "waitingFor" in found; looks += 1) {
        const interval = intervalAfter({ elapsed: clock.now() - since, looks });
        await this.#nextLook(kind, { interval, missing: found });
        found = await look();
      }
    } finally {
      this.#isWaiting = false;
    }
    pace.learn(process, clock.now() - since);
    return found.done;
  }

  /** What answers to this process's own writes say about objects. */
  get sightings() {
    return this.#context.sightings;
  }

  isAwaited(kind: Kind, id: string): boolean {
    return this.sightings.isAwaited(kind, id);
  }

  /** Never a name in a create: it may just have made an object of the same name again. */
  isDeleted(kind: Kind, id: string): boolean {
    const mayReturn = this.#operation === "create" && namedKinds.has(kind);
    return !mayReturn && this.sightings.isDeleted(kind, id);
  }

  doubt({ method, prefix, path }: Endpoint): void {
    this.#doubt = `what ${method} ${prefix}${path} answers may be a part of a longer list`;
  }

  probe(target: ProbeTarget): Promise<ProbeResult> {
    return this.#context.probe(target);
  }

  now(): number {
    return this.#context.clock.now();
  }

  async pause(milliseconds: number, waitingFor: string, state?: string): Promise<void> {
    await this.pauseUntil(this.#context.clock.now() + milliseconds, waitingFor, state);
    this.#mustShow(this.#context.clock.now());
  }

  async pauseUntil(time: number, waitingFor: string, state = waitsFor(waitingFor)): Promise<void> {
    const { clock, progress } = this.#context;
    if (time > this.deadline) throw this.#limit(waitingFor).late();
    await this.#showing(state, async () => {
      const now = clock.now();
      progress.tell(now);
      if (time > now) await this.#unlessStopped(clock.sleep(time - now));
    });
  }

  show(state: string): void {
    this.#messages.status(state);
  }

  inform(text: string): void {
    this.#messages.inform(text);
  }

  warn(text: string): void {
    this.#messages.warn(text);
  }

  warnOfAll(text: string): void {
    this.#messages.warnOfAll(text);
  }

  /** Waits with all others whose looks are answered by the same list. */
  async #nextLook(kind: Kind, wait: { interval: number; missing: Missing }): Promise<void> {
    const { waitingFor, state = waitsFor(waitingFor) } = wait.missing;
    const waiting = { ...this.#limit(waitingFor), interval: wait.interval };
    const next = () => this.#context.looks.next(this.#group(kind), waiting);
    this.#mustShow(await this.#showing(state, () => this.#unlessStopped(next())));
  }

  /** Lets people know how it stands while something is waited for. */
  async #showing<T>(state: string, wait: () => Promise<T>): Promise<T> {
    const { clock, progress } = this.#context;
    progress.begin(this, state, clock.now());
    try {
      return await wait();
    } finally {
      progress.end(this);
    }
  }

  #unlessStopped<T>(wait: Promise<T>): Promise<T> {
    return unlessStopped(this.#context.stopping, wait, this.subject);
  }

  /** Where each look needs a request for this object alone, it looks at its own times. */
  #group(kind: Kind): string {
    const list = this.#gets > 0 ? undefined : sharedList(this, kind);
    return list === undefined ? `${this.subject} alone` : collectionOf(list);
  }

  async #write(endpoint: Endpoint, request: SessionRequest): Promise<Json> {
    const { lists, locks } = this.#context;
    const limit = this.#limit("another change of the same object to end");
    return locks.hold(objectsChangedBy(endpoint, request), limit, async () => {
      try {
        return await this.#send(endpoint, request);
      } catch (error) {
        throw withSubject(error, this.subject);
      } finally {
        lists.noteWrite();
        this.#mustShow(lists.validSince);
      }
    });
  }

  /** From now on a list that was asked for before that time is too old. */
  #mustShow(time: number): void {
    this.#freshSince = Math.max(this.#freshSince, time);
  }

  #send(endpoint: Endpoint, request: SessionRequest): Promise<Json> {
    const { api, journal } = this.#context;
    const intent = effectOf(endpoint) === "create" ? this.#intent : undefined;
    const more = {
      ...(endpoint.method === "GET" ? { priority: this.#priority } : {}),
      ...(intent === undefined ? {} : { sending: () => journal.sent(intent) }),
    };
    return api.call(endpoint, { ...request, ...more, deadline: this.deadline });
  }

  get #priority(): NonNullable<ApiRequest["priority"]> {
    if (this.#operation === "read") return "read";
    return this.#operation === "delete" && !this.#isWaiting ? "resolve" : "wait";
  }

  #limit(waitingFor: string): Limit {
    const { subject, startedAt, deadline } = this;
    const late = () => {
      const seconds = Math.round((deadline - startedAt) / 1000);
      return new HostingError(
        "timeout",
        `${subject} is not done after ${seconds} s, still waiting for ${waitingFor}. Run \`pulumi up\` again to go on, or give it more time with \`timeouts\`.`,
      );
    };
    return { deadline, late };
  }
}

/** How it stands where nothing better is known. */
function waitsFor(waitingFor: string): string {
  return `waits for ${waitingFor}`;
}
