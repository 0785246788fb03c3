import type { AssumptionName, Assumptions } from "../../../contract/assumptions.ts";
import type { Keys, Projects, Role } from "../../access/index.ts";
import type { JsonObject, Objects, PortBlocks, RecordKind, Stored } from "../../store/index.ts";
import { Refusal } from "./answer.ts";
import type { Settings } from "./settings.ts";

/** A kind of object that messages can name. */
export interface NamedKind<T extends object> extends RecordKind<T> {
  /** Its noun in messages. */
  readonly noun: string;
}

/** A kind of object with what the platform says about it. */
export interface ObjectKind<T extends object> extends NamedKind<T> {
  /** The object as answers show it, with what time has made of it. */
  view(object: Stored<T>, context: Context): JsonObject;
  /** Every object of the kind as answers show it. */
  all(context: Context): JsonObject[];
}

/** Reasons to refuse whose status the spec does not show. */
type Reason =
  Extract<AssumptionName, `refusals.${string}`> extends `refusals.${infer R}` ? R : never;

/** The parts of a context. */
export type ContextFacts = Pick<
  Context,
  | ("objects" | "account" | "blocks" | "keys" | "firstKeyId" | "projects" | "role")
  | ("assumptions" | "settings" | "now")
>;

/** A handler's view of the platform at the moment of one request. */
export class Context {
  /** The objects that the caller reaches (spec 5); what it makes belongs to its project. */
  readonly objects: Objects;
  /** The objects of all projects. */
  readonly account: Objects;
  readonly blocks: PortBlocks;
  readonly keys: Keys;
  /** Id of the key that was made with the file. */
  readonly firstKeyId: string;
  readonly projects: Projects;
  /** The role that the caller acts with (spec 5). */
  readonly role: Role;
  readonly assumptions: Assumptions;
  readonly settings: Settings;
  /** The platform's time, in milliseconds since the epoch. */
  readonly now: number;

  constructor(facts: ContextFacts) {
    this.objects = facts.objects;
    this.account = facts.account;
    this.blocks = facts.blocks;
    this.keys = facts.keys;
    this.firstKeyId = facts.firstKeyId;
    this.projects = facts.projects;
    this.role = facts.role;
    this.assumptions = facts.assumptions;
    this.settings = facts.settings;
    this.now = facts.now;
  }

  /** This context with some facts of another moment or caller. */
  with(facts: Partial<ContextFacts>): Context {
    return new Context({ ...this, ...facts });
  }

  /** The object, also one that is being deleted. @throws Refusal 404 when the caller reaches none (spec 5, 7.2). */
  shown<T extends object>(kind: NamedKind<T>, id: string): Stored<T> {
    const found = this.objects.find(kind, id);
    if (found !== undefined) return found;
    throw notFound(`${kind.noun} "${id}"`);
  }

  /** An object that can be used and changed. @throws Refusal when there is none, or it is being deleted. */
  require<T extends object>(kind: NamedKind<T>, id: string): Stored<T> {
    const found = this.shown(kind, id);
    if (found.gone_at === null) return found;
    const error = `${kind.noun} "${id}" is being deleted`;
    throw this.refusal("conflict", "not shown: refusals.conflict", error);
  }

  /** Deletes the object; it is gone after `deleteSeconds`. */
  remove({ kind }: Pick<RecordKind<object>, "kind">, { id }: Pick<Stored<object>, "id">): void {
    this.objects.remove({ kind }, id, this.settings.deleteSeconds);
  }

  /** False for what belongs to a project that the caller's key does not reach (spec 5). */
  reaches(project: string | null): boolean {
    const { reach } = this.objects;
    return reach.project === null || reach.project === project;
  }

  /** A refusal with the status assumed for the reason. */
  refusal(reason: Reason, rule: string, error: string): Refusal {
    return new Refusal(this.assumptions[`refusals.${reason}`], rule, error);
  }

  /** @throws Refusal when another object of the kind has the name and names are assumed unique. */
  refuseTakenName<T extends { readonly name: string }>(
    kind: NamedKind<T>,
    { name, id }: { readonly name: string; readonly id?: string },
  ): void {
    if (!this.assumptions["platform.uniqueNames"]) return;
    const others = this.account.where(kind, "name", name).filter((other) => other.id !== id);
    if (others.length === 0) return;
    const error = `${kind.noun} name "${name}" was not given: another ${kind.noun} has it`;
    throw this.refusal("conflict", "not shown: platform.uniqueNames", error);
  }

  /** The moment `seconds` from now: a whole millisecond, as all moments of the platform are. */
  after(seconds: number): number {
    return this.now + Math.round(seconds * 1000);
  }

  /** The status word of an object that can be used: `usual` where it is assumed to be one. */
  readyWord(usual: string): string {
    return wordIn(this.assumptions["words.ready"], usual);
  }

  /** The status word of an object on its way, with the same rule. */
  busyWord(usual: string): string {
    return wordIn(this.assumptions["words.pending"], usual);
  }
}

/** A refusal of what is not there, as far as the caller can see. */
export function notFound(named: string): Refusal {
  return new Refusal(404, "7.2: an unknown resource is answered 404", `${named} not found`);
}

function wordIn(words: readonly string[], usual: string): string {
  return words.includes(usual) ? usual : (words[0] ?? usual);
}
