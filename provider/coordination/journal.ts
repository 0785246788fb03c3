import { HostingError } from "../errors.ts";

/**
 * Creates that may have happened, on this machine's disk or in a database that machines share, so that a killed process
 * loses and doubles nothing: the engine itself forgets a create whose provider dies. A row has no body, no secret and no
 * input but names. It ends when an operation is shown a state with its object, or with the run. A database that is away
 * is waited for `until` that time of the process's clock.
 */
export interface Journal extends StoppedMachines {
  find(token: string, until: number): Promise<PendingCreate | undefined>;
  /**
   * Notes that the request is about to leave; it is stored when this returns.
   *
   * @throws HostingError `unsent` when another process has the same create under way, or when it cannot be noted.
   */
  sent(intent: Intent, until: number): Promise<void>;
  /** Notes the id of what was made. */
  made(intent: Intent, id: string): Promise<void>;
  /** How far its clock is ahead of this process's: times in a state, which any machine may read, are by that clock. */
  aheadMs(): Promise<number>;
  /** Forgets a create that did not happen, or whose outcome is known. */
  drop(token: string): Promise<void>;
  /**
   * A state has the object, so the create `token` is no open question any more; without one, whatever
   * made it. An object replaced under the same name has the id of its replacement.
   */
  endWithState(object: ObjectOfType, token?: string): void;
  /** Open creates of a stack that processes which have ended left, killed or not. */
  unsettled(stack: string): Promise<readonly PendingCreate[]>;
  /**
   * The run ended in good order, so the engine has the outcome of all that this process sent. Creates of
   * objects without a name stay until a state is seen, as those of a run that has ended: nothing else would find such
   * an object.
   */
  endRun(): Promise<void>;
}

/**
 * Machines that were stopped so that they can be deleted (rule 8), on this machine's disk: no state has that, and the
 * engine compares inputs alone.
 */
export interface StoppedMachines {
  /** Notes that a machine is about to be stopped for its deletion; it is on disk when this returns. */
  stopping(machine: StoppedMachine): void;
  /** True for a machine whose deletion was begun by a stop, and of which no run has seen the end. */
  isStopped(object: ObjectOfType): boolean;
  /** The machine is gone, or in the state that its program wants. */
  endStop(object: ObjectOfType): void;
}

/** An object by its id, and what that id belongs to: a kind, or a class whose ids are made of inputs. */
export interface ObjectOfType {
  readonly type: string;
  readonly id: string;
}

/** A machine that is about to be stopped for its deletion. */
export interface StoppedMachine extends ObjectOfType, Pick<Intent, "subject" | "stack"> {}

/** Why a create is not sent: another run has it. Where it is known, which machine, and since when. */
export function underWay(
  subject: string,
  other: Pick<PendingCreate, "machine" | "notedAt"> | undefined,
): HostingError {
  const who =
    other?.machine === undefined
      ? "another run is creating it, or was killed less than two minutes ago"
      : `a run on ${other.machine} has been creating it since ${timeOf(other.notedAt)}, or was killed less than a minute ago`;
  return new HostingError(
    "unsent",
    `${subject} was not created: ${who}. Nothing was sent; run \`pulumi up\` again later.`,
  );
}

function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** A create that is about to be sent. */
export interface Intent {
  /** Names this create; the same declaration with the same replacing inputs has the same one. */
  readonly token: string;
  /** Names the declaration: its type, its place in a stack with its parents, and the platform. */
  readonly declaration: string;
  /** The object in words, with its name on the platform. */
  readonly subject: string;
  /** Organization, project and stack. */
  readonly stack: string;
  /** As in {@link ObjectOfType}. */
  readonly type: string;
  /** Fingerprint of the key that sends it; undefined for what is nothing on the platform. */
  readonly sentBy: string | undefined;
  /** True for what has a name, by which it is found again. */
  readonly isNamed: boolean;
}

/** A create as the journal has it. */
export interface PendingCreate extends Omit<Intent, "stack" | "isNamed"> {
  /** When the request left; milliseconds since the epoch, by the machine's or the database's clock. */
  readonly notedAt: number;
  /** From when on the request cannot arrive any more, by this process's clock. */
  readonly settlesAt: number;
  /** Id of what was made, once an answer brought it. */
  readonly id: string | undefined;
  /** The machine that sent it, where several share the journal. */
  readonly machine?: string;
  /** True while the process that sent it may still have it under way. */
  readonly isUnderWay: boolean;
  /** True once its run has ended in good order: the engine has the outcome, and only its state may lack it. */
  readonly hasRunEnded: boolean;
}
