import analyzer from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";

/** Whether a state encrypts what is at a path of a resource, or what that is in: keys joined with dots. */
export type IsSecret = (urn: string, path: string) => boolean;

let watched: IsSecret | undefined;

/**
 * Notes which values the engine hands to rules about single resources as secrets. The SDK removes
 * the secret signatures before any rule sees them, so the incoming message itself is read.
 */
export function watchSecrets(): IsSecret {
  watched ??= watch();
  return watched;
}

function watch(): IsSecret {
  const given = new Map<string, readonly string[]>();
  const { analyze } = analyzer.AnalyzerService;
  const deserialize = analyze.requestDeserialize;
  analyze.requestDeserialize = (bytes) => {
    const request = deserialize(bytes);
    given.set(request.getUrn(), secretsIn(request.getProperties()?.toJavaScript(), ""));
    return request;
  };
  return (urn, path) => given.get(urn)?.includes(path) === true;
}

/** Paths of the outermost secrets in what a message holds. */
function secretsIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Reflect.get(value, signature) === ofSecrets) return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    secretsIn(item, path === "" ? key : `${path}.${key}`),
  );
}

/** Key and value by which the SDK tells a secret from an object. */
const [signature, ofSecrets] = [
  "4dabf18193072939515e22adb298388d",
  "1b47061264138c4ac30d75fd1eb44270",
];
