import { type Endpoint, effectOf, type Kind, kindOf } from "../../../contract/endpoints.ts";
import { allKinds, idPrefixes, isCalled, isNoun, isPathSegment } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/naming.ts";
import type { SessionRequest } from "../../definition/session.ts";
import type { Messages } from "../../display.ts";
import type { ApiRequest } from "../../http/api.ts";
import { listingOf, type Snapshot } from "../lists/lists.ts";
import { idIn } from "../state/ids.ts";
import { withSubject } from "../state/subject.ts";
import type { Deadline, OperationName } from "../state/timeouts.ts";
import { objectsChangedBy } from "../waiting/object-locks.ts";
import type { Context } from "./context.ts";
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
    let head: Head | undefined;
    const headed = (given: Head) => {
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
    this.#of.witness.refuseAnother();
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
      waiting: (words) => this.#of.messages.show(`waiting while it is busy: ${words}`),
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
type Head = Parameters<NonNullable<ApiRequest["headed"]>>[0];

/** The operation that asks. */
interface Requester {
  readonly name: OperationName;
  readonly subject: string;
  readonly deadline: Deadline;
  readonly messages: Messages;
  readonly routes: Routes;
  readonly witness: Witness;
}

/**
 * An answer about one object without the envelopes that some platforms put around it, like
 * `{ data: { id, … } }`; the spec shows no answer whole (spec 4 note 1). What stands beside the object
 * in the envelope, like the credentials of a bucket, is kept. An object of another kind is no content.
 */
export function withoutEnvelope(answer: Json, kind?: Kind): Json {
  return isObject(answer) ? opened(answer, kind) : answer;
}

/** What is known of a new object when the answer to its creation is empty: where it is. */
export function atLocation({ status, headers }: Head, kind: Kind | undefined): Json {
  const id = /([^/?#]*)\/?(?:[?#]|$)/.exec(headers["location"] ?? "")?.[1] ?? "";
  return status === 201 && hasPrefix({ id }, kind) && isPathSegment(id) ? { id } : null;
}

function opened(answer: JsonObject, kind: Kind | undefined): JsonObject {
  const parts = Object.entries(answer).flatMap(([key, value]) => {
    if (!isObject(value) || isOther(key)) return [];
    const object = wrappers.test(key) ? opened(value, kind) : value;
    return isNamed(object) ? [{ key, object }] : [];
  });
  if (kind === undefined) return beside(answer, isNamed(answer) ? [] : parts);
  const own = parts.filter((part) => isOwn(part, kind));
  if (isNamed(answer)) {
    const better = own.filter((part) => outranks(part, answer, kind));
    return beside(answer, better);
  }
  const others = parts.filter((part) => !isForeign(part, kind));
  return beside(answer, own.length === 0 ? others : own);
}

/** Without its envelope, where it is clear which object is meant. */
function beside(answer: JsonObject, parts: readonly Part[]): JsonObject {
  const [part] = parts;
  if (part === undefined || parts.length > 1) return answer;
  const rest = Object.entries(answer).filter(([name]) => name !== part.key);
  return { ...Object.fromEntries(rest), ...part.object };
}

/** True where the id beside the object is that of something else, like a request. */
function outranks({ key, object }: Part, answer: JsonObject, kind: Kind): boolean {
  if (idPrefixes[kind] !== undefined) return hasPrefix(object, kind) && !hasPrefix(answer, kind);
  return !("name" in answer) && (wrappers.test(key) || isNoun(key, kind));
}

function isOwn({ key, object }: Part, kind: Kind): boolean {
  return wrappers.test(key) || isCalled(key, kind) || hasPrefix(object, kind);
}

/** True for what is called like another kind, or has an id of its shape. */
function isForeign({ key, object }: Part, kind: Kind): boolean {
  const others = allKinds.filter((other) => other !== kind);
  return others.some((other) => isCalled(key, other) || hasPrefix(object, other));
}

/** Envelopes of whatever is asked for. */
const wrappers = /^(data|items?|results?|response|payload|object|resource|body)$/i;

/** What stands beside an object, and is none that was asked for: a job, its maker, where it belongs. */
function isOther(key: string): boolean {
  return /^(action|operation|job|task|event|request|project|organi[sz]ation|account|team|owner|user|creator|region|zone|location|host|vpc|subnet|plan|size|flavor|template|parent|source|links?|meta|pagination)s?$|_?type$/i.test(
    key,
  );
}

function hasPrefix(object: JsonObject, kind: Kind | undefined): boolean {
  const prefix = kind === undefined ? undefined : idPrefixes[kind];
  return prefix !== undefined && idIn(object)?.startsWith(prefix) === true;
}

function isNamed(object: JsonObject): boolean {
  return "id" in object || "name" in object;
}

type JsonObject = Readonly<Record<string, Json>>;

type Part = { readonly key: string; readonly object: JsonObject };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
