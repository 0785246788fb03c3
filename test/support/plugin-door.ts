import { createRequire } from "node:module";
import { onTestFinished } from "vitest";
import type { Props } from "../../provider/definition/session.ts";
import { lineOf } from "../../provider/display.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { Plugin } from "../../provider/plugin/plugin.ts";
import { serve } from "../../provider/plugin/service.ts";
import { lookups } from "../../resources/_lookups.ts";
import { definitions, references } from "../../resources/_registry.ts";

const fromSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));

/** An answer of the plugin; its `error` where it was refused, with what it left behind. */
export type Reply = Readonly<Record<string, unknown>>;

/** The plugin behind its protocol, as the engine has it, on the platform of a context. */
export async function openDoor(context: Context) {
  const said: string[] = [];
  const plugin = new Plugin(
    { definitions, references, lookups, components: async () => new Map() },
    {
      display: (message) => void said.push(lineOf(message)),
      declared: context.declared,
      stopping: new AbortController().signal,
      env: {},
      directory: "/nowhere",
      connect: async (_settings, { display = context.display } = {}) => ({ ...context, display }),
    },
  );
  const port = await serve({
    plugin,
    version: "1.2.3",
    engine: "",
    schema: () => "{}",
    // The tests of a worker share the classes.
    makeNative: () => {},
    during: (_urn, work) => work(),
    cancel: async () => {},
  });
  const { ResourceProviderClient } = fromSdk("./proto/provider_grpc_pb");
  const grpc = fromSdk("@grpc/grpc-js");
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  onTestFinished(() => client.close());
  const door = {
    said,
    call: (method: string, fields: Props) => ask(client, method, fields),
    list: (token: string) => listed(client, token),
  };
  await door.call("configure", {
    ConfigureRequest: true,
    args: { backend: "embedded", embeddedFile: "nowhere/p.db" },
  });
  return door;
}

/** The plugin that answers in a test. */
export type Door = Awaited<ReturnType<typeof openDoor>>;

/** The URN of a native resource of the tests' stack. */
export function urnOf(type: string, name = "main"): string {
  return `urn:pulumi:dev::shop::hosting:${type}::${name}`;
}

const requests: Readonly<Record<string, string>> = {
  check: "CheckRequest",
  checkConfig: "CheckRequest",
  configure: "ConfigureRequest",
  create: "CreateRequest",
  delete: "DeleteRequest",
  diff: "DiffRequest",
  invoke: "InvokeRequest",
  read: "ReadRequest",
  update: "UpdateRequest",
};

/** Sends a message whose fields are named as in the protocol; objects become structs. */
function ask(client: Reply, method: string, fields: Props): Promise<Reply> {
  const request = new (fromSdk("./proto/provider_pb")[requests[method] ?? ""])();
  for (const [name, value] of Object.entries(fields)) {
    if (name === "ConfigureRequest") continue;
    const setter = request[`set${name[0]?.toUpperCase()}${name.slice(1)}`];
    setter.call(request, isPlainObject(value) ? structOf(value) : value);
  }
  return new Promise((resolve) => {
    Reflect.apply(Object(client[method]), client, [
      request,
      (error: Error | null, response: Reply) =>
        resolve(error === null ? readable(response) : failure(error)),
    ]);
  });
}

function isPlainObject(value: unknown): value is Props {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

function structOf(value: Props): unknown {
  return fromSdk("google-protobuf/google/protobuf/struct_pb").Struct.fromJavaScript(value);
}

/** A response with its structs, maps and lists as values. */
function readable(response: Reply): Reply {
  const names = ["Id", "Inputs", "Properties", "Return", "Changes", "ReplacesList", "FailuresList"];
  const entries = [...names, "Deletebeforereplace"].flatMap((name) => {
    const getter = response[`get${name}`];
    if (typeof getter !== "function") return [];
    const value = getter.call(response);
    const plain = Array.isArray(value) ? value.map((one) => one.toObject?.() ?? one) : value;
    return [[name.charAt(0).toLowerCase() + name.slice(1), plain?.toJavaScript?.() ?? plain]];
  });
  const { getDetaileddiffMap } = response;
  const details = typeof getDetaileddiffMap === "function" ? getDetaileddiffMap.call(response) : [];
  const paths = [...(details.keys?.() ?? [])].toSorted();
  return { ...Object.fromEntries(entries), paths };
}

function failure(error: Error): Reply {
  const { details, metadata } = Object(error);
  const [packed] = metadata.get("grpc-status-details-bin");
  if (packed === undefined) return { error: details };
  const [detail] = fromSdk("./proto/status_pb").Status.deserializeBinary(packed).getDetailsList();
  const init = fromSdk("./proto/provider_pb").ErrorResourceInitFailed.deserializeBinary(
    detail.getValue(),
  );
  return {
    error: details,
    id: init.getId(),
    properties: init.getProperties().toJavaScript(),
    reasons: init.getReasonsList(),
  };
}

function listed(client: Reply, token: string): Promise<Reply> {
  const request = new (fromSdk("./proto/provider_pb").ListRequest)().setToken(token);
  const stream = Object(Reflect.apply(Object(client["list"]), client, [request]));
  const found: unknown[] = [];
  return new Promise((resolve) => {
    stream.on("data", (response: Reply) => found.push(Object(response).getResult().toObject()));
    stream.on("error", (error: Error) => resolve({ error: Object(error).details }));
    stream.on("end", () => resolve({ found }));
  });
}
