import type { Props } from "../../provider/definition/session.ts";
import type { Place } from "./places.ts";
import type { Random } from "./random.ts";
import {
  type Link,
  type Template,
  type TemplateName,
  templateNames,
  templates,
} from "./templates.ts";

/** A program's declaration of one resource. */
export interface Declaration {
  /** One resource keeps it through all versions. */
  readonly name: string;
  /** The name in the program, where it is another one: two components may use one twice. */
  readonly logicalName?: string;
  /** The stack that it is in, where there are several. */
  readonly stack?: string;
  /** Type of the component that the resource is in. */
  readonly parent?: string | undefined;
  /** Places that it had before, for the option `aliases`, the latest first. */
  readonly aliases?: readonly Place[];
  /** The resource's earlier name: the user writes `adopt` with that one's id. */
  readonly adoptFrom?: string;
  readonly type: string;
  readonly inputs: Props;
  /** Inputs that come from outputs of other resources. */
  readonly links: Readonly<Record<string, Link>>;
  /** The option `deleteBeforeReplace`. */
  readonly deleteFirst?: boolean;
  /** The option `retainOnDelete`. */
  readonly retainOnDelete?: boolean;
}

/** A program: each declaration comes after those it links to. */
export type Program = readonly Declaration[];

/** Draws the versions of a program, oldest first; each differs from the one before. */
export function drawVersions(random: Random): readonly Program[] {
  const versions: Program[] = [drawProgram(random)];
  const more = random.between(0, 2);
  for (let version = 0; version < more; version += 1) {
    versions.push(changed(versions.at(-1) ?? [], random));
  }
  return versions;
}

function drawProgram(random: Random): Program {
  const count = random.between(1, 4);
  const program: Declaration[] = [];
  for (let at = 0; at < count; at += 1) {
    const template = random.pickFrom(templateNames);
    if (template !== undefined) add(program, template, random);
  }
  return program;
}

/** Adds a resource behind those it needs, which are added when they are not there yet. */
function add(program: Declaration[], template: TemplateName, random: Random): string {
  const { type, inputs, isNamed = false, links = {} }: Template = templates[template];
  const needed = new Map<string, string>();
  for (const to of new Set(Object.values(links).map((link) => link.to))) {
    needed.set(to, isTemplate(to) ? provide(program, to, random) : to);
  }
  const name = `${template}-${program.length}`;
  // A name that another declaration would generate is one nobody chooses.
  const own = isNamed && random.chance(0.4) ? { name: `own-${name}` } : {};
  program.push({
    name,
    type,
    inputs: { ...inputs(name), ...own },
    links: Object.fromEntries(
      Object.entries(links).map(([input, link]) => [
        input,
        { to: needed.get(link.to) ?? "", value: link.value },
      ]),
    ),
  });
  return name;
}

/** A resource that nothing of this kind links to yet: a volume is in one instance at a time. */
function provide(program: Declaration[], template: TemplateName, random: Random): string {
  const linked = new Set(program.flatMap(({ links }) => Object.values(links).map(({ to }) => to)));
  const { type } = templates[template];
  const free = program.find((known) => known.type === type && !linked.has(known.name));
  return free?.name ?? add(program, template, random);
}

function changed(program: Program, random: Random): Program {
  const victim = random.pickFrom(program);
  if (victim === undefined || random.chance(0.2)) return grown(program, random);
  if (random.chance(0.2)) return without(program, victim.name);
  const template = Object.values<Template>(templates).find(({ type }) => type === victim.type);
  const change = random.pickFrom(template?.changes ?? []);
  if (change === undefined) return without(program, victim.name);
  return program.map((known) =>
    known === victim ? { ...known, inputs: change(known.inputs) } : known,
  );
}

function grown(program: Program, random: Random): Program {
  const more = [...program];
  // Names count on, so that a removed resource never lends its name to another one.
  const template = random.pickFrom(templateNames);
  if (template !== undefined) add(more, template, random);
  const names = new Set(program.map(({ name }) => name));
  return more.every(({ name }, at) => at < program.length || !names.has(name)) ? more : program;
}

/** The program without a resource and all that need it. */
function without(program: Program, name: string): Program {
  const gone = new Set([name]);
  return program.filter((declaration) => {
    const isGone =
      declaration.name === name || Object.values(declaration.links).some(({ to }) => gone.has(to));
    if (isGone) gone.add(declaration.name);
    return !isGone;
  });
}

function isTemplate(name: string): name is TemplateName {
  return name in templates;
}
