import { dirname } from "node:path";
import { makeDirectory } from "../../sqlite/directory.ts";
import { HostingError } from "../errors.ts";
import type {
  Adoption,
  Intent,
  Journal,
  NameOfKind,
  ObjectOfType,
  RecordedAdoption,
  RecordedIntent,
} from "../lifecycle/memory/journal.ts";
import { settlesAfterMs } from "./journal-file.ts";
import { type JournalOptions, SqliteJournal } from "./sqlite-journal.ts";

/** Where a journal is kept, and how its user is told that it cannot be. */
export interface JournalPlace extends JournalOptions {
  readonly warn: (text: string) => void;
}

/** The journal in a file, whose directory is made when it is missing. Opened at its first use: who only looks things up needs none. */
export function openJournal(place: JournalPlace): Journal & { close(): void } {
  return new SafeJournal(place);
}

/**
 * A journal that no disk can stop: from the first failure on it goes on in memory with what this
 * process noted, and says so once. A create whose answer came must never fail for a note about it.
 */
class SafeJournal implements Journal {
  readonly #place: JournalPlace;
  /** What this process noted, for a journal that takes the place of a broken one. */
  readonly #noted = new Map<string, { intent: Intent; at: number; id?: string }>();
  /** Ids of what this process deleted, by kind and name, also where the file took no note of it. */
  readonly #freed = new Map<string, Set<string>>();
  #journal: SqliteJournal | undefined;

  constructor(place: JournalPlace) {
    this.#place = place;
  }

  find(token: string): RecordedIntent | undefined {
    // What could not be written while the file was locked is known here alone.
    if (this.#noted.get(token)?.id !== undefined) return this.#remembered(token);
    return this.#use(
      (journal) => journal.find(token),
      () => this.#remembered(token),
    );
  }

  others(intent: Intent): readonly RecordedIntent[] {
    return this.#use(
      (journal) => journal.others(intent),
      () => [],
    );
  }

  sent(intent: Intent): void {
    this.#use((journal) => journal.sent(intent), notSent);
    this.#noted.set(intent.token, { intent, at: this.#now() });
  }

  made(intent: Intent, id: string): void {
    this.#noted.set(intent.token, { intent, id, at: this.#now() });
    this.#note((journal) => journal.made(intent, id));
  }

  leftOpen(stack: string): readonly RecordedIntent[] {
    return this.#use(
      (journal) => journal.leftOpen(stack),
      () => [],
    );
  }

  madeForOthers(intent: Intent): readonly string[] {
    return this.#use(
      (journal) => journal.madeForOthers(intent),
      () => [],
    );
  }

  handedOver(): void {
    this.#note((journal) => journal.handedOver());
  }

  told(object: ObjectOfType): void {
    this.#note((journal) => journal.told(object));
  }

  drop(token: string): void {
    this.#noted.delete(token);
    this.#note((journal) => journal.drop(token));
  }

  stored(token: string, id: string, mayBeOlder = false): void {
    if (this.#noted.get(token)?.id === id) this.#noted.delete(token);
    this.#note((journal) => journal.stored(token, id, mayBeOlder));
  }

  deletionBegan(object: ObjectOfType): void {
    this.#note((journal) => journal.deletionBegan(object));
  }

  deletionDone(object: ObjectOfType): void {
    this.#note((journal) => journal.deletionDone(object));
  }

  dropDeletion(object: ObjectOfType): void {
    this.#note((journal) => journal.dropDeletion(object));
  }

  deletionOf(object: ObjectOfType): ReturnType<Journal["deletionOf"]> {
    return this.#use(
      (journal) => journal.deletionOf(object),
      () => undefined,
    );
  }

  adopted(adoption: Adoption): void {
    this.#note((journal) => journal.adopted(adoption));
  }

  adoptionStored(adoption: Adoption): void {
    this.#note((journal) => journal.adoptionStored(adoption));
  }

  adoptersOf(object: ObjectOfType, stack: string): readonly RecordedAdoption[] {
    return this.#use(
      (journal) => journal.adoptersOf(object, stack),
      () => [],
    );
  }

  makerElsewhere(object: ObjectOfType): ReturnType<Journal["makerElsewhere"]> {
    return this.#use(
      (journal) => journal.makerElsewhere(object),
      () => undefined,
    );
  }

  dropAdoption(object: ObjectOfType): void {
    this.#note((journal) => journal.dropAdoption(object));
  }

  nameFreed(name: NameOfKind, id: string): void {
    const key = freedAs(name);
    this.#freed.set(key, new Set(this.#freed.get(key)).add(id));
    this.#note((journal) => journal.nameFreed(name, id));
  }

  nameUsed(name: NameOfKind): void {
    this.#freed.delete(freedAs(name));
    this.#note((journal) => journal.nameUsed(name));
  }

  freedFrom(name: NameOfKind): readonly string[] {
    const noted = this.#use(
      (journal) => journal.freedFrom(name),
      () => [],
    );
    return [...new Set([...noted, ...(this.#freed.get(freedAs(name)) ?? [])])];
  }

  /** Lets go of the file; a process that ends need not. */
  close(): void {
    this.#journal?.close();
  }

  /** While another program has the file, what this process knows by itself is enough. */
  #note(work: (journal: Journal) => void): void {
    this.#use(work, () => undefined);
  }

  #use<T>(work: (journal: Journal) => T, whenLocked: () => T): T {
    try {
      this.#journal ??= this.#open();
      return work(this.#journal);
    } catch (error) {
      // Another run that creates the same is no fault of the disk.
      if (HostingError.isInstance(error)) throw error;
      if (isLocked(error)) return whenLocked();
      return work(this.#goOnInMemory());
    }
  }

  #now(): number {
    const { clock, ownClock = clock } = this.#place;
    return ownClock.now();
  }

  #remembered(token: string): RecordedIntent {
    const noted = this.#noted.get(token);
    if (noted === undefined) return notSent();
    const { intent, id, at } = noted;
    return {
      ...intent,
      at,
      settlesAt: at + settlesAfterMs,
      id,
      notedAt: at,
      isStored: false,
      elsewhere: undefined,
    };
  }

  #open(): SqliteJournal {
    makeDirectory(dirname(this.#place.file));
    return new SqliteJournal(this.#place);
  }

  #goOnInMemory(): Journal {
    const memory = new SqliteJournal({ ...this.#place, file: ":memory:" });
    for (const { intent, id } of this.#noted.values()) {
      memory.sent(intent);
      if (id !== undefined) memory.made(intent, id);
    }
    this.#journal?.close();
    this.#journal = memory;
    this.#place.warn(
      `${this.#place.file} cannot be used, so what a killed run leaves open will not be found again. Check the rights of the file and its directory. If it is damaged, move it aside and do not delete it: it alone names what earlier runs may have made.`,
    );
    return memory;
  }
}

function freedAs({ kind, name }: NameOfKind): string {
  return `${kind} ${name}`;
}

/** An earlier run may have made the object, and only the file knows: nothing is sent before it is read. */
function notSent(): never {
  throw new HostingError(
    "unsent",
    "Nothing was created: another program holds the file in which creates are noted. Run `pulumi up` again when that one has ended.",
  );
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

const sqliteBusy = 5;
