import { type Endpoint, effectOf, kindOf } from "../../../contract/endpoints.ts";
import type { Json } from "../../../contract/naming.ts";
import type { SessionRequest } from "../../definition/session.ts";
import type { AnswerHead, ApiRequest } from "../../http/api.ts";
import { listingOf, type Snapshot } from "../lists/lists.ts";
import { withSubject } from "../state/subject.ts";
import type { Deadline, OperationName } from "../state/timeouts.ts";
import { objectsChangedBy } from "../waiting/object-locks.ts";
import type { Context } from "./context.ts";
import { atLocation, withoutEnvelope } from "./envelope.ts";
import type { Routes } from "./routes.ts";
import type { Witness } from "./witness.ts";

/** The requests of one operation: within its time, its changes one after the other, its lists fresh enough. */
export class Requests {
  readonly #context: Context;
  readonly #of: Requester;
  #beforeCreate: (() => void) | undefined;
  #freshSince: number;
  #isPolling = false;
  #gets = 0;

  constructor(context: Context, of: Requester) {
    this.#context = context;
    this.#of = of;
    // A refresh is content with any list of this run, so all its reads share one per kind.
    this.#freshSince = of.name === "read" ? context.memory.writtenAt : of.deadline.startedAt;
  }

  /** From now on this is done before a request that creates leaves. */
  beforeCreate(note: () => void): void {
    this.#beforeCreate = note;
  }

  async call(endpoint: Endpoint, request: SessionRequest = {}): Promise<Json> {
    const kind = kindOf(endpoint);
    if (endpoint.method === "GET") {
      this.#gets += 1;
      return withoutEnvelope(await this.#named(this.#send(endpoint, request)), kind);
    }
    let head: AnswerHead | undefined;
    const headed = (given: AnswerHead) => {
      head = given;
    };
    const answer = await this.#write(endpoint, { ...request, headed });
    return answer === null && head !== undefined
      ? atLocation(head, kind)
      : withoutEnvelope(answer, kind);
  }

  /** A list that this operation may use; asked for at `notBefore` or later, when that is given. */
  async list(
    endpoint: Endpoint,
    params: Readonly<Record<string, string>> = {},
    notBefore = this.#freshSince,
  ): Promise<Snapshot> {
    const { lists } = this.#context;
    const key = JSON.stringify([endpoint.prefix, endpoint.path, params]);
    const limit = this.#of.deadline.limit("a list that others asked for as well");
    const load = () => listingOf((headed) => this.#send(endpoint, { params, headed }));
    return this.#named(lists.get(key, { ...limit, notBefore }, load));
  }

  /** From when on a list shows everything that this operation has to know. */
  get freshSince(): number {
    return this.#freshSince;
  }

  /** From now on a list that was asked for before that time is too old. */
  mustShow(time: number): void {
    this.#freshSince = Math.max(this.#freshSince, time);
  }

  /** Begins a look at the object. */
  beginLook(): void {
    this.#gets = 0;
  }

  /** True when the latest look needed requests for this object alone. */
  get looksAlone(): boolean {
    return this.#gets > 0;
  }

  /** True while looks at the object follow each other. */
  get isPolling(): boolean {
    return this.#isPolling;
  }

  /** Requests of `work` that only look give way to those that change something. */
  async polling<T>(work: () => Promise<T>): Promise<T> {
    this.#isPolling = true;
    try {
      return await work();
    } finally {
      this.#isPolling = false;
    }
  }

  async #write(endpoint: Endpoint, request: SessionRequest & Headed): Promise<Json> {
    const { locks, memory } = this.#context;
    const limit = this.#of.deadline.limit("another change of the same object to end");
    return locks.hold(objectsChangedBy(endpoint, request), limit, async () => {
      try {
        const answer = await this.#named(this.#send(endpoint, request));
        this.#of.routes.trust(endpoint);
        this.#of.witness.noteWritten(endpoint);
        return answer;
      } finally {
        memory.noteWrite();
        this.mustShow(memory.writtenAt);
      }
    });
  }

  #send(endpoint: Endpoint, request: SessionRequest & Headed): Promise<Json> {
    const sending = effectOf(endpoint) === "create" ? this.#beforeCreate : undefined;
    return this.#context.api.call(endpoint, {
      ...request,
      ...(endpoint.method === "GET" ? { priority: this.#priority } : {}),
      ...(sending === undefined ? {} : { sending }),
      deadline: this.#of.deadline.at,
    });
  }

  get #priority(): NonNullable<ApiRequest["priority"]> {
    if (this.#of.name === "read") return "read";
    return this.#of.name === "delete" && !this.#isPolling ? "resolve" : "wait";
  }

  /** Every failure says which object it is about. */
  #named<T>(answer: Promise<T>): Promise<T> {
    return answer.catch((error: unknown) => {
      throw withSubject(error, this.#of.subject);
    });
  }
}

type Headed = Pick<ApiRequest, "headed">;

/** The operation that asks. */
interface Requester {
  readonly name: OperationName;
  readonly subject: string;
  readonly deadline: Deadline;
  readonly routes: Routes;
  readonly witness: Witness;
}
