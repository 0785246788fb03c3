import { createRequire } from "node:module";
import type { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type * as Messages from "@pulumi/pulumi/proto/provider_pb.js";
import type { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { isUnknown } from "../../contract/values/unknown.ts";
import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { asHostingError, PartialFailure } from "../errors.ts";
import type { Failure } from "../lifecycle/failures.ts";
import { secret } from "../process/marks.ts";
import { plain } from "../process/plain.ts";
import { secretSettings } from "../setting-names.ts";
import type { Autonaming } from "./autonaming.ts";
import { construct } from "./construct.ts";
import { packageName, stored } from "./declaration.ts";
import type { Compared, Config, Plugin } from "./plugin.ts";
import { declaredProps, revealedProps, withMarks } from "./values.ts";

/** The parts of Pulumi's SDK for its protocol; the copies that it loads itself. */
interface Sdk {
  readonly messages: typeof Messages;
  readonly service: { readonly ResourceProviderService: typeof ResourceProviderService };
  readonly PluginInfo: typeof import("@pulumi/pulumi/proto/plugin_pb.js").PluginInfo;
  readonly Status: typeof Status;
  readonly Struct: { fromJavaScript(value: Props): Struct };
  readonly Any: new () => Any;
  readonly Empty: new () => object;
  readonly grpc: Grpc;
}

type Struct = NonNullable<ReturnType<Messages.CreateRequest["getProperties"]>>;
type Any = ReturnType<Status["getDetailsList"]>[number];

interface Grpc {
  readonly Metadata: new () => { add(name: string, value: Buffer): void };
  readonly ServerCredentials: { createInsecure(): object };
  readonly status: { readonly UNKNOWN: number; readonly UNIMPLEMENTED: number };
  readonly Server: new (options: object) => Server;
}

interface Server {
  addService(service: object, methods: object): void;
  bindAsync(
    address: string,
    credentials: object,
    done: (error: Error | null, port: number) => void,
  ): void;
}

/** The service's needs of its process. */
export interface Host {
  readonly plugin: Plugin;
  readonly version: string;
  /** The engine's address. */
  readonly engine: string;
  /** The package's schema as JSON, without its version. */
  readonly schema: () => string;
  /** The classes of the process are from now on the plugin's own, of this version. */
  makeNative(version: string): void;
  /** An operation is running; what it showed has arrived before its answer does. */
  during<T>(urn: string, work: () => Promise<T>): Promise<T>;
  /** The run ends: what still runs sends nothing new, and every wait is over. */
  cancel(): Promise<void>;
}

/** Serves the engine's protocol on a free port, which is resolved with. */
export function serve(host: Host): Promise<number> {
  const sdk = loadSdk();
  const server = new sdk.grpc.Server(limits);
  server.addService(sdk.service.ResourceProviderService, methodsOf(sdk, host));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const credentials = sdk.grpc.ServerCredentials.createInsecure();
  server.bindAsync("127.0.0.1:0", credentials, (error, port) =>
    error ? reject(error) : resolve(port),
  );
  return promise;
}

/** As Pulumi's own plugins have it: states may be large. */
const limits = { "grpc.max_receive_message_length": 400 * 1024 * 1024 };

function loadSdk(): Sdk {
  const fromSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
  return {
    messages: fromSdk("./proto/provider_pb"),
    service: fromSdk("./proto/provider_grpc_pb"),
    PluginInfo: fromSdk("./proto/plugin_pb").PluginInfo,
    Status: fromSdk("./proto/status_pb").Status,
    Struct: fromSdk("google-protobuf/google/protobuf/struct_pb").Struct,
    Any: fromSdk("google-protobuf/google/protobuf/any_pb").Any,
    Empty: fromSdk("google-protobuf/google/protobuf/empty_pb").Empty,
    grpc: fromSdk("@grpc/grpc-js"),
  };
}

type Answer = (error: object | null, response?: object) => void;
type Method<Request> = (call: { readonly request: Request }, answer: Answer) => void;

interface ListCall {
  readonly request: Messages.ListRequest;
  write(response: object): void;
  end(): void;
  emit(event: "error", error: object): void;
}

function methodsOf(sdk: Sdk, host: Host) {
  return {
    ...ofPackage(sdk, host),
    ...ofConfig(sdk, host),
    ...ofResources(sdk, host),
    ...ofAll(sdk, host),
    ...ofComponents(sdk, host),
  };
}

/** Answers a request, also with an error. */
function method<Request>(
  sdk: Sdk,
  work: (request: Request) => Promise<object> | object,
): Method<Request> {
  const run = async (request: Request) => work(request);
  return ({ request }, answer) => {
    run(request).then(
      (response) => answer(null, response),
      (error: unknown) => answer(statusOf(sdk, error)),
    );
  };
}

/** An error as gRPC sends it; one that leaves an object behind has that among its details. */
function statusOf({ Any, grpc, messages, Status, Struct }: Sdk, thrown: unknown): object {
  const error = asHostingError(thrown);
  const { UNKNOWN: code } = grpc.status;
  const metadata = new grpc.Metadata();
  if (error instanceof PartialFailure) {
    const failure = new messages.ErrorResourceInitFailed();
    failure.setId(error.id).setReasonsList([...error.reasons]);
    failure.setProperties(Struct.fromJavaScript(error.properties));
    const detail = new Any();
    detail.pack(failure.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status().setCode(code).setMessage(error.message);
    status.addDetails(detail);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return { code, details: error.message, metadata };
}

function ofPackage(sdk: Sdk, { schema, version }: Host) {
  const { messages, PluginInfo, Empty } = sdk;
  return {
    handshake: method(sdk, () =>
      new messages.ProviderHandshakeResponse()
        .setAcceptSecrets(true)
        .setAcceptOutputs(true)
        .setSupportsAutonamingConfiguration(true),
    ),
    getSchema: method(sdk, () => {
      const text = JSON.stringify({ ...JSON.parse(schema()), version });
      return new messages.GetSchemaResponse().setSchema(text);
    }),
    getPluginInfo: method(sdk, () => new PluginInfo().setVersion(version)),
    getMapping: method(sdk, () => new messages.GetMappingResponse()),
    getMappings: method(sdk, () => new messages.GetMappingsResponse()),
    attach: method(sdk, () => new Empty()),
  };
}

function ofConfig(sdk: Sdk, { plugin, during, makeNative, cancel }: Host) {
  const { messages, Empty } = sdk;
  return {
    checkConfig: method(sdk, (request: Messages.CheckRequest) =>
      during("", async () => {
        const news = propsOf(request.getNews());
        const open = secretSettings.filter((name) => isOpen(news[name]));
        const failures = plugin.checkConfig(configOf(request.getUrn(), request.getNews()), open);
        const secrets = open.map((name) => [name, secret(news[name])]);
        const inputs = sdk.Struct.fromJavaScript({ ...news, ...Object.fromEntries(secrets) });
        const response = new messages.CheckResponse().setInputs(inputs);
        return response.setFailuresList(failures.map((failure) => failureOf(sdk, failure)));
      }),
    ),
    // Never replaces the provider: each resource checks its own platform id.
    diffConfig: method(sdk, () => new messages.DiffResponse()),
    configure: method(sdk, (request: Messages.ConfigureRequest) => {
      const config = configOf(request.getUrn() ?? "", request.getArgs());
      // The children of a component have the same provider: the one of the version that the program names.
      makeNative(asVersion(config.values["version"]));
      plugin.configure(config);
      return new messages.ConfigureResponse()
        .setAcceptsecrets(true)
        .setAcceptoutputs(true)
        .setSupportspreview(true)
        .setSupportsAutonamingConfiguration(true);
    }),
    cancel: method(sdk, async () => {
      await cancel();
      return new Empty();
    }),
  };
}

/** True for a setting that came neither encrypted nor as an output that is not known yet. */
function isOpen(value: unknown): boolean {
  return typeof value === "string" && !isUnknown(value);
}

function asVersion(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The engine calls the provider of a stack's config `default`, with its version behind it; that of `pulumi do` has no name. */
function configOf(urn: string, args: Struct | undefined): Config {
  const [, project = "", , name = "default"] = urn.split("::");
  const isExplicit = !/^(default(_.*)?)?$/.test(name);
  return { values: revealedProps(propsOf(args)), isExplicit, project };
}

function ofResources(sdk: Sdk, host: Host) {
  return { ...ofComparing(sdk, host), ...ofChanging(sdk, host) };
}

function ofComparing(sdk: Sdk, { plugin, during }: Host) {
  const { messages } = sdk;
  return {
    check: method(sdk, (request: Messages.CheckRequest) =>
      during(request.getUrn(), async () => {
        const urn = request.getUrn();
        const [olds, news] = [propsOf(request.getOlds()), propsOf(request.getNews())];
        const given = { olds: declaredProps(olds), news: declaredProps(news) };
        const result = await plugin.check(urn, {
          ...given,
          autonaming: autonamingOf(sdk, request),
        });
        const inputs = structOf(sdk, plugin.subjectOf(urn).definition, result.inputs, [news]);
        const failures = result.failures.map((failure) => failureOf(sdk, failure));
        return new messages.CheckResponse().setInputs(inputs).setFailuresList(failures);
      }),
    ),
    diff: method(sdk, (request: Messages.DiffRequest) =>
      during(request.getUrn(), async () => {
        const olds = declaredProps(propsOf(request.getOlds()));
        const news = declaredProps(propsOf(request.getNews()));
        const urn = request.getUrn();
        const compared = await plugin.diff(urn, { id: request.getId(), olds, news });
        return diffOf(sdk, plugin.subjectOf(urn).definition, compared);
      }),
    ),
    read: method(sdk, (request: Messages.ReadRequest) =>
      during(request.getUrn(), async () => {
        const urn = request.getUrn();
        const [state, inputs] = [propsOf(request.getProperties()), propsOf(request.getInputs())];
        const is = readingOf(state, request.getInputs());
        const work = {
          id: request.getId(),
          state: declaredProps(state, inputs),
          timeout: request.getTimeout(),
        };
        const result = await plugin.read(urn, { ...work, is });
        const response = new messages.ReadResponse().setId(result.id);
        if (result.id === "") return response;
        const { definition } = plugin.subjectOf(urn);
        response.setProperties(structOf(sdk, definition, result.state, [inputs, state]));
        return response.setInputs(structOf(sdk, definition, result.inputs, [inputs, state]));
      }),
    ),
  };
}

/**
 * The kind of the engine's read: an import passes nothing, and only an object that was made or read
 * before has hidden properties.
 */
function readingOf(state: Props, inputs: Struct | undefined): "import" | "get" | "refresh" {
  if (Object.keys(state).some((name) => name.startsWith("__"))) return "refresh";
  return inputs === undefined && Object.keys(state).length === 0 ? "import" : "get";
}

function ofChanging(sdk: Sdk, { plugin, during }: Host) {
  const { messages, Empty } = sdk;
  return {
    create: method(sdk, (request: Messages.CreateRequest) =>
      during(request.getUrn(), async () => {
        const urn = request.getUrn();
        const given = propsOf(request.getProperties());
        const inputs = declaredProps(given);
        const { definition } = plugin.subjectOf(urn);
        const response = new messages.CreateResponse();
        if (request.getPreview()) {
          const known = plugin.previewCreate(urn, inputs);
          return response.setProperties(structOf(sdk, definition, known, [given]));
        }
        const work = () => plugin.create(urn, inputs, request.getTimeout());
        const { id, state } = await withMarkedFailure(definition, [given], work);
        return response.setId(id).setProperties(structOf(sdk, definition, state, [given]));
      }),
    ),
    update: method(sdk, (request: Messages.UpdateRequest) =>
      during(request.getUrn(), async () => {
        const urn = request.getUrn();
        const [before, given] = [propsOf(request.getOlds()), propsOf(request.getNews())];
        const [olds, news] = [declaredProps(before), declaredProps(given)];
        const { definition } = plugin.subjectOf(urn);
        const marked = [given, before];
        const work = () =>
          plugin.update(urn, { id: request.getId(), olds, news }, request.getTimeout());
        const state = request.getPreview()
          ? plugin.previewUpdate(urn, { olds, news })
          : await withMarkedFailure(definition, marked, work);
        return new messages.UpdateResponse().setProperties(
          structOf(sdk, definition, state, marked),
        );
      }),
    ),
    delete: method(sdk, (request: Messages.DeleteRequest) =>
      during(request.getUrn(), async () => {
        const state = declaredProps(propsOf(request.getProperties()));
        const work = { id: request.getId(), state };
        await plugin.delete(request.getUrn(), work, request.getTimeout());
        return new Empty();
      }),
    ),
  };
}

function ofAll(sdk: Sdk, { plugin, during }: Host) {
  const { messages } = sdk;
  return {
    invoke: method(sdk, (request: Messages.InvokeRequest) =>
      during("", async () => {
        const args = revealedProps(propsOf(request.getArgs()));
        const result = await plugin.invoke(withoutPackage(request.getTok()), args);
        return new messages.InvokeResponse().setReturn(sdk.Struct.fromJavaScript(plain(result)));
      }),
    ),
    list: (call: ListCall) => {
      const limit = call.request.getLimit();
      const listed = during("", () => plugin.list(withoutPackage(call.request.getToken())));
      listed.then(
        (objects) => {
          for (const { id, name } of objects.slice(0, limit > 0 ? limit : undefined)) {
            const result = new messages.ListResponse.Result().setId(id).setName(name);
            call.write(new messages.ListResponse().setResult(result));
          }
          call.end();
        },
        (error: unknown) => call.emit("error", statusOf(sdk, error)),
      );
    },
  };
}

function ofComponents(sdk: Sdk, { plugin, engine }: Host) {
  const { ConstructResponse } = sdk.messages;
  return {
    construct: method(sdk, async (request: Messages.ConstructRequest) => {
      const component = await plugin.componentOf(withoutPackage(request.getType()));
      const { urn, state, dependencies } = await construct(request, component, engine);
      const response = new ConstructResponse().setUrn(urn);
      response.setState(sdk.Struct.fromJavaScript(state));
      for (const [name, urns] of dependencies) {
        const own = new ConstructResponse.PropertyDependencies().setUrnsList([...urns]);
        response.getStatedependenciesMap().set(name, own);
      }
      return response;
    }),
  };
}

function withoutPackage(token: string): string {
  return token.replace(new RegExp(`^${packageName}:`), "");
}

function propsOf(struct: Struct | undefined): Props {
  return struct?.toJavaScript() ?? {};
}

function structOf(
  { Struct }: Sdk,
  definition: Definition,
  props: Props,
  from: readonly Props[],
): Struct {
  return Struct.fromJavaScript(withMarks(definition, plain(props), from));
}

/** The properties that a partial failure stores are secret where their source is. */
async function withMarkedFailure<T>(
  definition: Definition,
  from: readonly Props[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    const { id, properties } = error;
    throw new PartialFailure(error, id, withMarks(definition, plain(stored(properties)), from));
  }
}

function autonamingOf({ messages }: Sdk, request: Messages.CheckRequest): Autonaming | undefined {
  const options = request.getAutonaming();
  if (options === undefined) return undefined;
  const { Mode } = messages.CheckRequest.AutonamingOptions;
  const mode = options.getMode();
  const proposedName = options.getProposedName();
  if (mode === Mode.DISABLE) return { mode: "disabled", proposedName };
  return { mode: mode === Mode.ENFORCE ? "enforce" : "propose", proposedName };
}

function failureOf({ messages }: Sdk, { property, reason }: Failure) {
  return new messages.CheckFailure().setProperty(property).setReason(reason);
}

function diffOf({ messages }: Sdk, definition: Definition, compared: Compared) {
  const { PropertyDiff, DiffResponse } = messages;
  const { changes, properties, replaces, deleteBeforeReplace } = compared;
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  const response = new DiffResponse()
    .setChanges(changes === false ? DIFF_NONE : DIFF_SOME)
    .setReplacesList([...replaces])
    .setStablesList([...definition.stable])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setDiffsList([...new Set([...properties.keys()].map((path) => path.replace(/[.[].*$/, "")))])
    .setHasdetaileddiff(properties.size > 0);
  const details = response.getDetaileddiffMap();
  for (const [path, { kind, isReplace, isInput }] of properties) {
    const name = isReplace ? (`${kind}_REPLACE` as const) : kind;
    details.set(path, new PropertyDiff().setKind(PropertyDiff.Kind[name]).setInputdiff(isInput));
  }
  return response;
}
