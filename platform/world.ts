import type { AssumptionName, Assumptions } from "../contract/assumptions.ts";
import type { Keys } from "./access/keys.ts";
import type { Projects } from "./access/projects.ts";
import type { Role } from "./access/roles.ts";
import type { ChoiceName, Choices } from "./choices/choices.ts";
import { type JsonObject, Refusal } from "./http/answer.ts";
import type { Settings } from "./operator/settings.ts";
import type { Rule } from "./rules/rule.ts";
import type { Objects, RecordKind, Stored } from "./store/objects.ts";
import type { PortBlocks } from "./store/port-blocks.ts";
import type { PrivateKeys } from "./store/private-keys.ts";

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

/** What is known of an object to tell whether its time stands still. */
type Held = Pick<Stored<object>, "id" | "serial">;

/** When time stands still for an object of a kind; undefined where it passes. */
export type Standstill = (kind: string, object: Held) => number | undefined;

/** What faults do to the world. */
interface Trouble {
  /** When time stands still for an object of the kind; undefined where it passes. */
  readonly standstill: Standstill;
  /** Whether imports that begin now fail in the end. */
  readonly importsFail: boolean;
}

const noTrouble: Trouble = { standstill: () => undefined, importsFail: false };

/** What makes a world. */
type WorldFacts = Pick<
  World,
  | ("objects" | "account" | "blocks" | "privateKeys" | "keys" | "firstKeyId" | "projects" | "role")
  | ("assumptions" | "choices" | "settings" | "now")
> & { readonly trouble?: Partial<Trouble> };

/** What a handler sees: the platform at the moment of one request. */
export class World {
  /** The objects that the caller reaches (spec 5); what it makes belongs to its project. */
  readonly objects: Objects;
  /** The objects of all projects. */
  readonly account: Objects;
  readonly blocks: PortBlocks;
  /** Of certificates, while traffic is carried. */
  readonly privateKeys: PrivateKeys;
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
  readonly trouble: Trouble;

  constructor(facts: WorldFacts) {
    this.objects = facts.objects;
    this.blocks = facts.blocks;
    this.privateKeys = facts.privateKeys;
    this.account = facts.account;
    this.keys = facts.keys;
    this.firstKeyId = facts.firstKeyId;
    this.projects = facts.projects;
    this.role = facts.role;
    this.assumptions = facts.assumptions;
    this.choices = facts.choices;
    this.settings = facts.settings;
    this.now = facts.now;
    this.trouble = { ...noTrouble, ...facts.trouble };
  }

  /** The same world with more trouble. */
  troubledBy(trouble: Partial<Trouble>): World {
    return new World({ ...this, trouble: { ...this.trouble, ...trouble } });
  }

  /** The world as it was, for what only looks at it. */
  secondsAgo(seconds: number): World {
    const now = this.after(-seconds);
    return new World({
      ...this,
      now,
      objects: this.objects.at(now),
      account: this.account.at(now),
    });
  }

  /** The world as it is for one object: a fault may hold its time. */
  around({ kind }: Pick<RecordKind<object>, "kind">, object: Held): World {
    const stands = this.trouble.standstill(kind, object);
    return stands === undefined ? this : this.at(Math.min(this.now, stands));
  }

  /** The same world at another time. */
  at(now: number): World {
    return new World({ ...this, now });
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
    if (!elsewhere) return notFound(named, "7.2: Unknown resource: HTTP 404 with error.");
    const by = "access.outside";
    if (this.choice(by) === 404) return notFound(named, by);
    return Refusal.json(403, `${named} belongs to another project than the API key`, { by });
  }

  /** How the platform settles what the spec leaves open. */
  choice<N extends ChoiceName>(name: N): Choices[N] {
    return this.choices[name];
  }

  /** A refusal with the status assumed for the reason. */
  refusal(reason: Reason, by: Rule | undefined, error: string): Refusal {
    return Refusal.json(this.assumptions[`refusals.${reason}`], error, { by });
  }

  /** A refusal of a field's value, for what its schema cannot say. */
  notAccepted(by: Rule, { refused, field }: RefusedField, why: string): Refusal {
    return this.refusal("invalid", by, `${refused}: "${field}" is not accepted: ${why}`);
  }

  /** The moment `seconds` from now: a whole millisecond, as all moments of the platform are. */
  after(seconds: number): number {
    return this.now + Math.round(seconds * 1000);
  }

  /** The status word of an object that can be used: `usual` where it is assumed to be one. */
  readyWord(usual: string): string {
    const words = this.assumptions["words.ready"];
    return words.includes(usual) ? usual : (words[0] ?? usual);
  }

  /** The status word of an object on its way, with the same rule. */
  busyWord(usual: keyof typeof rareWords): string {
    const style = this.choice("words.busy");
    if (style === "title") return usual.charAt(0).toUpperCase() + usual.slice(1);
    const word = style === "rare" ? rareWords[usual] : usual;
    const words = this.assumptions["words.pending"];
    return words.includes(word) ? word : (words[0] ?? word);
  }
}

/** A refusal of what is not there, as far as the caller can see. */
export function notFound(named: string, by: Rule): Refusal {
  return Refusal.json(404, `${named} not found`, { by });
}

/** What did not happen, and the field it is for. */
interface RefusedField {
  readonly refused: string;
  readonly field: string;
}

/** Words for the same that fewer platforms use. */
const rareWords = {
  provisioning: "spawning",
  stopping: "processing",
  creating: "allocating",
  resizing: "updating",
  importing: "downloading",
} as const;

/** An object as others of its kind see it. */
interface Namesake {
  readonly name: string;
  readonly region?: string;
}

/** A name to be given, and the object that gets it where that is there already. */
interface Naming extends Namesake {
  readonly id?: string;
  readonly project?: string;
}

/** @throws Refusal when another object of the kind has the name and names are assumed unique. */
export function refuseTakenName<T extends Namesake>(
  world: World,
  kind: ObjectKind<T>,
  { name, region, id, project = world.objects.reach.home }: Naming,
): void {
  const scope = world.choice("names.scope");
  // Where the name is the path, the kind itself looks.
  if (scope === "path" || !world.assumptions["platform.uniqueNames"]) return;
  const isWide = world.choice("access.names") === "account";
  const others = world.account
    .where(kind, "name", name)
    .filter((other) => other.id !== id && (scope === "kind" || other.region === region))
    .filter((other) => isWide || other.project === project);
  if (others.length > 0) {
    throw world.refusal(
      "conflict",
      "platform.uniqueNames",
      `${kind.noun} name "${name}" was not given: another ${kind.noun} has it`,
    );
  }
}
