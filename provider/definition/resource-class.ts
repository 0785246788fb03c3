import * as pulumi from "@pulumi/pulumi";
import { idsIn, objectOf, secretInputs } from "./arguments.ts";
import { warnOfBundle } from "./bundle-warning.ts";
import { warnOfConfig } from "./config-warnings.ts";
import { native } from "./native.ts";

/** Facts a class needs in the user's program; nothing here reaches the provider process. */
export interface ClassFacts {
  /** Area and class: `storage:Volume`. */
  readonly type: string;
  readonly inputs: { readonly shape: Readonly<Record<string, unknown>> };
  readonly outputs: { readonly shape: Readonly<Record<string, unknown>> };
  readonly secrets: readonly string[];
}

/** Seconds, or a text like "15m". */
export type Duration = number | string;

/** Inputs every class takes; changing them is never a request to the platform. */
export interface ControlArgs {
  /** Takes over the existing object with this id instead of creating one. Acts at create only. */
  adopt?: pulumi.Input<string> | undefined;
  /** How long operations may take; by default 15 minutes for create, 10 for update and delete, 2 for read. */
  timeouts?:
    | { create?: Duration; read?: Duration; update?: Duration; delete?: Duration }
    | undefined;
}

/** The properties of a resource with these inputs and outputs; a name and the inputs `D` are always there. */
export type Attributes<I extends object, O extends object, D = never> = {
  readonly [K in keyof I]-?: pulumi.Output<K extends D | "name" ? Exclude<I[K], undefined> : I[K]>;
} & { readonly [K in keyof O]-?: pulumi.Output<O[K]> };

/** The class of a resource kind; its arguments may be left out where it requires none. */
export type ResourceClass<A extends object, R> = Statics<R> &
  (Partial<A> extends A
    ? { new (name: string, args?: A, opts?: pulumi.CustomResourceOptions): R }
    : { new (name: string, args: A, opts?: pulumi.CustomResourceOptions): R });

interface Statics<R> {
  /** Type token, for policies and transforms. */
  readonly __pulumiType: string;
  /** Reads an existing object that this stack does not manage. */
  get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): R;
  /** True for objects of this class, also when made by another loaded copy of this package. */
  isInstance(object: unknown): object is R;
}

/**
 * The text the engine stores with every resource and runs in the provider process. It is in every
 * user's state for ever: never change what it says or what it loads.
 */
export function providerText(type: string): string {
  return `exports.handler=()=>require("pulumi-hosting/runtime").handler("${type}")`;
}

/** The type of a class as the engine knows it. */
export function tokenOf(type: string): string {
  return native() ? `hosting:${type}` : dynamicToken(type);
}

function dynamicToken(type: string): string {
  return `pulumi-nodejs:dynamic/hosting/${type}`;
}

/**
 * Makes the class of a definition of `I` and `O`; see the definition's own file for its
 * documentation. Inputs with a default are known from the definition. The class is exported
 * directly, with nothing derived from it: Pulumi takes the line that calls a direct subclass of
 * CustomResource for the program's line.
 */
export function resourceClass<I extends object, O extends object>() {
  return <D extends object>(
    facts: ClassFacts & { readonly defaults: D },
    declare: Declare = (declared) => declared,
  ): ClassOf<I, O, keyof D> => classOf(facts, declare) as unknown as ClassOf<I, O, keyof D>; // Pulumi makes the properties at run time.
}

type ClassOf<I extends object, O extends object, D> = ResourceClass<
  object,
  pulumi.CustomResource & Attributes<I, O, D>
>;

/** A resource as the program declares it. */
export interface DeclaredResource {
  readonly args: Readonly<Record<string, unknown>>;
  readonly opts: pulumi.CustomResourceOptions;
}

/** Adds what follows from the resources among the arguments. */
type Declare = (declared: DeclaredResource) => DeclaredResource;

function classOf(facts: ClassFacts, declare: Declare) {
  const token = tokenOf(facts.type);
  class HostingResource extends pulumi.CustomResource {
    // Its exported name, for stack traces.
    static override readonly name = facts.type.replace(/^.*:/, "");
    static readonly __pulumiType = token;

    static get(
      name: string,
      id: pulumi.Input<pulumi.ID>,
      opts: pulumi.CustomResourceOptions = {},
    ): pulumi.CustomResource {
      const inputs = properties(facts, name, { args: { __lookup: true }, opts });
      const options = withSecrets(facts, { ...opts, id });
      warnOfConfig();
      // Not by the constructor below: together they would be one caller too many.
      return Reflect.construct(
        pulumi.CustomResource,
        [token, name, inputs, options],
        HostingResource,
      );
    }

    static override isInstance(object: unknown): object is pulumi.CustomResource {
      const isResource = typeof object === "object" && object !== null && "__pulumiType" in object;
      return isResource && object.__pulumiType === token;
    }

    constructor(name: string, given: unknown = {}, options: pulumi.CustomResourceOptions = {}) {
      refuseImport(facts.type, options);
      // First of all, because a resource is registered even where its constructor fails later. The plugin needs no package
      // of the program, and its own check of its settings says the same.
      if (!native()) warnOfProject();
      const subject = `${facts.type} "${name}"`;
      const { args, opts } = declare({ args: objectOf(subject, given), opts: options });
      const inputs = properties(facts, name, { args: Object(idsIn(subject, args)), opts });
      const { stackTraceLimit } = Error;
      // Pulumi notes a stack trace with every promise of a resource: most of what constructing one costs.
      if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) Error.stackTraceLimit = 1;
      try {
        super(token, name, inputs, withSecrets(facts, opts));
      } catch (error) {
        Error.stackTraceLimit = stackTraceLimit;
        throw calledFromHere(error);
      } finally {
        Error.stackTraceLimit = stackTraceLimit;
      }
    }
  }
  return HostingResource;
}

function warnOfProject(): void {
  warnOfBundle();
  warnOfConfig();
}

/** Pulumi cannot import dynamic resources, because an import brings no provider text. */
function refuseImport(type: string, opts: pulumi.CustomResourceOptions): void {
  if (opts.import === undefined) return;
  throw new pulumi.RunError(
    `The import option does not work for ${type}: Pulumi cannot import dynamic resources. Set the input adopt: "<id>" instead.`,
  );
}

function properties(
  facts: ClassFacts,
  name: string,
  { args, opts }: { args: pulumi.Inputs; opts: pulumi.CustomResourceOptions },
): pulumi.Inputs {
  // Pulumi makes an output only for a key that is there when the resource is constructed.
  const names = [...Object.keys(facts.inputs.shape), ...Object.keys(facts.outputs.shape)];
  const placeholders = Object.fromEntries(names.map((key) => [key, undefined]));
  const secrets = facts.secrets
    .filter((key) => args[key] !== undefined)
    .map((key) => [key, pulumi.secret(args[key])]);
  const declared = { ...placeholders, ...args, ...Object.fromEntries(secrets) };
  if (native()) return declared;
  return {
    ...declared,
    ...dynamicProperties(facts.type, name, opts),
    __secrets: secretInputs(args, {
      asOutputs: opts.additionalSecretOutputs,
      known: facts.secrets,
    }),
  };
}

/** Extra inputs of a dynamic resource, because no request contains them. */
function dynamicProperties(
  type: string,
  name: string,
  opts: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  return {
    __identity: {
      organization: organization(),
      project: pulumi.getProject(),
      stack: pulumi.getStack(),
      name,
    },
    __urn: urnOf(type, name, opts.parent),
    __timeouts: opts.customTimeouts,
    __provider: providerText(type),
  };
}

/** Only the mocks of a unit test may leave it out. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}

/**
 * The URN it will have, which the engine does not pass to the provider process: it tells declarations apart, and shows
 * messages on the resource's row. The parent's own URN tells the ancestors in every host: in a component provider a
 * parent is known by nothing else. A promise, because an output would make the resource depend on its parent.
 */
function urnOf(type: string, name: string, parent: unknown): string | Promise<unknown> {
  const urnBelow = (ancestors: readonly string[]) =>
    `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${[...ancestors, tokenOf(type)].join("$")}::${name}`;
  if (!pulumi.Resource.isInstance(parent)) return urnBelow([]);
  return settled(parent.urn).then(
    (urn) => urnBelow(typesIn(String(urn))),
    // The resource itself is refused because of its parent.
    () => undefined,
  );
}

/** The value of an output without the resources that it depends on, which Pulumi's declarations leave out. */
async function settled(output: unknown): Promise<unknown> {
  const promise: unknown = Reflect.get(Object(output), "promise");
  return typeof promise === "function" ? Reflect.apply(promise, output, []) : undefined;
}

/** Types of a resource and of its ancestors, as its URN has them: the stack's is left out. */
function typesIn(urn: string): readonly string[] {
  const [, , types = ""] = urn.split("::");
  return types === "pulumi:pulumi:Stack" ? [] : types.split("$");
}

/** An error whose own trace was cut short, with the trace of the program's call. */
function calledFromHere(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const here = { stack: "" };
  Error.captureStackTrace(here, calledFromHere);
  const [, ...frames] = here.stack.split("\n");
  error.stack = [error.stack, ...frames].join("\n");
  return error;
}

function withSecrets(
  facts: ClassFacts,
  opts: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  // Inputs that a refresh keeps may be secret in the program; the provider cannot know.
  const additional = [...(opts.additionalSecretOutputs ?? []), ...facts.secrets, "__drifted"];
  return { ...opts, ...nativeOptions(facts.type, opts), additionalSecretOutputs: additional };
}

/** For the plugin, whose component is the same one as that of a program in TypeScript. */
function nativeOptions(type: string, { aliases = [] }: pulumi.CustomResourceOptions) {
  const made = native();
  if (made === undefined) return {};
  return { version: made.version, aliases: [...aliases, { type: dynamicToken(type) }] };
}
