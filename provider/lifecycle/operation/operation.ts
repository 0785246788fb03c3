import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { Messages } from "../../display.ts";
import { aboutOf } from "../state/subject.ts";
import { Deadline, type OperationName, timeFor } from "../state/timeouts.ts";
import type { Context } from "./context.ts";
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
