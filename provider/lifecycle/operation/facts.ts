import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import type { Messages } from "../../display.ts";
import type { Context } from "./context.ts";
import type { Routes } from "./routes.ts";
import type { Deadline, OperationName } from "./timeouts.ts";

/** The subject of an operation, for its parts. */
export interface OperationFacts {
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
  /** True once the object answered to the key in use. */
  isSeen: boolean;
}
