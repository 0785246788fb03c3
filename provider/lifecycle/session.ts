import type { ApiRequest } from "../api.ts";
import type { Endpoint, Kind } from "../contract/endpoints.ts";
import type { Json } from "../contract/naming.ts";
import { findRoute, type Verb } from "../contract/routes.ts";
import type { Definition, Listing, Props, Session, SessionRequest, Sighting } from "../define.ts";
import { HostingError } from "../errors.ts";
import type { ProbeResult, ProbeTarget } from "../probe.ts";
import type { Context } from "./context.ts";
import { isNamed, type LookupSession, lookUp } from "./lookup.ts";
import { hidden, isRecord, learnedRoutes } from "./state.ts";
import { deadlineFor, type Operation } from "./timeouts.ts";

/** Seconds between lines that say what is waited for. */
const progressSeconds = 15;

/** One operation on one object: calls within its deadline, and what it learns about routes. */
export class OperationSession implements Session, LookupSession {
  readonly subject: string;
  readonly statusField: string;
  readonly startedAt: number;
  readonly deadline: number;
  readonly #context: Context;
  readonly #learned: Record<string, string>;
  #freshSince: number;
  #nextProgress: number;

  constructor(
    context: Context,
    definition: Definition,
    work: { operation: Operation; props: Props },
  ) {
    this.#context = context;
    this.subject = subjectOf(definition, work.props);
    this.statusField = context.assumptions["fields.status"];
    this.startedAt = context.clock.now();
    this.deadline = this.startedAt + deadlineFor(definition, work.operation, work.props);
    this.#learned = learnedRoutes(work.props);
    // A refresh is content with any list of this run, so all its reads share one per kind.
    this.#freshSince = work.operation === "read" ? context.lists.validSince : this.startedAt;
    this.#nextProgress = this.startedAt + progressSeconds * 1000;
  }

  get assumptions() {
    return this.#context.assumptions;
  }

  get apiKeyId() {
    return this.#context.apiKeyId;
  }

  /** What is known about routes now, to be kept with the object. */
  get learned(): Readonly<Record<string, string>> {
    return this.#learned;
  }

  route(kind: Kind, verb: Verb): Endpoint | undefined {
    const route = findRoute(kind, verb, this.assumptions);
    const allowed = route?.standing === "documented" || this.#context.assumedRoutes === "try";
    return allowed && this.#learned[`${kind}.${verb}`] !== "none" ? route : undefined;
  }

  async call(endpoint: Endpoint, request: SessionRequest = {}): Promise<Json> {
    const sent: ApiRequest = { ...request, deadline: this.deadline };
    try {
      return await this.#context.api.call(endpoint, sent);
    } catch (error) {
      throw withSubject(error, this.subject);
    } finally {
      if (endpoint.method !== "GET") {
        this.#context.lists.noteWrite();
        this.#freshSince = this.#context.lists.validSince;
      }
    }
  }

  async list(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): Promise<Listing> {
    const key = JSON.stringify([endpoint.prefix, endpoint.path, params]);
    return this.#context.lists.get(key, this.#freshSince, () => this.call(endpoint, { params }));
  }

  async lookUp(kind: Kind, id: string, isIt = isNamed(kind, id)): Promise<Sighting> {
    return lookUp(this, { kind, id, isIt });
  }

  isTrusted(kind: Kind, verb: Verb): boolean {
    const documented = findRoute(kind, verb, this.assumptions)?.standing === "documented";
    return documented || this.#learned[`${kind}.${verb}`] === "works";
  }

  trust(kind: Kind, verb: Verb): void {
    if (findRoute(kind, verb, this.assumptions)?.standing === "assumed") {
      this.#learned[`${kind}.${verb}`] = "works";
    }
  }

  /** True while no route that reads this kind is known to work. */
  mustLearn(kind: Kind): boolean {
    const routes = this.route(kind, "get") ?? this.route(kind, "list");
    return routes !== undefined && !this.isTrusted(kind, "get") && !this.isTrusted(kind, "list");
  }

  /** Remembers that the platform has no such route. */
  ruleOut(kind: Kind, verb: Verb): void {
    this.#learned[`${kind}.${verb}`] = "none";
  }

  probe(target: ProbeTarget): Promise<ProbeResult> {
    return this.#context.probe(target);
  }

  now(): number {
    return this.#context.clock.now();
  }

  async pause(milliseconds: number, waitingFor: string): Promise<void> {
    const now = this.#context.clock.now();
    if (now + milliseconds > this.deadline) {
      const seconds = Math.round((this.deadline - this.startedAt) / 1000);
      throw new HostingError(
        "timeout",
        `${this.subject} is not done after ${seconds} s, still waiting for ${waitingFor}. Run \`pulumi up\` again to go on, or give it more time with \`timeouts\`.`,
      );
    }
    if (now >= this.#nextProgress) {
      this.#nextProgress = now + progressSeconds * 1000;
      const seconds = Math.round((now - this.startedAt) / 1000);
      this.#context.say(`${this.subject}: waiting for ${waitingFor} (${seconds} s)`);
    }
    await this.#context.clock.sleep(milliseconds);
    this.#freshSince = this.#context.clock.now();
  }

  warn(text: string): void {
    this.tell(`warning: ${this.subject}: ${text}`);
  }

  /** Shows a line that is not about this object alone; the same line is shown once. */
  tell(line: string): void {
    this.#context.say(line);
  }
}

/** `volume "data"`: how messages name an object; the logical name is what people know. */
export function subjectOf(definition: Definition, props: Props): string {
  const identity = props[hidden.identity];
  const logical = isRecord(identity) ? identity["name"] : undefined;
  const name = typeof logical === "string" ? logical : props["name"];
  return typeof name === "string" ? `${definition.noun} "${name}"` : `a ${definition.noun}`;
}

function withSubject(error: unknown, subject: string): unknown {
  if (!HostingError.isInstance(error)) return error;
  const details = error.status === undefined ? {} : { status: error.status };
  return new HostingError(error.code, `${subject}: ${error.message}`, details);
}
