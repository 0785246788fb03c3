import type { EnforcementLevel, PolicyConfigSchema, Severity } from "@pulumi/policy";
import type { HostingClass, PropertiesOf, Resource, Stack, Surroundings } from "./view.ts";

export type Topic = "network" | "storage" | "cost" | "reliability" | "access" | "hygiene";

/** A value that users can set for a rule; `T` is its type in the rule. */
export interface Setting<T> {
  readonly schema: PolicyConfigSchema["properties"][string];
  /** The default; a setting without one may be missing. */
  readonly preset?: T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of a rule's settings. */
export type Config<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** The facts of a rule, whatever it checks. */
export interface RuleFacts<N extends string, S extends Settings> {
  /** Also the name of its file. */
  readonly name: N;
  readonly topic: Topic;
  readonly severity: Severity;
  /** How it is enforced unless users say otherwise. */
  readonly level: EnforcementLevel;
  /** One sentence: what must hold. */
  readonly about: string;
  /** The way out, one sentence; it ends every message of the rule. */
  readonly fix: string;
  readonly settings: S;
}

/** The decision of a rule about resources of one class, or of every class. */
export interface Check<C> {
  /** Left out: every class of this package. */
  readonly of?: HostingClass;
  /** The violations, one phrase each with the value and the limit; empty when nothing is. */
  decide(resource: Resource, config: C, surroundings: Surroundings): readonly string[];
  /** Properties that fix it; only those that are updated in place. */
  remedy?(resource: Resource, config: C, surroundings: Surroundings): Remedy;
}

/** Inputs to set instead of those given. */
export type Remedy = Readonly<Record<string, string | number | boolean>>;

/** A rule about single resources; it runs before each of them is made or changed. */
export interface ResourceRule<N extends string = string, S extends Settings = Settings>
  extends RuleFacts<N, S> {
  readonly checks: readonly Check<Config<S>>[];
}

/** Something wrong in a stack. */
export interface Finding {
  /** Left out: the stack as a whole. */
  readonly resource?: Pick<Resource, "type" | "name" | "urn">;
  /** One phrase with the value and the limit. */
  readonly problem: string;
}

/** A rule about how resources go together; it runs after all of them were planned. */
export interface StackRule<N extends string = string, S extends Settings = Settings>
  extends RuleFacts<N, S> {
  decide(stack: Stack, config: Config<S>): readonly Finding[];
}

export type Rule = ResourceRule | StackRule;

/** Makes the check of one class, with the properties of that class. */
type On<S extends Settings> = <C extends HostingClass>(
  of: C,
  decide: Decide<Resource<PropertiesOf<C>>, S>,
  remedy?: (
    resource: Resource<PropertiesOf<C>>,
    config: Config<S>,
    surroundings: Surroundings,
  ) => Remedy,
) => Check<Config<S>>;

type Decide<R, S extends Settings> = (
  resource: R,
  config: Config<S>,
  surroundings: Surroundings,
) => readonly string[];

/** Declares a rule about single resources of the classes it names. */
export function resourceRule<N extends string, S extends Settings>(
  facts: RuleFacts<N, S>,
  checks: (on: On<S>) => readonly Check<Config<S>>[],
): ResourceRule<N, S> {
  const on: On<S> = (of, decide, remedy) => ({ of, decide, ...(remedy && { remedy }) });
  return { ...facts, checks: checks(on) };
}

/** Declares a rule about single resources of every class. */
export function anyResourceRule<N extends string, S extends Settings>(
  facts: RuleFacts<N, S>,
  decide: Decide<Resource, S>,
): ResourceRule<N, S> {
  return { ...facts, checks: [{ decide }] };
}

/** Declares a rule about a whole stack. */
export function stackRule<N extends string, S extends Settings>(
  facts: RuleFacts<N, S>,
  decide: (stack: Stack, config: Config<S>) => readonly Finding[],
): StackRule<N, S> {
  return { ...facts, decide };
}
