import type { AssumptionName, Assumptions } from "../contract/assumptions.ts";
import type { Keys } from "./access/keys.ts";
import type { Projects } from "./access/projects.ts";
import type { Role } from "./access/roles.ts";
import type { ChoiceName, Choices } from "./choices/choices.ts";
import { type JsonObject, Refusal } from "./http/answer.ts";
import type { Settings } from "./operator/settings.ts";
import type { Objects, RecordKind, Stored } from "./store/objects.ts";

/** A kind of object that messages can name. */
export interface NamedKind<T extends object> extends RecordKind<T> {
  /** What messages call it. */
  readonly noun: string;
}

/** A kind of object with what the platform says about it. */
export interface ObjectKind<T extends object> extends NamedKind<T> {
  /** The object as answers show it, with what time has made of it. */
  view(object: Stored<T>, world: World): JsonObject;
  /** Every object of the kind as answers show it. */
  all(world: World): JsonObject[];
}

/** Reasons to refuse whose status the spec does not show. */
type Reason =
  Extract<AssumptionName, `refusals.${string}`> extends `refusals.${infer R}` ? R : never;

/** What makes a world. */
type WorldFacts = Pick<
  World,
  | ("objects" | "account" | "keys" | "firstKeyId" | "projects" | "role")
  | ("assumptions" | "choices" | "settings" | "now")
>;

/** What a handler sees: the platform at the moment of one request. */
export class World {
  /** The objects that the caller reaches (spec 5); what it makes belongs to its project. */
  readonly objects: Objects;
  /** The objects of all projects. */
  readonly account: Objects;
  readonly keys: Keys;
  /** Id of the key that was made with the file. */
  readonly firstKeyId: string;
  readonly projects: Projects;
  /** The role that the caller acts with (spec 5). */
  readonly role: Role;
  readonly assumptions: Assumptions;
  readonly choices: Choices;
  readonly settings: Settings;
  /** The platform's time, in milliseconds since the epoch. */
  readonly now: number;

  constructor(facts: WorldFacts) {
    this.objects = facts.objects;
    this.account = facts.account;
    this.keys = facts.keys;
    this.firstKeyId = facts.firstKeyId;
    this.projects = facts.projects;
    this.role = facts.role;
    this.assumptions = facts.assumptions;
    this.choices = facts.choices;
    this.settings = facts.settings;
    this.now = facts.now;
  }

  /** @throws Refusal 404 naming the object when it does not exist (spec 7.2). */
  require<T extends object>(kind: NamedKind<T>, id: string): Stored<T> {
    const found = this.objects.find(kind, id);
    if (found !== undefined) return found;
    const elsewhere = this.account.find(kind, id) !== undefined;
    throw this.missing(`${kind.noun} "${id}"`, { elsewhere });
  }

  /** False for what belongs to a project that the caller's key does not reach (spec 5). */
  reaches(project: string | null): boolean {
    const { reach } = this.objects;
    return reach.project === null || reach.project === project;
  }

  /** The refusal of what is not there, or in a project that the key does not reach (spec 5, 7.2). */
  missing(named: string, { elsewhere }: { readonly elsewhere: boolean }): Refusal {
    if (!elsewhere || this.choice("access.outside") === 404) {
      return Refusal.json(404, `${named} not found`);
    }
    return Refusal.json(403, `${named} belongs to another project than the API key`);
  }

  /** What was chosen where the spec is silent. */
  choice<const N extends ChoiceName>(name: N): Choices[N] {
    return this.choices[name];
  }

  /** A refusal with the status assumed for the reason. */
  refusal(reason: Reason, error: string): Refusal {
    return Refusal.json(this.assumptions[`refusals.${reason}`], error);
  }

  /** The moment `seconds` from now. */
  after(seconds: number): number {
    return this.now + seconds * 1000;
  }

  /** The status word of an object that can be used: `usual` where it is assumed to be one. */
  readyWord(usual: string): string {
    const words = this.assumptions["words.ready"];
    return words.includes(usual) ? usual : (words[0] ?? usual);
  }
}

/** A name to be given, and the object that gets it where that is there already. */
interface Naming {
  readonly name: string;
  readonly id?: string;
  readonly project?: string;
}

/** @throws Refusal when another object of the kind has the name and names are assumed unique. */
export function refuseTakenName<T extends { readonly name: string }>(
  world: World,
  kind: ObjectKind<T>,
  { name, id, project = world.objects.reach.home }: Naming,
): void {
  if (!world.assumptions["platform.uniqueNames"]) return;
  const isWide = world.choice("access.names") === "account";
  const others = world.account
    .where(kind, "name", name)
    .filter((other) => other.id !== id && (isWide || other.project === project));
  if (others.length > 0) {
    throw world.refusal(
      "conflict",
      `${kind.noun} name "${name}" was not given: another ${kind.noun} has it`,
    );
  }
}
