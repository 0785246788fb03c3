import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Config } from "../../provider/connection/query.ts";
import { type LookupDefinition, refuseUnknownArguments } from "../../provider/definition/lookup.ts";
import { HostingError } from "../../provider/errors.ts";
import type { Provider } from "../provider.ts";

/** Options of every lookup. */
export interface LookupOptions {
  /** Explicit provider whose platform is asked; the stack's own settings unless given. */
  provider?: Provider;
}

/** Everything a list of the platform holds; `getInstances` answers `{ instances: […] }` under mocks. */
export async function lookUpList<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
  args: object,
  opts: LookupOptions | undefined,
): Promise<Partial<z.output<S>>[]> {
  await explained(async () => refuseUnknownArguments(lookup, { ...args }));
  if (isMocked()) return mockedList(lookup, await askMocks(lookup, args, opts));
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
  if (isMocked()) return mocked(lookup, await askMocks(lookup, args, opts));
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
async function configOf({ provider }: LookupOptions = {}): Promise<Config> {
  if (provider === undefined) {
    const config = new pulumi.Config("hosting");
    // Of the stack's config no key means an explicit provider.
    return (name) => (name === "explicit" ? undefined : config.get(name));
  }
  const settings = await known(provider.settings);
  return (name) => settings[`hosting:${name}`];
}

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

function tokenOf({ name }: Pick<LookupDefinition, "name">): string {
  return `pulumi-nodejs:dynamic/hosting:${name}`;
}

/** The answer of the `call` of a test's mocks. */
function askMocks(
  lookup: Pick<LookupDefinition, "name">,
  args: object,
  opts: LookupOptions = {},
): Promise<unknown> {
  return pulumi.runtime.invoke(tokenOf(lookup), { ...args }, { ...opts });
}

function mockedList<S extends z.ZodObject>(lookup: LookupDefinition<S>, answer: unknown) {
  const [first = "", ...rest] = lookup.name.replace(/^get/, "");
  const key = first.toLowerCase() + rest.join("");
  const items: unknown = Object(answer)[key];
  if (Array.isArray(items)) return items.map((item) => mocked(lookup, item));
  throw new pulumi.RunError(
    `${lookup.name}() got no list from the mocks of this test. Let call() return { ${key}: [] } for the token ${tokenOf(lookup)}.`,
  );
}

function mocked<S extends z.ZodObject>(
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
