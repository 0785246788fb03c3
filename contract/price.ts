/** The cost of a resource class (spec 8), and the words for the prices that several of them share. */
import { parseSize } from "./values/size.ts";

/** A resource as a program declares it, or as a state holds it. */
export interface Declaration {
  /** Type token, or only its end: `storage:Volume`. */
  readonly type: string;
  /** Logical name, for the lines of an estimate. */
  readonly name?: string;
  /** Its URN, as in the steps of a preview: a resource that several of them show is counted once. */
  readonly urn?: string;
  /** Its id, or whatever the inputs of the others in the list call it while it has none. */
  readonly id?: string;
  /** Inputs by their names in programs; one that is not known yet is missing, or Pulumi's stand-in. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A price that the spec does not show, so that users may give theirs. */
export interface OwnPrice {
  /** Its name among the user's prices, like `container.cpu`; with `by`, a value follows: `instance.plan.small`. */
  readonly key: string;
  /** What it is the price of, in words. */
  readonly of: string;
  /** The input whose value ends the key. */
  readonly by?: string;
  /** How many of it a resource has, by an input; one of it without this. */
  readonly times?: {
    readonly input: string;
    /** Undefined for a value that is none. */
    count(value: unknown): number | undefined;
  };
}

/** The cost of one class. */
export interface ClassPrice {
  /** The price in words, with the section of the spec. */
  readonly about: string;
  /** Dollars a month as far as the spec shows them, or what is missing to tell them. */
  monthly(declaration: Declaration, all: readonly Declaration[]): number | { missing: string };
  /** Parts that may be billed but have no price in the spec. */
  readonly unpriced?: string;
  /** The prices that users may give for what the spec does not show. */
  readonly own?: readonly OwnPrice[];
}

/** Classes that cost nothing. */
export function included(about: string): ClassPrice {
  return { about, monthly: () => 0 };
}

/** Classes that are in no price list and in no estimate. */
export function notListed(what: string): ClassPrice {
  return included(`No price is listed for ${what}, so it is taken as free (spec 8).`);
}

/** Classes billed at a price that the spec does not show. */
export function notShown(what: string, own: readonly OwnPrice[]): ClassPrice {
  const missing = `the price of ${what} is not shown`;
  return {
    about: `Not shown: the spec lists no price of ${what} (spec 8).`,
    monthly: () => ({ missing }),
    own,
  };
}

/** The price of a GiB of what an input gives as a size like `10GiB`. */
export function perGib(key: string, of: string, input: string): OwnPrice {
  return { key, of, times: { input, count: gibibytesOf } };
}

function gibibytesOf(size: unknown): number | undefined {
  const bytes = typeof size === "string" ? parseSize(size) : undefined;
  return bytes === undefined ? undefined : Number(bytes) / 2 ** 30;
}

/** A price as sentences show it: `$2.00`. */
export function dollars(price: number): string {
  return `$${price.toFixed(2)}`;
}

/** The declarations of a class, e.g. `storage:Volume`. */
export function declarationsOf(type: string, all: readonly Declaration[]): readonly Declaration[] {
  return all.filter((one) => classType(one.type) === type);
}

/** How the types of classes begin: those of the dynamic ones, and those of the plugin. */
const tokenStart = /^(?:pulumi-nodejs:dynamic\/hosting\/|hosting:(?!components:))/;

/** `pulumi-nodejs:dynamic/hosting/storage:Volume` → `storage:Volume`, as `hosting:storage:Volume`. */
export function classType(type: string): string {
  return type.replace(tokenStart, "");
}

/** True for the type of a class of this package. */
export function isClassType(type: string): boolean {
  return tokenStart.test(type);
}
