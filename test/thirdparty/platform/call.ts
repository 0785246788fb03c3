import type { Fields, Kind, Platform, Thing } from "./store.ts";

export type Prefix = "/api/v1" | "/v1" | "/api/v2";

export interface Call {
  readonly platform: Platform;
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly prefix: Prefix;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Fields;
  readonly key: Thing;
  readonly organization: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** §5: a scope for the console's prefix, a level for the other. */
export interface Need {
  readonly scope: string;
  readonly level: "Read" | "Write" | "Admin";
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly need: Need;
  readonly run: (call: Call) => Reply;
}

/** One kind of object as one prefix shows it. */
export interface Area {
  readonly kind: Kind;
  readonly singular: string;
  readonly plural: string;
  readonly label: string;
  readonly view: (platform: Platform, thing: Thing) => Fields;
  /** The fields that a summary keeps besides identity and status. */
  readonly brief: readonly string[];
  readonly hidesId?: (platform: Platform) => boolean;
}

/** A refusal in the one shape that §7.1 gives: a message that names the resource. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function named(label: string, name: string): string {
  return `${label} "${name}"`;
}

/** §7.2: 404 with `error`. */
export function missing(label: string, name: string): Refusal {
  return new Refusal(404, `${named(label, name)} not found`);
}

export function conflict(call: Call, message: string): Refusal {
  return new Refusal(call.platform.choices.conflictStatus, message);
}

export function parameter(call: Call, name: string): string {
  return call.parameters[name] ?? "";
}
