import { type Endpoint, effectOf, type Kind, kindOf } from "../../../contract/endpoints.ts";
import { idPrefixes, isPathSegment } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/naming.ts";
import type { SessionRequest } from "../../definition/session.ts";
import type { ApiRequest } from "../../http/api.ts";
import { withSubject } from "../identity/subject.ts";
import type { Snapshot } from "../lists/list-cache.ts";
import { secretTexts } from "../record/secrets.ts";
import { withoutEnvelope } from "./envelope.ts";
import type { OperationFacts } from "./facts.ts";
import { noteAnswered } from "./known-keys.ts";
import { objectsChangedBy } from "./object-locks.ts";
import { sharedList } from "./shared-list.ts";

/** The requests of one operation: within its time, its changes one after the other, its lists fresh enough. */
export class Requests {
  readonly #of: OperationFacts;
  #beforeCreate: (() => Promise<void>) | undefined;
  #freshSince: number;
  #isPolling = false;
  #isResolving = false;
  #hasSentCreate = false;
  #gets = 0;

  constructor(of: OperationFacts) {
    this.#of = of;
    // A refresh is content with any list since the latest write of this run, so all its reads share one per kind.
    this.#freshSince =
      of.name === "read" ? of.context.memory.writes.latestAt : of.deadline.startedAt;
  }

  /** From now on this is done before a request that creates leaves. */
  beforeCreate(note: () => Promise<void>): void {
    this.#beforeCreate = async () => {
      await note();
      this.#hasSentCreate = true;
    };
  }

  /** True once a request that creates was about to leave. */
  get hasSentCreate(): boolean {
    return this.#hasSentCreate;
  }

  /** The answer of an endpoint about one object, without its envelope; a write waits for others of the object. */
  async call(endpoint: Endpoint, request: SessionRequest = {}): Promise<Json> {
    const kind = kindOf(endpoint);
    if (endpoint.method === "GET") {
      this.#gets += 1;
      return withoutEnvelope(await this.#named(this.#send(endpoint, request)), kind);
    }
    let head: Head | undefined;
    const headed = (given: Head) => {
      head = given;
    };
    const answer = await this.#write(endpoint, { ...request, headed });
    return answer === null && head !== undefined
      ? atLocation(head, kind)
      : withoutEnvelope(answer, kind);
  }

  /** A list that this operation may use, read to its end; asked for at `notBefore` or later. */
  async list(
    endpoint: Endpoint,
    params: Readonly<Record<string, string>> = {},
    notBefore = this.#freshSince,
  ): Promise<Snapshot> {
    const limit = this.#of.deadline.limit("a list that others asked for as well");
    const wanted = { endpoint, params, want: { ...limit, notBefore } };
    const send = (page: SessionRequest & Headed) => this.#send(endpoint, page);
    return this.#named(sharedList(this.#of.context, wanted, send));
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

  /** Requests of `work` look for a create whose outcome is not known. */
  async resolving<T>(work: () => Promise<T>): Promise<T> {
    this.#isResolving = true;
    try {
      return await work();
    } finally {
      this.#isResolving = false;
    }
  }

  async #write(endpoint: Endpoint, request: SessionRequest & Headed): Promise<Json> {
    const { locks, memory } = this.#of.context;
    const limit = this.#of.deadline.limit("another change of the same object to end");
    return locks.hold(objectsChangedBy(endpoint, request), limit, async () => {
      try {
        const answer = await this.#named(this.#send(endpoint, request));
        this.#of.routes.trust(endpoint);
        if (effectOf(endpoint) !== "create") noteAnswered(this.#of);
        this.#of.isSeen = true;
        return answer;
      } finally {
        memory.writes.noteWrite();
        this.mustShow(memory.writes.latestAt);
      }
    });
  }

  #send(endpoint: Endpoint, request: SessionRequest & Headed): Promise<Json> {
    const sending = effectOf(endpoint) === "create" ? this.#beforeCreate : undefined;
    return this.#of.context.api.call(endpoint, {
      ...request,
      secrets: secretTexts(this.#of.definition, this.#of.props),
      // Rule 11: deletes and lost creates come first.
      urgent: this.#of.name === "delete" || this.#isResolving,
      ...(sending === undefined ? {} : { sending }),
      waiting: (words) => this.#of.messages.show(`waiting while it is busy: ${words}`),
      deadline: this.#of.deadline.at,
    });
  }

  /** Every failure says which object it is about. */
  #named<T>(answer: Promise<T>): Promise<T> {
    return answer.catch((error: unknown) => {
      throw withSubject(error, this.#of.subject);
    });
  }
}

type Headed = Pick<ApiRequest, "headed">;
type Head = Parameters<NonNullable<ApiRequest["headed"]>>[0];

/** A 201 with an empty body says by its `Location` what was made. */
function atLocation({ status, headers }: Head, kind: Kind | undefined): Json {
  const id = /([^/?#]*)\/?(?:[?#]|$)/.exec(headers["location"] ?? "")?.[1] ?? "";
  const prefix = kind === undefined ? undefined : idPrefixes[kind];
  const isId = prefix !== undefined && id.startsWith(prefix) && isPathSegment(id);
  return status === 201 && isId ? { id } : null;
}
