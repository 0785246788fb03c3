import type { Reply } from "./call.ts";
import type { Choices } from "./choices.ts";
import { Dice } from "./random.ts";

export type Fields = Record<string, unknown>;

export type Kind =
  | "instance"
  | "port_forward"
  | "network"
  | "firewall"
  | "pool"
  | "storage_volume"
  | "bucket"
  | "alert"
  | "image"
  | "volume"
  | "floating_ip"
  | "load_balancer"
  | "certificate"
  | "api_key"
  | "member"
  | "address";

export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly organization: string;
  readonly createdAt: number;
  /** Lists show it from then on: creation is not promised to be synchronous (§4, "response bodies not shown"). */
  readonly visibleAt: number;
  /** Made by the platform and not by the user (§2.6: "a pool named default exists"). */
  readonly builtin: boolean;
  name: string;
  /** Until then no other change is accepted. */
  lockedUntil: number;
  /** Deletion was accepted and is over at this time. */
  goneAt: number | undefined;
  fields: Fields;
}

export interface Draft {
  readonly kind: Kind;
  readonly organization: string;
  readonly name: string;
  readonly fields: Fields;
  readonly builtin?: boolean;
  readonly id?: string;
}

export interface Catalog {
  readonly regions: readonly string[];
  readonly plans: readonly string[];
  readonly sizes: readonly string[];
  readonly images: readonly string[];
  readonly snapshots: readonly string[];
}

/** §2: the shapes of ids that the specification gives; the others are the platform's own affair. */
const PREFIXES: Partial<Record<Kind, string>> = {
  instance: "inst_",
  volume: "vol_",
  image: "img_",
  floating_ip: "fip_",
  load_balancer: "lb_",
  certificate: "cert_",
  api_key: "key_",
  member: "usr_",
  address: "ip_",
};

export class Platform {
  readonly choices: Choices;
  readonly catalog: Catalog;
  readonly dice: Dice;
  readonly now: () => number;
  readonly projects: { readonly own: string; readonly other: string };
  things: Thing[] = [];
  /** The latest answer of each list. */
  readonly lists = new Map<string, { readonly at: number; readonly reply: Reply }>();

  constructor(choices: Choices, seed: number, now: () => number) {
    this.choices = choices;
    this.now = now;
    this.dice = new Dice(seed, "platform");
    this.projects = { own: `proj_${this.dice.word(10)}`, other: `proj_${this.dice.word(10)}` };
    this.catalog = {
      regions: ["eu-north", "eu-west", "us-east"],
      plans: ["nano", "small", "medium"],
      sizes: ["s-1", "s-2", "s-4"],
      images: ["debian/12", "debian/13", "ubuntu/24.04", "alpine/3.20"],
      snapshots: ["daily", "before-upgrade"],
    };
  }

  newId(kind: Kind): string {
    const prefix = PREFIXES[kind];
    if (prefix !== undefined)
      return prefix + this.dice.word(12, "0123456789abcdefghjkmnpqrstvwxyz");
    if (this.choices.ids[kind] !== "number") return this.dice.uuid();
    return String(1000 + this.things.length * 7 + this.dice.integer(0, 6));
  }

  add(draft: Draft): Thing {
    const at = this.now();
    const thing: Thing = {
      kind: draft.kind,
      id: draft.id ?? this.#freshId(draft.kind),
      organization: draft.organization,
      name: draft.name,
      createdAt: at,
      visibleAt: draft.builtin === true ? at : at + this.choices.listLagMs,
      builtin: draft.builtin ?? false,
      lockedUntil: 0,
      goneAt: undefined,
      fields: draft.fields,
    };
    this.things.push(thing);
    return thing;
  }

  #freshId(kind: Kind): string {
    let id = this.newId(kind);
    while (this.things.some((thing) => thing.id === id)) id = this.newId(kind);
    return id;
  }

  drop(thing: Thing): void {
    this.things = this.things.filter((other) => other !== thing);
  }

  of(kind: Kind, organization: string): Thing[] {
    return this.things.filter(
      (thing) => thing.kind === kind && thing.organization === organization,
    );
  }

  /** Events that are due happen at the next request; there are no timers. */
  settle(): void {
    const at = this.now();
    this.things = this.things.filter((thing) => thing.goneAt === undefined || thing.goneAt > at);
    for (const thing of this.things) {
      const expires = thing.fields["invitation_expires"];
      // §3, §8: an invitation that nobody accepted within 48 hours is void.
      if (thing.kind === "member" && typeof expires === "number" && expires <= at) {
        if (this.choices.expiredInvitation === "gone") this.drop(thing);
      }
    }
  }
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function amount(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
