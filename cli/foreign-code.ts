import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { classType, isClassType } from "../contract/price.ts";
import { projectAbove } from "../provider/connection/project.ts";
import { providerText } from "../provider/definition/resource-class.ts";
import { hidden } from "../provider/lifecycle/record/state.ts";
import { nameIn } from "./preview/preview.ts";

/** A resource as a state has it. */
interface Stored {
  readonly urn: string;
  readonly type: string;
  readonly inputs?: Values;
  readonly outputs?: Values;
}

type Values = Readonly<Record<string, unknown>> | null | undefined;

/** The code that runs on a state execute because the state says so. */
export interface ForeignCode {
  /** One line for each sort of code that neither a release of this package nor the project has. */
  readonly refused: readonly string[];
  /** Names of resources of other packages that have their code in the state. */
  readonly unjudged: readonly string[];
}

/** Looks for code that somebody else than a run of this package may have put into the state of a project's stack. */
export function foreignCode(resources: readonly Stored[], directory: string): ForeignCode {
  const withText = resources.filter((resource) => textsIn(resource).length > 0);
  const [ours = [], others = []] = [true, false].map((is) =>
    withText.filter((one) => isOurs(one) === is),
  );
  const changed = ours.filter((one) => textsIn(one).some((text) => text !== textOf(one)));
  const project = projectAbove(directory) ?? directory;
  const addresses = Map.groupBy(resources.flatMap(addressIn), ({ address }) => address);
  const unnamed = [...addresses].filter(([address]) => !isNamed(address, project));
  return {
    refused: [
      ...(changed.length === 0 ? [] : [changedCode(changed.map(({ urn }) => nameIn(urn)))]),
      ...unnamed.map(([address, [first]]) => unnamedAddress(address, first?.name ?? "")),
    ],
    unjudged: others.map(({ urn }) => nameIn(urn)),
  };
}

/** The engine goes by the type in the URN, and a person by the other one. */
function isOurs({ type, urn }: Stored): boolean {
  return isClassType(type) || isClassType(typeIn(urn));
}

/** The one text that every release so far has written for the class. */
function textOf({ type }: Stored): string {
  return providerText(classType(type));
}

function typeIn(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

function textsIn({ inputs, outputs }: Stored): readonly unknown[] {
  return [inputs, outputs].flatMap((values) => values?.[hidden.provider] ?? []);
}

/** The engine takes the address among a provider's own inputs where `__internal` is missing. */
function addressIn({ urn, type, inputs }: Stored): readonly { name: string; address: string }[] {
  const places = type.startsWith("pulumi:providers:")
    ? [inputs, inputs?.["__internal"]]
    : [inputs?.["__internal"]];
  return places
    .map((place): unknown => Reflect.get(Object(place), "pluginDownloadURL"))
    .filter((address) => typeof address === "string" && address !== "")
    .map((address) => ({ name: nameIn(urn), address: String(address) }));
}

const restore = "put back an export from before (`pulumi stack import`)";

function changedCode(names: readonly string[]): string {
  const [first = ""] = names;
  const more = names.length === 1 ? "" : ` and ${names.length - 1} more`;
  return `"${first}"${more}: the state has code that no release of pulumi-hosting wrote. A refresh, \`up\` or \`destroy\` would run it with your key: run none, find out who can write the state, and ${restore}.`;
}

function unnamedAddress(address: string, name: string): string {
  return `Provider "${name}": the state has a download address that no file of the project names, ${address}. Pulumi would run what it downloads there. If it is yours, write it into Pulumi.yaml; else ${restore}.`;
}

/** True where a file of the project, or the manifest of a package that it has installed, has the address. */
function isNamed(address: string, project: string): boolean {
  for (const file of filesOf(project)) {
    if (statSync(file).size > mostBytes) continue;
    const words = readFileSync(file, "utf8").split(/[\s"'`<>(){}[\],]+/);
    if (words.some((word) => withoutSlash(word) === withoutSlash(address))) return true;
  }
  return false;
}

/** A file that a person writes is smaller. */
const mostBytes = 1_000_000;

function withoutSlash(address: string): string {
  return address.endsWith("/") ? address.slice(0, -1) : address;
}

function* filesOf(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.name === "node_modules") yield* manifestsOf(path);
    else if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !entry.name.startsWith(".")) yield* filesOf(path);
  }
}

function* manifestsOf(packages: string): Generator<string> {
  for (const name of readdirSync(packages)) {
    const manifest = join(packages, name, "package.json");
    if (name.startsWith("@")) yield* manifestsOf(join(packages, name));
    else if (existsSync(manifest)) yield manifest;
  }
}
