import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Asker, Config } from "../../provider/connection/query.ts";
import { type LookupDefinition, refuseArguments } from "../../provider/definition/lookup.ts";
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
  await explained(async () => refuseArguments(lookup, { ...args }));
  if (isMocked() || native() !== undefined)
    return answeredList(lookup, await invoke(lookup, args, opts));
  return explained(async () => {
    const { askList } = await query();
    // Unlike for one object, nothing shows that a list of earlier in the run lacks what was asked for.
    const question = { ...lookup, args: { ...args }, isFresh: !pulumi.runtime.isDryRun() };
    return [...(await askList(await promised(lookup, opts), question))];
  });
}

/** The twin of {@link lookUpList}. */
export function lookUpListOutput<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
  args: object,
  opts: LookupOptions | undefined,
): pulumi.Output<Partial<z.output<S>>[]> {
  return whenKnown(args, opts, (known) => lookUpList(lookup, known, opts));
}

/**
 * One object of the platform.
 *
 * @param followsRun true where the arguments come from this run, which may have changed the object since its lists were read
 */
export async function lookUpOne<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
  args: object,
  opts: LookupOptions | undefined,
  followsRun = false,
): Promise<Partial<z.output<S>>> {
  await explained(async () => refuseArguments(lookup, { ...args }));
  if (isMocked() || native() !== undefined)
    return answered(lookup, await invoke(lookup, args, opts));
  return explained(async () => {
    const { askOne } = await query();
    const isFresh = followsRun && !pulumi.runtime.isDryRun();
    return askOne(await promised(lookup, opts), { ...lookup, args: { ...args }, isFresh });
  });
}

/** The twin of {@link lookUpOne}. */
export function lookUpOneOutput<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
  args: object,
  opts: LookupOptions | undefined,
): pulumi.Output<Partial<z.output<S>>> {
  const followsRun = Object.values(args).some(
    (value) => pulumi.Output.isInstance(value) || pulumi.Resource.isInstance(value),
  );
  return whenKnown(args, opts, (known) => lookUpOne(lookup, known, opts, followsRun));
}

/** Asks once the arguments are known, with ids in the place of resources; a preview without a key asks nothing. */
function whenKnown<T>(
  args: object,
  opts: LookupOptions | undefined,
  ask: (args: Readonly<Record<string, unknown>>) => Promise<T>,
): pulumi.Output<T> {
  const given = Object.entries(args).map(([name, value]) => [
    name,
    pulumi.CustomResource.isInstance(value) ? value.id : value,
  ]);
  return pulumi.all([Object.fromEntries(given), permission(opts)]).apply(([known]) => ask(known));
}

/** Pulumi's unknown in a preview without a key; one warning names the setting. */
function permission(opts: LookupOptions | undefined): pulumi.Output<unknown> {
  if (!pulumi.runtime.isDryRun() || isMocked() || native() !== undefined)
    return pulumi.output(undefined);
  const asked = explained(async () => {
    const { missingKeyOf } = await query();
    return configOf(opts).apply((config) => {
      const missing = missingKeyOf(config);
      if (missing === undefined) return undefined;
      warnOfUnknown(missing);
      return pulumi.unknown;
    });
  });
  // A secret setting makes no secret of what a lookup answers.
  return pulumi.unsecret(pulumi.output<unknown>(asked));
}

const warnedRuns = new WeakSet<object>();

function warnOfUnknown({ message }: HostingError): void {
  const run = pulumi.runtime.getMonitor() ?? warnedRuns;
  if (!warnedRuns.has(run))
    void pulumi.log.warn(`The results of lookups are not known in this preview. ${message}`);
  warnedRuns.add(run);
}

/** Loaded where something is asked: it brings the client. */
function query() {
  return import("../../provider/connection/query.ts");
}

/** The program for a promise, which cannot be unknown. @throws HostingError in a preview without a key. */
async function promised(
  { name }: LookupDefinition,
  opts: LookupOptions | undefined,
): Promise<Asker> {
  const config = await known(configOf(opts));
  const { missingKeyOf } = await query();
  const missing = missingKeyOf(config);
  if (missing === undefined || !pulumi.runtime.isDryRun())
    return { config, run: pulumi.runtime.getMonitor() };
  throw missing.reworded(
    `${name} asked for nothing: a promise cannot be unknown in a preview. Use ${name}Output, which can. ${missing.message}`,
  );
}

/** The settings that the resources of the same program have. */
function configOf({ provider, parent }: LookupOptions = {}): pulumi.Output<Config> {
  const explicit = provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
  if (explicit === undefined) {
    const config = new pulumi.Config("hosting");
    // Of the stack's config no key means an explicit provider.
    return pulumi.output((name: string) => (name === "explicit" ? undefined : config.get(name)));
  }
  // The class may be that of another copy of this package.
  const settings: unknown = Reflect.get(explicit, "settings");
  if (!pulumi.Output.isInstance(settings)) throw new pulumi.RunError(unknownSettings);
  return settings.apply((texts) => {
    const values = Settings.parse(texts);
    return (name: string) => values[`hosting:${name}`];
  });
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
