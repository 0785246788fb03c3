import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Config } from "../../provider/connection/query.ts";
import { type LookupDefinition, refuseUnknownArguments } from "../../provider/definition/lookup.ts";
import { native } from "../../provider/definition/native.ts";
import { HostingError } from "../../provider/errors.ts";
import type { Provider } from "../provider.ts";

/** Options of every lookup. */
export interface LookupOptions {
  /** Explicit provider whose platform is asked; the stack's own settings unless given. */
  provider?: Provider | undefined;
  /** Component whose account is asked, as its resources have it: `{ parent: this }`. */
  parent?: pulumi.Resource | undefined;
}

/** Everything a list of the platform holds; `getInstances` answers `{ instances: […] }` under mocks. */
export async function lookUpList<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
  args: object,
  opts: LookupOptions | undefined,
): Promise<Partial<z.output<S>>[]> {
  await explained(async () => refuseUnknownArguments(lookup, { ...args }));
  if (isMocked() || native() !== undefined)
    return answeredList(lookup, await invoke(lookup, args, opts));
  return explained(async () => {
    const { askList } = await import("../../provider/connection/query.ts");
    return [...(await askList(await configOf(opts), { ...lookup, args: { ...args } }))];
  });
}

/** One object of the platform. */
export async function lookUpOne<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
  args: object,
  opts: LookupOptions | undefined,
): Promise<Partial<z.output<S>>> {
  await explained(async () => refuseUnknownArguments(lookup, { ...args }));
  if (isMocked() || native() !== undefined)
    return answered(lookup, await invoke(lookup, args, opts));
  return explained(async () => {
    const { askOne } = await import("../../provider/connection/query.ts");
    return askOne(await configOf(opts), { ...lookup, args: { ...args } });
  });
}

/** The id that stands for a resource, or the id itself. */
export function idOf(reference: pulumi.Input<string> | pulumi.CustomResource) {
  const id = pulumi.CustomResource.isInstance(reference) ? reference.id : reference;
  return pulumi.output<string>(id);
}

/** The settings that the resources of the same program have. */
async function configOf({ provider, parent }: LookupOptions = {}): Promise<Config> {
  const explicit = provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
  if (explicit === undefined) {
    const config = new pulumi.Config("hosting");
    // Of the stack's config no key means an explicit provider.
    return (name) => (name === "explicit" ? undefined : config.get(name));
  }
  // The class may be that of another copy of this package.
  const settings: unknown = Reflect.get(explicit, "settings");
  if (!pulumi.Output.isInstance(settings)) throw new pulumi.RunError(unknownSettings);
  const values = Settings.parse(await known(settings));
  return (name) => values[`hosting:${name}`];
}

const Settings = z.record(z.string(), z.string().optional());

const unknownSettings =
  'A lookup asked for nothing: here, in a component provider, the settings of the program\'s provider are not known. Import "pulumi-hosting/native" first in the component package: then the provider itself is asked.';

/** Pulumi shows a `RunError` as its message alone, and every other error with its stack. */
async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw HostingError.isInstance(error) ? new pulumi.RunError(error.message) : error;
  }
}

/** The value of an output that only depends on what the program says. */
function known<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

/** True in a unit test that called `pulumi.runtime.setMocks`: there is no platform to ask. */
function isMocked(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return typeof monitor === "object" && monitor !== null && "mocks" in monitor;
}

function tokenOf({ area, name }: Pick<LookupDefinition, "area" | "name">): string {
  return native() === undefined
    ? `pulumi-nodejs:dynamic/hosting:${name}`
    : `hosting:${area}:${name}`;
}

/** The answer of the plugin, or that of the `call` of a test's mocks. */
function invoke(
  lookup: Pick<LookupDefinition, "area" | "name">,
  args: object,
  { provider, parent }: LookupOptions = {},
): Promise<unknown> {
  const options = { ...(provider && { provider }), ...(parent && { parent }) };
  return pulumi.runtime.invoke(tokenOf(lookup), { ...args }, options);
}

function answeredList<S extends z.ZodObject>(lookup: LookupDefinition<S>, answer: unknown) {
  const [first = "", ...rest] = lookup.name.replace(/^get/, "");
  const key = first.toLowerCase() + rest.join("");
  const items: unknown = Object(answer)[key];
  if (Array.isArray(items)) return items.map((item) => answered(lookup, item));
  throw new pulumi.RunError(
    `${lookup.name}() got no list from the mocks of this test. Let call() return { ${key}: [] } for the token ${tokenOf(lookup)}.`,
  );
}

function answered<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
  answer: unknown,
): Partial<z.output<S>> {
  const parsed = lookup.shape.partial().safeParse(answer);
  if (parsed.success) return withoutGaps(parsed.data);
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new pulumi.RunError(
    `${lookup.name}() got an answer from the mocks of this test that the platform never gives: ${problems.join("; ")}. Correct what call() returns for the token ${tokenOf(lookup)}.`,
  );
}

function withoutGaps(fields: object) {
  const entries: unknown[][] = Object.entries(fields);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
