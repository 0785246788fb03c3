import { createRequire } from "node:module";
import type { ComponentResource, ComponentResourceOptions, Output } from "@pulumi/pulumi";
import type * as Messages from "@pulumi/pulumi/proto/provider_pb.js";
import type { Props } from "../definition/session.ts";

/** The class of a component, as programs in TypeScript have it. */
export type Component = new (
  name: string,
  args: never,
  opts: ComponentResourceOptions,
) => ComponentResource;

/** What the engine is told of a component. */
export interface Constructed {
  readonly urn: string;
  readonly state: Props;
  /** URNs that a property depends on. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
}

type Dependencies = ReadonlyMap<string, Iterable<{ readonly urn: Output<string> }>>;

/** The parts of Pulumi's SDK by which its own server of providers constructs components. */
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
  ): Promise<[state: Props, dependencies: Dependencies]>;
  DependencyResource: new (urn: string) => ComponentResource;
  DependencyProviderResource: new (
    reference: string,
  ) => NonNullable<ComponentResourceOptions["provider"]>;
  rootStackResource: ComponentResource;
  isOutput(value: unknown): value is Output<unknown>;
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
    isOutput: fromSdk("./output").Output.isInstance,
  };
}

/**
 * Makes a component where the request's program runs: its children are registered there. All that a
 * run sets is kept for each request, so that several may be constructed at once.
 */
export function construct(
  request: Messages.ConstructRequest,
  Class: Component,
  engine: string,
): Promise<Constructed> {
  const sdk = loadSdk();
  return sdk.withLocalStorage(async () => {
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
    const args = await sdk.deserializeInputs(
      request.getInputs(),
      request.getInputdependenciesMap(),
    );
    const component: ComponentResource = Reflect.construct(Class, [
      request.getName(),
      args,
      optionsOf(sdk, request),
    ]);
    const outputs = Object.entries(component).filter(([, value]) => sdk.isOutput(value));
    const { urn: _apart, ...properties } = Object.fromEntries(outputs);
    const label = `construct(${request.getType()}, ${request.getName()})`;
    const [state, dependencies] = await sdk.serializeResourceProperties(label, properties);
    const urns = await Promise.all(
      [...dependencies].map(async ([name, resources]) => {
        const each = [...resources].map((one) => knownIn(one.urn));
        return [name, await Promise.all(each)] as const;
      }),
    );
    await sdk.waitForRPCs();
    return { urn: await knownIn(component.urn), state, dependencies: new Map(urns) };
  });
}

function knownIn<T>(output: Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

/** The options with which the program made the component. */
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
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    customTimeouts: request.getCustomtimeouts()?.toObject(),
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
