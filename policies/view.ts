import type * as pulumi from "@pulumi/pulumi";
import type { OwnPrices } from "../contract/costs/index.ts";
import { classType } from "../contract/price.ts";

/** Stands for a value that is not known before the update. It equals nothing a rule looks for. */
export const notKnown: unique symbol = Symbol("not known yet");
export type NotKnown = typeof notKnown;

/** A value in which anything, at every depth, may be not known yet. */
export type View<T> =
  | NotKnown
  | (T extends string | number | boolean | null | undefined
      ? T
      : T extends readonly (infer E)[]
        ? readonly View<E>[]
        : { readonly [K in keyof T]: View<T[K]> });

/** A class of this package. */
export interface HostingClass {
  readonly __pulumiType: string;
  new (name: string, args: never, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource;
}

/** Properties of a class. Any may be missing: outputs before the update, inputs that are left out. */
export type PropertiesOf<C extends HostingClass> = {
  readonly [K in Exclude<
    keyof InstanceType<C>,
    keyof pulumi.CustomResource
  >]?: InstanceType<C>[K] extends pulumi.Output<infer V> ? View<V> : never;
};

/** A resource as a rule sees it. */
export interface Resource<P = Readonly<Record<string, unknown>>> {
  /** Area and class: `storage:Volume`. */
  readonly type: string;
  /** Logical name. */
  readonly name: string;
  readonly urn: string;
  /** Inputs; in rules about a whole stack also outputs. */
  readonly properties: P;
  readonly isProtected: boolean;
  /** False for those that use Pulumi's default provider. */
  readonly hasOwnProvider: boolean;
  /** URNs of the resources that the value of a property comes from; empty in rules about one resource. */
  sourcesOf(property: string): readonly string[];
  /** True for what the state encrypts, by its keys joined with dots; in rules about one resource alone. */
  isSecret(path: string): boolean;
}

/** The facts a rule may use beside the resource. */
export interface Surroundings {
  /** Name of the stack. */
  readonly stack: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** All resources of this package in a stack. */
export interface Stack extends Surroundings {
  readonly resources: readonly Resource[];
  /** The user's own prices. */
  readonly prices: OwnPrices;
  /** Those of one class. */
  all<C extends HostingClass>(of: C): readonly Resource<PropertiesOf<C>>[];
}

/**
 * True for a list that is known. A program may give anything, since nothing checks its types when it runs:
 * its class refuses a value of the wrong type, and a rule ignores it.
 */
export function isList<T>(value: readonly T[] | NotKnown | undefined): value is readonly T[] {
  return Array.isArray(value);
}

/** The items of a list with their positions, without those that are not known yet. */
export function knownItems<T>(
  list: readonly T[] | NotKnown | undefined,
): readonly { readonly at: number; readonly item: NonNullable<Exclude<T, NotKnown>> }[] {
  if (!isList(list)) return [];
  return list.flatMap((item, at) => (isKnown(item) && item != null ? [{ at, item }] : []));
}

/** The texts in a list, without those that are not known yet. */
export function knownTexts(list: View<readonly string[]> | undefined): readonly string[] {
  return knownItems(list).flatMap(({ item }) => (typeof item === "string" ? [item] : []));
}

/** True when a value is known; a missing one is known to be missing. */
export function isKnown<T>(value: T): value is Exclude<T, NotKnown> {
  return value !== notKnown;
}

/** A stack of these resources. */
export function stackOf(
  resources: readonly Resource[],
  surroundings: Surroundings,
  prices: OwnPrices = {},
): Stack {
  return {
    ...surroundings,
    ...{ resources, prices },
    all: <C extends HostingClass>({ __pulumiType }: C) => {
      const type = classType(__pulumiType);
      return resources.filter((one): one is Resource<PropertiesOf<C>> => one.type === type);
    },
  };
}
