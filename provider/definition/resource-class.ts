import * as pulumi from "@pulumi/pulumi";
import { warnOfConfig } from "./config-warnings.ts";

/** Facts a class needs in the user's program; nothing here reaches the provider process. */
export interface ClassFacts {
  /** Area and class: `storage:Volume`. */
  readonly type: string;
  readonly inputs: { readonly shape: Readonly<Record<string, unknown>> };
  readonly outputs: { readonly shape: Readonly<Record<string, unknown>> };
  readonly secrets: readonly string[];
}

/** A value, or one that another resource will bring, at every depth. */
export type Deep<T> = pulumi.Input<
  T extends string | number | boolean
    ? T
    : T extends readonly (infer E)[]
      ? readonly Deep<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Deep<T[K]> }
        : T
>;

/** Seconds, or a text like "15m". */
export type Duration = number | string;

/** Inputs every class takes; changing them is never a request to the platform. */
export interface ControlArgs {
  /** Takes over the existing object with this id instead of creating one. Acts at create only. */
  adopt?: pulumi.Input<string>;
  /** How long operations may take; by default 15 minutes for create, 10 for update and delete, 2 for read. */
  timeouts?: { create?: Duration; read?: Duration; update?: Duration; delete?: Duration };
}

/** Arguments of a class with the inputs `I`. */
export type Args<I extends object> = { readonly [K in keyof I]: Deep<I[K]> } & ControlArgs;

/** What a class with these inputs and outputs has as properties. */
export type Attributes<I extends object, O extends object> = pulumi.CustomResource & {
  readonly [K in keyof I]-?: pulumi.Output<I[K]>;
} & { readonly [K in keyof O]-?: pulumi.Output<O[K]> };

/** The class of a resource kind. */
export interface ResourceClass<I extends object, O extends object> {
  new (name: string, args: Args<I>, opts?: pulumi.CustomResourceOptions): Attributes<I, O>;
  /** Type token, for policies and transforms. */
  readonly __pulumiType: string;
  /** Reads an existing object that this stack does not manage. */
  get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): Attributes<I, O>;
  /** True for objects of this class, also when made by another loaded copy of this package. */
  isInstance(object: unknown): object is Attributes<I, O>;
}

/**
 * The text the engine stores with every resource and runs in the provider process. It is in every
 * user's state for ever: never change what it says or what it loads.
 */
export function providerText(type: string): string {
  return `exports.handler=()=>require("pulumi-hosting/runtime").handler("${type}")`;
}

/** Makes the class for a definition; see the definition's own file for its documentation. */
export function resourceClass<I extends object, O extends object>(
  facts: ClassFacts,
): ResourceClass<I, O> {
  const token = `pulumi-nodejs:dynamic/hosting/${facts.type}`;
  class HostingResource extends pulumi.CustomResource {
    static readonly __pulumiType = token;

    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions) {
      return new this(name, { __lookup: true }, { ...opts, id });
    }

    static override isInstance(object: unknown): object is pulumi.CustomResource {
      const isResource = typeof object === "object" && object !== null && "__pulumiType" in object;
      return isResource && object.__pulumiType === token;
    }

    constructor(name: string, args: pulumi.Inputs, opts: pulumi.CustomResourceOptions = {}) {
      refuseImport(facts.type, opts);
      const inputs = properties(facts, name, { args, opts });
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
      warnOfConfig();
    }
  }
  return HostingResource as unknown as ResourceClass<I, O>; // Pulumi makes the properties at run time.
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
  return {
    ...placeholders,
    ...args,
    ...Object.fromEntries(secrets),
    __identity: {
      organization: pulumi.getOrganization(),
      project: pulumi.getProject(),
      stack: pulumi.getStack(),
      name,
    },
    __timeouts: opts.customTimeouts,
    __provider: providerText(facts.type),
  };
}

/** An error whose own trace was cut short, with the trace of the program's call. */
function calledFromHere(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const [, ...frames] = new Error().stack?.split("\n") ?? [];
  error.stack = [error.stack, ...frames].join("\n");
  return error;
}

function withSecrets(
  facts: ClassFacts,
  opts: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  if (facts.secrets.length === 0) return opts;
  const additional = [...(opts.additionalSecretOutputs ?? []), ...facts.secrets];
  return { ...opts, additionalSecretOutputs: additional };
}
