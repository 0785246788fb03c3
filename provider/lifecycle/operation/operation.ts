import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import type { Messages } from "../../display.ts";
import { messagesOf, subjectOf } from "../identity/subject.ts";
import type { Context } from "./context.ts";
import type { OperationFacts } from "./facts.ts";
import { keysThatSaw } from "./known-keys.ts";
import { Requests } from "./requests.ts";
import { Routes } from "./routes.ts";
import { Deadline, type OperationName, timeFor } from "./timeouts.ts";
import { Waiting } from "./waiting.ts";

/** One operation on one object: what it is about, and its parts. */
export class Operation implements OperationFacts {
  readonly context: Context;
  readonly definition: Definition;
  readonly name: OperationName;
  readonly id: string | undefined;
  readonly props: Props;
  readonly keys: readonly string[];
  readonly subject: string;
  readonly deadline: Deadline;
  readonly messages: Messages;
  readonly routes: Routes;
  readonly requests: Requests;
  readonly waiting: Waiting;
  /** Answers to reads of the object only: the answer of a write may just repeat what was sent. */
  looked: Observed = {};
  /** Outputs that the answer to a create showed, and nothing will show again. */
  shownOnce: Props = {};
  isSeen = false;

  /** @throws HostingError where no key is set, before anything is noted or sent. */
  constructor(
    context: Context,
    definition: Definition,
    { name, id, props }: { name: OperationName; id?: string; props: Props },
  ) {
    if (context.missingKey !== undefined) throw context.missingKey;
    this.context = context;
    this.definition = definition;
    this.name = name;
    this.id = id;
    this.props = props;
    this.keys = keysThatSaw(props);
    this.subject = subjectOf(definition, props);
    this.messages = messagesOf(context.display, definition, props);
    const now = context.clock.now();
    this.deadline = new Deadline(this.subject, now, now + timeFor(definition, name, props));
    this.routes = new Routes(context, props);
    this.requests = new Requests(this);
    this.waiting = new Waiting(this, this.requests);
  }
}
