import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props, Session } from "../../definition/session.ts";
import { Messages } from "../../display.ts";
import { heldAs } from "../state/ids.ts";
import { aboutOf } from "../state/subject.ts";
import { Deadline, type OperationName, timeFor } from "../state/timeouts.ts";
import type { Context } from "./context.ts";
import { lookUp } from "./lookup.ts";
import { takeAwayPart } from "./removal.ts";
import { Requests } from "./requests.ts";
import { Routes } from "./routes.ts";
import { Waiting } from "./waiting.ts";
import { Witness } from "./witness.ts";

/** One operation on one object: what it is about, and its parts. */
export class Operation {
  readonly context: Context;
  readonly definition: Definition;
  readonly name: OperationName;
  /** The id of the object, where it has one. */
  readonly id: string | undefined;
  /** A deletion of the object that began before: that it is missing is no surprise then. */
  readonly deletion: ReturnType<Context["journal"]["deletionOf"]>;
  /** The object in words, e.g. `volume "data"`. */
  readonly subject: string;
  readonly deadline: Deadline;
  readonly messages: Messages;
  readonly routes: Routes;
  readonly requests: Requests;
  readonly waiting: Waiting;
  readonly witness: Witness;
  /** What looks at the object showed: what answers a write may just repeat what was sent. */
  looked: Observed = {};
  /** Outputs that the answer to a create showed, and nothing will show again. */
  shownOnce: Props = {};
  /** Set by looks: the id of what lists proved to be gone, which need not be proven once more. */
  provedGone: string | undefined;
  /** Set by a create that made an object: true for what is shown of one that had its name before. */
  isFormer: (shown: Props) => boolean = () => false;

  /** `props` are inputs or a state: they say who it is, how long it may take and which routes are known. */
  constructor(
    context: Context,
    definition: Definition,
    { name, id, props }: { name: OperationName; id?: string; props: Props },
  ) {
    this.context = context;
    this.definition = definition;
    this.name = name;
    this.id = id;
    this.deletion =
      id === undefined ? undefined : context.journal.deletionOf({ type: heldAs(definition), id });
    const about = aboutOf(definition, props);
    this.subject = about.subject;
    this.messages = new Messages(context.display, about);
    const now = context.clock.now();
    this.deadline = new Deadline(this.subject, now, now + timeFor(definition, name, props));
    this.routes = new Routes(context, props);
    this.requests = new Requests(context, this);
    this.waiting = new Waiting(context, this);
    this.witness = new Witness(context, this, props);
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
    lookUp: (kind, id, finding) => lookUp(operation, { kind, id, finding }),
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
