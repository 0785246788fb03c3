import { type Endpoint, effectOf, type Kind, type Prefix } from "../../../contract/endpoints.ts";
import { isUnmistakable, namedKinds, sharedKinds } from "../../../contract/ids.ts";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { groupOf, marksBehind, marksIn } from "../memory/evidence.ts";
import { comparedByAddress, ownPart } from "../state/ids.ts";
import { hidden } from "../state/state.ts";
import { wordFor } from "../state/subject.ts";
import type { OperationName } from "../state/timeouts.ts";
import { isAcceptedWorld, journalWorld, wayOfAnother } from "../state/world.ts";
import { isSaidToBeGone } from "./absence.ts";
import type { Context } from "./context.ts";
import type { Operation } from "./operation.ts";

/**
 * Whether the key in use is known to see what the stack has: to the key of another account or project
 * everything is missing (docs/decisions/0030-absence-needs-a-witness.md).
 */
export class Witness {
  readonly #context: Context;
  readonly #of: Operation;
  readonly #props: Props;
  /** Those of the keys that saw the object, the last one first. */
  readonly #marks: readonly string[];
  /** That of the key in use as soon as it saw something by the object's id. */
  #mark: string | undefined;
  /** What the addresses of what has the object's id say: only it has those in the state. */
  #addresses: ReturnType<typeof comparedByAddress>;
  #doing: OperationName | "start";

  /** `props` are inputs or a state, which says which key saw the object last. */
  constructor(context: Context, of: Operation, props: Props) {
    this.#context = context;
    this.#of = of;
    this.#doing = of.name;
    this.#props = props;
    this.#marks = marksIn(props);
    this.#mark = this.#lastSeenBy;
  }

  /** The mark of the key that saw the object last, to be kept with it. */
  get mark(): string | undefined {
    return this.isSame ? this.#mark : this.#lastSeenBy;
  }

  /** Those of the keys that saw it before, the latest first. */
  get marksBefore(): readonly string[] {
    return marksBehind(this.#marks, this.mark);
  }

  /** True unless what has the object's id may be another account's of that name. */
  get isSame(): boolean {
    const { definition, id } = this.#of;
    if (this.isAnother) return false;
    if (this.isKnown || this.#addresses === "same") return true;
    if (id === undefined || this.#isUnmistakable(definition.kind, id)) return true;
    return this.#context.evidence.isSeen(this.#group()) || this.#isAccepted;
  }

  /** True for the key that saw the object last. */
  get isKnown(): boolean {
    return this.#lastSeenBy === undefined || this.#lastSeenBy === this.keyMark;
  }

  /**
   * True for what has the object's name and other addresses: somebody made it since, or it is another
   * account's. Where the platform changed them, a refresh takes them over at the user's word.
   */
  get isAnother(): boolean {
    if (this.#addresses !== "others" || !namedKinds.has(this.#of.definition.kind)) return false;
    return this.#of.name !== "read" || !this.#isAccepted;
  }

  /** The mark of the key in use, for what it may have made unseen. */
  get keyMark(): string | undefined {
    return this.#markOn(this.#prefix);
  }

  /** True for the key that sent an earlier create, as far as is known, and for one that the user says is its successor. */
  isSender(sentBy: string | undefined): boolean {
    if (sentBy === undefined || sentBy === this.keyMark) return true;
    return isAcceptedWorld(this.#context, this.#context.world);
  }

  /** True for a key that sees what the one saw which sent an earlier create. */
  sees(sentBy: string | undefined): boolean {
    const marks = sentBy === this.#lastSeenBy ? this.#marks : [sentBy ?? ""];
    return this.isSender(sentBy) || this.#context.evidence.isWitnessed(this.#prefix, marks);
  }

  /** Runs a look that may show an object of the stack. */
  looking<T>(kind: Kind, look: () => Promise<T>): Promise<T> {
    return this.#context.evidence.looking(this.#group(prefixOf(kind)), look);
  }

  /** A look showed an object that the state names. */
  noteSeen(kind: Kind, id: string, answer: Props): void {
    const isItself = kind === this.#of.definition.kind && id === this.#of.id;
    if (isItself) this.#compare(answer);
    if (isItself && this.#isForeign) this.#context.evidence.noteForeign(this.#group());
    if (isItself && this.isAnother) return;
    const isRecognised = isItself && this.#addresses === "same";
    this.#noteAnswer(prefixOf(kind), isRecognised || this.#isUnmistakable(kind, id));
  }

  /** What was it once, or may be it, is so after our own start as well, which may bring other addresses. */
  #compare(answer: Props): void {
    if (this.#addresses === "same") return;
    const shown = { kind: this.#of.definition.kind, state: this.#props, answer };
    const found = comparedByAddress(shown, this.#context, this.#doing) ?? this.#addresses;
    if (this.#addresses !== "either" || found !== "others") this.#addresses = found;
  }

  /** True for what has the object's name or number, seen by a key that never saw ours: it sees its own. */
  get #isForeign(): boolean {
    const { definition, id = "" } = this.#of;
    const mayBe = !this.isKnown && !this.#isAccepted && !this.#isUnmistakable(definition.kind, id);
    return mayBe && this.#addresses === "others";
  }

  get #isAccepted(): boolean {
    return isAcceptedWorld(this.#context, this.#props[hidden.world]);
  }

  /** A write was accepted; what a create makes was not there before. */
  noteWritten(endpoint: Endpoint): void {
    const { definition, id = "" } = this.#of;
    const isOld = effectOf(endpoint) !== "create" && this.#isUnmistakable(definition.kind, id);
    if (this.#doing === "update") this.#doing = "start";
    this.#noteAnswer(endpoint.prefix, isOld);
  }

  /** @throws HostingError unless the key would see the object if it were there. */
  async confirmAbsence(kind: Kind, lookedUp: string): Promise<void> {
    const { definition, id = lookedUp, subject } = this.#of;
    if (isSaidToBeGone(this.#context, definition, id) || (await this.isGiven(kind))) return;
    throw new HostingError(
      "key",
      `${subject} is missing, but this API key has never seen it. Check hosting:apiKey; with a new key run \`pulumi refresh --run-program\`; if it is deleted, set HOSTING_DELETED_BY_HAND=${wordFor(definition, id)}.`,
    );
  }

  /** What is gone leaves the state: an account's key may have made it where a project's new one sees nothing. */
  sayUnseen(id: string): void {
    if (this.isKnown || this.#marks.includes(this.keyMark ?? "")) return;
    this.#of.messages.warn(
      `${id} leaves the state as gone: this API key sees other objects of the stack, and never saw it. If it is there, check hosting:apiKey, and set \`adopt\` to ${id}.`,
    );
  }

  /**
   * @throws HostingError unless what is about to be changed by a name is known to be the stack's: another
   *   account may have one of that name, a generated one included, where it has the same program.
   */
  async confirmOwn(): Promise<void> {
    const { id = "", name, subject } = this.#of;
    if (await this.isOwn()) return;
    if (this.isKnown) this.refuseAnother();
    const problem = `was not ${name === "delete" ? "deleted" : "changed"}`;
    throw new HostingError(
      "key",
      `${subject} (${id}) ${problem}: this API key never saw it; maybe another account's. Check hosting:apiKey; with this account's new key run HOSTING_ACCEPT_WORLD=${journalWorld(this.#context.world)} pulumi refresh --run-program.`,
    );
  }

  /** @throws HostingError where what has the object's name was made since, or by another account. */
  refuseAnother(): void {
    if (!this.isAnother) return;
    const { definition, id = "", name, subject } = this.#of;
    throw new HostingError(
      "key",
      `${subject} (${id}) was not ${name === "delete" ? "deleted" : "changed"}: what has its name has other addresses than the state. ${wayOfAnother(this.#context, definition, id)}`,
    );
  }

  /** Whether what has the object's id is the object, as far as what is seen in this run tells. */
  async isOwn(): Promise<boolean> {
    if (!this.isSame && !this.isAnother) await this.#othersTell(this.#prefix, () => this.isSame);
    return this.isSame;
  }

  /** True when the key is known to see objects like this one, by itself or by another one in this run. */
  async isGiven(kind: Kind): Promise<boolean> {
    const prefix = prefixOf(kind);
    const isNeeded = this.#of.name !== "update" && this.#hasState;
    const mark = this.#markOn(prefix);
    if (!isNeeded || [this.#mark, ...this.#marks].includes(mark)) return true;
    const { evidence } = this.#context;
    return this.#othersTell(prefix, () => evidence.isWitnessed(prefix, this.#marks));
  }

  /** Waits a moment for those that the engine looks at side by side with this one. */
  async #othersTell(prefix: Prefix | null, isTold: () => boolean): Promise<boolean> {
    const { clock, evidence } = this.#context;
    const group = this.#group(prefix);
    const othersAt = this.#of.deadline.startedAt + othersMilliseconds;
    const mayOthersCome = () => clock.now() < othersAt || evidence.mayBeSeen(group);
    while (!isTold() && mayOthersCome()) {
      await this.#of.waiting.pause(othersMilliseconds, "what this key sees of the stack");
    }
    return isTold();
  }

  /** What this run creates was seen by nobody before, and only what a state has can be lost. */
  get #hasState(): boolean {
    return this.#of.name !== "create" && this.#props[hidden.lookup] !== true;
  }

  #isUnmistakable(kind: Kind, id: string): boolean {
    return isUnmistakable(kind, ownPart(id), String(this.#props["name"] ?? ""));
  }

  #noteAnswer(prefix: Prefix | null, isWitness: boolean): void {
    if (prefix === this.#prefix) this.#mark = this.#markOn(prefix);
    // What is shared says nothing of what else the key sees.
    if (!this.#hasState || sharedKinds.has(this.#of.definition.kind)) return;
    const [, ...before] = this.#marks;
    const { evidence } = this.#context;
    // Of what has only a name it is told by the key that saw it last, and to that one alone.
    const told = isWitness ? this.#marks : this.isKnown ? before : [];
    for (const mark of told) evidence.noteSeen(groupOf(prefix, mark));
    const others = told[0] === this.#markOn(prefix) ? before : told;
    evidence.noteWitness(prefix, others);
  }

  get #lastSeenBy(): string | undefined {
    return this.#marks[0] || undefined;
  }

  #markOn(prefix: Prefix | null): string | undefined {
    return prefix === null ? undefined : this.#context.keyMark(prefix);
  }

  get #prefix(): Prefix | null {
    return kinds[this.#of.definition.kind].prefix;
  }

  /** What one key saw last, on one prefix: a key of a project sees none of another one under `/v1` (spec 5). */
  #group(prefix: Prefix | null = this.#prefix): string {
    return groupOf(prefix, this.#lastSeenBy ?? "");
  }
}

/** The engine does things side by side: what it begins together begins within this time. */
export const othersMilliseconds = 2_000;

function prefixOf(kind: Kind): Prefix | null {
  return kinds[kind].prefix;
}
