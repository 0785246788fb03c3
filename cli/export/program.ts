import { idPrefixes } from "../../contract/ids.ts";
import type { Definition, Reference } from "../../provider/definition/definition.ts";
import { identifierFor, namesFor, type Unnamed } from "./names.ts";
import { settingOf } from "./setting.ts";
import type { Subject } from "./subject.ts";

/** The object as a resource of a program. */
export interface Resource {
  readonly subject: Subject;
  readonly area: string;
  readonly className: string;
  readonly name: string;
  readonly identifier: string;
  /** Plain values, with a {@link Link} in the place of an id and a {@link Setting} for what is not known. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Another resource, in the place of its id. */
export class Link {
  readonly to: Resource;

  constructor(to: Resource) {
    this.to = to;
  }
}

/** Which inputs of each class hold ids of which others. */
export type References = ReadonlyMap<string, readonly Reference[]>;

/** The resources of a program that has these objects, each behind those it refers to. */
export function programOf(
  subjects: readonly Subject[],
  references: References,
): readonly Resource[] {
  const inOrder = subjects.toSorted((left, right) => compare(keyOf(left), keyOf(right)));
  return new Builder(inOrder, references).build();
}

class Builder {
  readonly #subjects: ReadonlyMap<string, Subject>;
  readonly #references: References;
  readonly #names: ReadonlyMap<Subject, string>;
  readonly #identifiers = new Map<string, Set<string>>();
  /** Undefined while its target is being built: a circular reference gets the id. */
  readonly #built = new Map<Subject, Resource | undefined>();

  constructor(subjects: readonly Subject[], references: References) {
    this.#subjects = new Map(subjects.map((subject) => [keyOf(subject), subject]));
    this.#references = references;
    this.#names = this.#nameAll([...this.#subjects.values()]);
  }

  build(): readonly Resource[] {
    const inOrder = [...this.#subjects.values()].toSorted((left, right) =>
      compareNames(this.#nameFor(left), this.#nameFor(right)),
    );
    for (const subject of inOrder) this.#resource(subject);
    return [...this.#built.values()].filter((built) => built !== undefined);
  }

  #resource(subject: Subject): Resource | undefined {
    if (this.#built.has(subject)) return this.#built.get(subject);
    this.#built.set(subject, undefined);
    const [area = "", className = ""] = subject.definition.type.split(":");
    const name = this.#names.get(subject) ?? subject.id;
    const inputs = this.#inputs(subject, name);
    const resource = {
      subject,
      area,
      className,
      name,
      inputs,
      identifier: this.#identify({ area, className, name }),
    };
    // The objects that it refers to come before it.
    this.#built.delete(subject);
    this.#built.set(subject, resource);
    return resource;
  }

  #nameFor(subject: Subject): string {
    return `${subject.definition.type} ${this.#names.get(subject)}`;
  }

  #inputs(subject: Subject, name: string): Resource["inputs"] {
    const { definition, inputs, missing } = subject;
    const known = Object.entries(inputs).map(([input, value]) => [
      input,
      this.#linked(definition.type, [input], value),
    ]);
    const open = missing.map((input) => [input, settingOf(definition, name, input)]);
    const given = Object.fromEntries([...known, ...open]);
    // In the order in which the class declares them.
    const order = Object.keys(definition.inputs.shape).filter((input) => input in given);
    return Object.fromEntries(order.map((input) => [input, given[input]]));
  }

  #linked(type: string, path: readonly string[], value: unknown): unknown {
    if (typeof value === "string") {
      const target = this.#target(type, path, value);
      const built = target && this.#resource(target);
      return built === undefined ? value : new Link(built);
    }
    if (Array.isArray(value)) return value.map((item) => this.#linked(type, [...path, "*"], item));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, this.#linked(type, [...path, key], item)]),
    );
  }

  #target(type: string, path: readonly string[], id: string): Subject | undefined {
    const reference = this.#references.get(type)?.find((one) => one.path.join() === path.join());
    const keys = reference?.to.map((target) => `${target} ${id}`) ?? [];
    return keys.map((key) => this.#subjects.get(key)).find((found) => found !== undefined);
  }

  /** An object that links others is named after them, so these come first. */
  #nameAll(subjects: readonly Subject[]): ReadonlyMap<Subject, string> {
    const names = new Map<Subject, string>();
    const classes = [...Map.groupBy(subjects, ({ definition }) => definition).entries()];
    const ordered = classes.toSorted(
      ([left], [right]) => formOf(left).length - formOf(right).length,
    );
    for (const [, ofClass] of ordered) {
      const named = namesFor(ofClass.map((subject) => this.#unnamed(subject, names)));
      for (const [at, subject] of ofClass.entries()) names.set(subject, named[at] ?? subject.id);
    }
    return names;
  }

  #unnamed(subject: Subject, names: ReadonlyMap<Subject, string>): Unnamed {
    const { definition, id, observed } = subject;
    const { type, noun } = definition;
    const parts = formOf(definition).map((input) => {
      const value = String(observed[input] ?? "");
      const target = this.#target(type, [input], value);
      return (target && names.get(target)) ?? (isMadeUp(value) ? "" : value);
    });
    const own = [
      observed["name"],
      ...Object.keys(definition.outputs.shape).map((name) => observed[name]),
    ];
    const label = parts.join(" ").trim() || own.find((value) => typeof value === "string") || "";
    const marks = ["region", "pool", "projectId"].map((input) => String(observed[input] ?? ""));
    return { label: String(label), noun, id, marks };
  }

  #identify(given: { area: string; className: string; name: string }): string {
    const taken = this.#identifiers.get(given.area) ?? new Set<string>();
    const identifier = identifierFor(given.name, { className: given.className, taken });
    this.#identifiers.set(given.area, taken.add(identifier));
    return identifier;
  }
}

/** Inputs that the id of an object is made of. */
function formOf({ create, naturalId }: Definition): readonly string[] {
  const form = create?.id ?? naturalId ?? "";
  return [...form.matchAll(/\{(\w+)\}/g)].flatMap(([, input]) => input ?? []);
}

/** True for an id that says nothing to people. */
function isMadeUp(value: string): boolean {
  return Object.values(idPrefixes).some((prefix) => value.startsWith(prefix));
}

function keyOf({ definition, id }: Subject): string {
  return `${definition.type} ${id}`;
}

/** `app-2` before `app-10`. */
const { compare: compareNames } = new Intl.Collator("en", { numeric: true });

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
