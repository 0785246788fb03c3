import { createRequire } from "node:module";
import type { ComponentResource, ComponentResourceOptions, Output } from "@pulumi/pulumi";
import type * as Messages from "@pulumi/pulumi/proto/provider_pb.js";
import type { Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";

/** The class of a component, as programs in TypeScript have it. */
export type Component = new (
  name: string,
  args: never,
  opts: ComponentResourceOptions,
) => ComponentResource;

/** The engine's request to construct a component. */
export interface Constructed {
  readonly urn: string;
  readonly state: Props;
  /** URNs that a property depends on. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
}

/** An output of Pulumi's SDK, with what its declarations leave out. */
type Known<T> = Output<T> & { promise(): Promise<T> };

/** The parts of Pulumi's SDK by which its server of providers constructs components. */
interface Sdk {
  withLocalStorage<T>(work: () => Promise<T>): Promise<T>;
  resetOptions: typeof import("@pulumi/pulumi/runtime/settings.js").resetOptions;
  awaitFeatureSupport(): Promise<void>;
  waitForRPCs(): Promise<void>;
  setAllConfig(config: Readonly<Record<string, string>>, secretKeys: readonly string[]): void;
  deserializeInputs(inputs: unknown, dependencies: unknown): Promise<Props>;
  serializeResourceProperties(
    label: string,
    props: object,
  ): Promise<[state: Props, dependencies: ReadonlyMap<string, Iterable<{ urn: Known<string> }>>]>;
  DependencyResource: new (urn: string) => ComponentResource;
  DependencyProviderResource: new (
    reference: string,
  ) => NonNullable<ComponentResourceOptions["provider"]>;
  rootStackResource: ComponentResource;
  Output: { isInstance(value: unknown): value is Output<unknown> };
  RunError: { isInstance(error: unknown): error is Error };
}

function loadSdk(): Sdk {
  const fromSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
  return {
    ...fromSdk("./runtime/state"),
    ...fromSdk("./runtime/settings"),
    ...fromSdk("./runtime/rpc"),
    ...fromSdk("./runtime/config"),
    ...fromSdk("./provider/server"),
    ...fromSdk("./resource"),
    ...fromSdk("./output"),
    ...fromSdk("./errors"),
  };
}

/**
 * Makes a component, whose children are registered in the program that the request is from. Pulumi's
 * SDK keeps what it knows of a program for each call of `withLocalStorage`, so several may be made at once.
 */
export function construct(
  request: Messages.ConstructRequest,
  Class: Component,
  engine: string,
): Promise<Constructed> {
  const sdk = loadSdk();
  return sdk.withLocalStorage(async () => {
    await enterProgram(sdk, request, engine);
    const args = await sdk.deserializeInputs(
      request.getInputs(),
      request.getInputdependenciesMap(),
    );
    const component = make(sdk, Class, [request.getName(), args, optionsOf(sdk, request)]);
    const result = await resultOf(sdk, request, component).catch((error: unknown) => {
      throw notComplete(request, error);
    });
    // The children are registered.
    await sdk.waitForRPCs();
    return result;
  });
}

/** A child has failed, as its own row says; Pulumi's SDK says which one, and of which outputs it is a part. */
function notComplete(request: Messages.ConstructRequest, error: unknown): HostingError {
  const [className] = request.getType().split(":").slice(-1);
  const text = error instanceof Error ? error.message : String(error);
  const reason = text.replace(/error serializing property "[^"]*": /g, "");
  return new HostingError(
    "failed",
    `${className} "${request.getName()}" is not complete: ${reason}. Repair that, and run \`pulumi up\` again.`,
  );
}

/** The facts about its run that a program gets from its language host. */
async function enterProgram(sdk: Sdk, request: Messages.ConstructRequest, engine: string) {
  sdk.resetOptions(
    request.getProject(),
    request.getStack(),
    request.getParallel(),
    engine,
    request.getMonitorendpoint(),
    request.getDryrun(),
    request.getOrganization(),
  );
  await sdk.awaitFeatureSupport();
  const config = Object.fromEntries(request.getConfigMap().getEntryList());
  sdk.setAllConfig(config, request.getConfigsecretkeysList());
}

/** @throws HostingError for arguments that the component refuses. */
function make({ RunError }: Sdk, Class: Component, given: readonly unknown[]): ComponentResource {
  try {
    return Reflect.construct(Class, given);
  } catch (error) {
    throw RunError.isInstance(error) ? new HostingError("input", error.message) : error;
  }
}

async function resultOf(
  { Output, serializeResourceProperties }: Sdk,
  request: Messages.ConstructRequest,
  component: ComponentResource,
): Promise<Constructed> {
  const outputs = Object.entries(component).filter(([, value]) => Output.isInstance(value));
  const { urn, ...properties } = Object.fromEntries(outputs);
  const label = `construct(${request.getType()}, ${request.getName()})`;
  const [state, dependencies] = await serializeResourceProperties(label, properties);
  const urns = await Promise.all(
    [...dependencies].map(async ([name, resources]) => {
      const each = await Promise.all([...resources].map((one) => one.urn.promise()));
      return [name, each] as const;
    }),
  );
  return { urn: await urn.promise(), state, dependencies: new Map(urns) };
}

/** The options of the program's declaration; those about a resource's own requests do nothing to a component. */
function optionsOf(sdk: Sdk, request: Messages.ConstructRequest): object {
  const { DependencyResource, DependencyProviderResource } = sdk;
  const of = (urn: string) => (urn === "" ? undefined : new DependencyResource(urn));
  const providers = request.getProvidersMap().getEntryList();
  return {
    aliases: request.getAliasesList().map((alias) => aliasOf(sdk, alias)),
    dependsOn: request.getDependenciesList().map((urn) => new DependencyResource(urn)),
    protect: request.getProtect(),
    providers: Object.fromEntries(
      providers.map(([name, reference]) => [name, new DependencyProviderResource(reference)]),
    ),
    parent: of(request.getParent()),
    retainOnDelete: request.getRetainondelete(),
    deletedWith: of(request.getDeletedwith()),
  };
}

type AliasMessage = ReturnType<Messages.ConstructRequest["getAliasesList"]>[number];

function aliasOf({ rootStackResource }: Sdk, message: AliasMessage): string | object {
  const spec = message.getSpec();
  if (spec === undefined) return message.getUrn();
  const given = {
    name: spec.getName(),
    type: spec.getType(),
    project: spec.getProject(),
    stack: spec.getStack(),
    parent: spec.getParenturn(),
  };
  const named = Object.entries(given).filter(([, value]) => value !== "");
  const parent = spec.getNoparent() ? { parent: rootStackResource } : {};
  return { ...Object.fromEntries(named), ...parent };
}
