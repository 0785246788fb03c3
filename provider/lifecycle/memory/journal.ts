import type { Kind } from "../../../contract/endpoints.ts";

/**
 * What this machine remembers of creates, so that a killed process loses and doubles nothing: the
 * engine itself forgets a create whose provider dies. It holds no body, no secret and no input but names.
 */
export interface Journal {
  find(token: string): RecordedIntent | undefined;
  /** Every other open create of the same declaration from this directory. */
  others(intent: Intent): readonly RecordedIntent[];
  /**
   * Notes that the request is about to leave; it is on disk when this returns.
   *
   * @throws HostingError `unsent` when another process has the same create under way.
   */
  sent(intent: Intent): void;
  /** Notes the id of what was made. */
  made(intent: Intent, id: string): void;
  /** Notes that the engine is about to get a state of the object: the end of this run settles its create. */
  told(object: ObjectOfType): void;
  /** Forgets a create that did not happen, or is resolved. */
  drop(token: string): void;
  /** Creates of a stack that a process which was killed left open. */
  leftOpen(stack: string): readonly RecordedIntent[];
  /** Ids of what creates of other declarations of the stack made, as far as no state is known to have it. */
  madeForOthers(intent: Intent): readonly string[];
  /** The engine has the outcome of everything that this process noted. */
  handedOver(): void;
  /**
   * Forgets the create of an object that the engine shows to have stored; a name may have been another's.
   * `mayBeOlder` where the state may be that of an object which had the id before, and is deleted.
   */
  stored(token: string, id: string, mayBeOlder?: boolean): void;
  /** Notes that an object is about to be stopped and deleted, which may fail or be killed. */
  deletionBegan(object: ObjectOfType): void;
  /** Notes that it was carried out: nothing is left of the object that could be kept. */
  deletionDone(object: ObjectOfType): void;
  /** Forgets the deletion: another object has the id now, or this one is kept after all. */
  dropDeletion(object: ObjectOfType): void;
  /** A deletion that began: `isRecent` in the last minutes, so that what shows the object may lag behind it. */
  deletionOf(
    object: ObjectOfType,
  ): { readonly isDone: boolean; readonly isRecent: boolean } | undefined;
  /** Notes that a declaration adopts an object: another provider process may have its older state. */
  adopted(adoption: Adoption): void;
  /** Notes that the engine shows a declaration to have an object, which it may have adopted. */
  adoptionStored(adoption: Adoption): void;
  /**
   * The declarations that adopted an object, the last one of each stack, the latest first: that of this stack during
   * the last hours, which is as long as a run may be, and those of others for a month since they were seen, because no
   * run of this one shows what became of them.
   */
  adoptersOf(object: ObjectOfType, stack: string): readonly RecordedAdoption[];
  /** The declaration for which another process of this run made an object, whose id may have been an older one's. */
  makerElsewhere(object: ObjectOfType): Pick<Adoption, "declaration" | "subject"> | undefined;
  /** Forgets who adopted an object that is gone, so that another one may have its id. */
  dropAdoption(object: ObjectOfType): void;
  /** Notes that the deletion of what has a name was accepted: until it is carried out the name is not free. */
  nameFreed(name: NameOfKind, id: string): void;
  /** Another object has the name from now on. */
  nameUsed(name: NameOfKind): void;
  /** Ids of the objects that had a name and whose deletion was accepted in the last minutes. */
  freedFrom(name: NameOfKind): readonly string[];
}

export interface NameOfKind {
  readonly kind: Kind;
  readonly name: string;
}

export interface ObjectOfType {
  /** Area and class, like `storage:Volume`. */
  readonly type: string;
  readonly id: string;
}

/** Who adopts an object. */
export interface Adoption extends ObjectOfType {
  /** Names the declaration, as in an intent. */
  readonly declaration: string;
  /** The declaration in words. */
  readonly subject: string;
  /** As in an intent; undefined for a row of an older version. */
  readonly stack?: string | undefined;
  /** The time in the state that adopts it, which an older state of the same place does not have; undefined where there is none. */
  readonly adoptedAt?: number | undefined;
  /** True when a state of the declaration has the object already. */
  readonly isStored: boolean;
}

/** An adoption as the journal has it. */
export interface RecordedAdoption extends Omit<Adoption, "isStored"> {
  /** True for one of an earlier run that was killed before the engine was known to have stored it. */
  readonly isOpen: boolean;
  /** True for one that this run noted. */
  readonly isOfRun: boolean;
}

/** A create that may have happened, until the engine is known to have stored what came of it. */
export interface Intent {
  /** Names this create; the same declaration with the same replacing inputs has the same one. */
  readonly token: string;
  /** Names the declaration: its type, its place in a stack with its parents, and the platform. */
  readonly declaration: string;
  /** The object in words; never a value of it. */
  readonly subject: string;
  /** Organization, project and stack. */
  readonly stack: string;
  /** Area and class of the object, or its kind, as in {@link ObjectOfType}; undefined for a row of an older version. */
  readonly type?: string | undefined;
  /** The mark of the key that sends it; undefined for a row of an older version. */
  readonly sentBy?: string | undefined;
  /** True where an older object of the stack had the id of what was made. */
  readonly isSameId?: boolean | undefined;
  /** True where no whole list showed before it that its name was free. */
  readonly mayBeTaken?: boolean | undefined;
}

/** An intent as the journal has it. */
export interface RecordedIntent extends Omit<Intent, "stack" | "isSameId"> {
  /** When the request last left; milliseconds since the epoch. */
  readonly at: number;
  /** The same as it is written down, which tells this doubt from a later one. */
  readonly notedAt: number;
  /** From when on the request cannot arrive any more; milliseconds since the epoch. */
  readonly settlesAt: number;
  /** Id of what was made, once an answer brought it. */
  readonly id: string | undefined;
  /** True when the run that made it ended in good order, so that the engine has a state with it. */
  readonly isStored: boolean;
  /** Directory of the program that began it, when it is another one than this. */
  readonly elsewhere: string | undefined;
}
