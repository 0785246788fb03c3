import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props, Session } from "../../definition/session.ts";
import { Messages } from "../../display.ts";
import { takeAwayPart } from "../delete/removal.ts";
import { idNamespace } from "../identity/ids.ts";
import { keysThatSaw } from "../identity/known-keys.ts";
import { aboutOf } from "../identity/subject.ts";
import { lookUp } from "../lookup/lookup.ts";
import type { Context } from "./context.ts";
import { Requests } from "./requests.ts";
import { Routes } from "./routes.ts";
import { Deadline, type OperationName, timeFor } from "./timeouts.ts";
import { Waiting } from "./waiting.ts";

/** One operation on one object: what it is about, and its parts. */
export class Operation {
  readonly context: Context;
  readonly definition: Definition;
  readonly name: OperationName;
  /** The id of the object, where it has one. */
  readonly id: string | undefined;
  /** Inputs or a state: they say who the object is, how long it may take and which routes are known. */
  readonly props: Props;
  /** Fingerprints of the keys that saw the object. */
  readonly keys: readonly string[];
  /** The object in words, e.g. `volume "data"`. */
  readonly subject: string;
  readonly deadline: Deadline;
  readonly messages: Messages;
  readonly routes: Routes;
  readonly requests: Requests;
  readonly waiting: Waiting;
  /** What looks at the object showed: what answers a write may just repeat what was sent. */
  looked: Observed = {};
  /** Outputs that the answer to a create showed, and nothing will show again. */
  shownOnce: Props = {};
  /** True once the object answered to the key in use. */
  isSeen = false;
  /** True where one whole list without the object says that it is gone: the user, or a deletion of ours, says so too. */
  isListEnough = false;

  constructor(
    context: Context,
    definition: Definition,
    { name, id, props }: { name: OperationName; id?: string; props: Props },
  ) {
    this.context = context;
    this.definition = definition;
    this.name = name;
    this.id = id;
    this.props = props;
    this.keys = keysThatSaw(props);
    const about = aboutOf(definition, props);
    this.subject = about.subject;
    this.messages = new Messages(context.display, about);
    const now = context.clock.now();
    this.deadline = new Deadline(this.subject, now, now + timeFor(definition, name, props));
    this.routes = new Routes(context, props);
    this.requests = new Requests(context, this);
    this.waiting = new Waiting(context, this);
  }
}

/** What a hook of a resource file may use of the operation it runs in. */
export function sessionOf(operation: Operation): Session {
  const { context, deadline, subject, messages, requests, routes, waiting } = operation;
  const { assumptions, apiKeyId, clock, memory, probe, removableOwners } = context;
  return {
    subject,
    assumptions,
    apiKeyId,
    removableOwners,
    route: (kind, verb) => routes.route(kind, verb),
    call: (endpoint, request) => requests.call(endpoint, request),
    list: (endpoint, params) => requests.list(endpoint, params),
    lookUp: (kind, id, match) => lookUp(operation, { kind, id, match }),
    isOfStack: (kind, id) => memory.isHeld(kind, id),
    takeAway: (route, request, look) => takeAwayPart(operation, { route, request, look }),
    watch: (kind, first, look) => waiting.watch(kind, first, look),
    probe,
    now: () => clock.now(),
    endsAt: deadline.at,
    pause: (milliseconds, waitingFor, state) => waiting.pause(milliseconds, waitingFor, state),
    show: (state) => messages.show(state),
    warn: (text) => messages.warn(text),
  };
}

/** The object of an operation in the tables of the journal and of the run. */
export function objectOf({ definition, id = "" }: Operation) {
  return { type: idNamespace(definition), id };
}
