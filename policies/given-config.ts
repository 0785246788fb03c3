import analyzer from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";

/** Names of settings by the name of the policy they are given to. */
export type GivenConfig = ReadonlyMap<string, readonly string[]>;

/**
 * Notes what the engine configures the pack with. The SDK shows every policy its own settings alone,
 * and nobody those of a policy that does not exist: so the message itself is read on its way in.
 */
export function watchConfig(): () => GivenConfig {
  const given = new Map<string, readonly string[]>();
  const { configure } = analyzer.AnalyzerService;
  const deserialize = configure.requestDeserialize;
  configure.requestDeserialize = (bytes) => {
    const request = deserialize(bytes);
    given.clear();
    request.getPolicyconfigMap().forEach((config, name) => {
      given.set(name, Object.keys(config.getProperties()?.toJavaScript() ?? {}));
    });
    return request;
  };
  return () => given;
}
