import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { definitionOf } from "../support/session-inputs.ts";
import { isNamed, type ShownObject } from "./console.ts";
import type { Resource } from "./engine-state.ts";
import type { Program } from "./program.ts";
import { renamedEnd } from "./worlds/adoption.ts";
import { firstName, movedEnds } from "./worlds/aliases.ts";

/** The end of a history: the objects, the state, and the messages. */
interface End {
  readonly objects: readonly ShownObject[];
  readonly resources: readonly Resource[];
  readonly lines: readonly string[];
  /** Creates that the journal still has as open. */
  readonly open: readonly OpenCreate[];
}

/** A create that nobody has settled yet. */
interface OpenCreate {
  /** The object in words. */
  readonly subject: string;
  readonly id: string;
}

/** Broken promises at the end, when all requests have arrived. */
export function checkWorld(
  end: End,
  { program, isDone }: { program: Program; isDone: boolean },
): readonly string[] {
  return [
    ...(isDone ? [] : [`I2: the stack does not come to rest: ${end.lines.at(-1)}`]),
    ...twins(end),
    ...unmanaged(end),
    ...missing(end),
    ...(isDone ? undone(end, program) : []),
  ];
}

/** I1: no create has two objects, but for those that a message named. */
function twins({ objects, resources, lines, open }: End): string[] {
  const counts = new Map<string, number>();
  for (const { type, called } of objects) {
    const key = `${type} ${called}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  // The object of a killed forced replacement is known, and the one before it is kept.
  for (const object of objects.filter((known) => !resources.some((one) => isSame(known, one)))) {
    const key = `${object.type} ${object.called}`;
    const isNamedInLines = lines.some(
      (line) => line.includes(leftBehind) && doesName(line, object),
    );
    if (isNamedInLines || open.some((create) => remembers(create, object)))
      counts.set(key, (counts.get(key) ?? 0) - 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => `I1: there are ${count} of ${key}`);
}

/** I2: an object that no state has was named in a message, or is still an open question in the journal. */
function unmanaged({ objects, resources, lines, open }: End): string[] {
  return objects
    .filter((object) => !resources.some((known) => isSame(object, known)))
    .filter((object) => !lines.some((line) => doesName(line, object)))
    .filter((object) => !open.some((create) => remembers(create, object)))
    .filter((object) => !isShownBy(object, resources))
    .map(({ type, id, called }) => `I2: nobody knows of ${type} ${id} (${called})`);
}

/** An attachment or assignment is an output of the volume or address in the state. */
function isShownBy({ type, id }: ShownObject, resources: readonly Resource[]): boolean {
  const isLink = ["storage:VolumeAttachment", "network:FloatingIpAssignment"].includes(type);
  return isLink && resources.some((resource) => resource.id === id.split("/")[0]);
}

function doesName(line: string, { id, called }: ShownObject): boolean {
  if (line.includes(id) || line.includes(`"${called}"`)) return true;
  return line.includes(leftBehind) && names(line, called);
}

/** How lines name what a killed run may have made: by its declaration. */
const leftBehind = "a run that was killed";

/** An object without a name is known by its class. */
function remembers({ subject, id }: OpenCreate, object: ShownObject): boolean {
  const isNameless = object.id === object.called;
  const isOfClass = subject.startsWith(`${definitionOf(object.type).noun} "`);
  return isNamed(object, id) || names(subject, object.called) || (isNameless && isOfClass);
}

/** True for a text with the declaration that an object's name comes from, as messages quote it. */
function names(text: string, called: string): boolean {
  const name = logicalName(called).toLowerCase();
  // A twin that was renamed has that name as it is.
  const whole = called.slice(0, -9).toLowerCase();
  const first = firstName(name);
  const moved = movedEnds.map((end) => `${first}${end}`);
  const quoted = [name, `${name}${renamedEnd}`, whole, first, ...moved].map(
    (known) => `"${known}"`,
  );
  return quoted.some((known) => text.toLowerCase().includes(known));
}

function logicalName(called: string): string {
  if (called.includes("-twin")) return logicalName(called.replace("-twin", ""));
  if (called.startsWith("own-")) return called.slice(4);
  if (/^(?:eu|us)-/.test(called)) return called.slice(3);
  return called.includes("@") ? (called.split("@")[0] ?? "") : called.slice(0, -9);
}

/** I2: an object that the state has is there, or a message says that it is not. */
function missing({ objects, resources, lines }: End): string[] {
  return resources
    .filter((resource) => !objects.some((object) => isSame(object, resource)))
    .filter(({ id, type }) => {
      const blind = `the state of each ${definitionOf(type).noun} is kept as it is`;
      const part = "a part of a longer list";
      return !lines.some((line) => [id, blind, part].some((text) => line.includes(text)));
    })
    .map(({ name, id }) => `I2: the state has ${name} (${id}), which is not there`);
}

function isSame(object: ShownObject, { type, id }: Resource): boolean {
  return object.type === type && isNamed(object, id);
}

/** A program that was carried out is in the state, and nothing else. */
function undone({ resources }: End, program: Program): string[] {
  const [inState, inProgram] = [resources, program].map((list) =>
    list
      .map(({ name }) => name)
      .toSorted()
      .join(" "),
  );
  return inState === inProgram ? [] : [`I2: the state has ${inState}, the program ${inProgram}`];
}

/** I12: `destroy` comes to its end and leaves nothing behind that no message names. */
export function checkDestroyed(end: End, isDone: boolean): readonly string[] {
  const { resources, lines } = end;
  const kept = resources.map(({ name, id }) => `${name} (${id})`).join(", ");
  return [
    ...unmanaged(end),
    ...(isDone ? [] : [`I12: destroy leaves ${kept} in the state: ${lines.at(-1)}`]),
  ];
}

/** I10: the keys of a bucket are those that its create showed. */
export function checkShownOnce(
  resources: readonly Resource[],
  secrets: readonly string[],
): readonly string[] {
  return resources.flatMap(({ name, outputs }) =>
    ["accessKey", "secretKey"].flatMap((key) => {
      const kept = outputs[key];
      const isLost = typeof kept === "string" && !secrets.includes(kept);
      return isLost ? [`I10: ${name} has lost its ${key}: it is ${kept}`] : [];
    }),
  );
}

/** Creates in the journal that nobody has settled yet. */
export function openCreates(journalFile: string): readonly OpenCreate[] {
  if (!existsSync(journalFile)) return [];
  using database = new DatabaseSync(journalFile, { readOnly: true });
  return database
    .prepare("SELECT subject, id FROM creates")
    .all()
    .map(({ subject, id }) => ({ subject: String(subject), id: String(id) }));
}

/** I4: no secret is in anything that is shown or written. */
export function checkSecrets(given: {
  sinks: readonly string[];
  secrets: readonly string[];
  journalFile: string;
}): readonly string[] {
  const files = ["", "-wal"].map((end) => `${given.journalFile}${end}`).filter(existsSync);
  const sinks = [...given.sinks, ...files.map((file) => readFileSync(file, "latin1"))];
  const parts = given.secrets.flatMap((secret) =>
    secret.split("\n").filter((line) => line.length > 15 && !line.startsWith("-----")),
  );
  const leak = sinks.find((text) => parts.some((part) => text.includes(part)));
  return leak === undefined ? [] : [`I4: a secret is shown: ${leak.slice(0, 80)}`];
}
