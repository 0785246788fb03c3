import analyzer from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { expect, test } from "vitest";
import { watchConfig } from "../../policies/given-config.ts";

/** Configures the pack as the engine does it. */
function configure(settings: Readonly<Record<string, Record<string, number> | undefined>>): void {
  const request = new messages.ConfigureAnalyzerRequest();
  for (const [name, given] of Object.entries(settings)) {
    const config = new messages.PolicyConfig();
    if (given !== undefined) config.setProperties(Struct.fromJavaScript(given));
    request.getPolicyconfigMap().set(name, config);
  }
  const { configure: call } = analyzer.AnalyzerService;
  call.requestDeserialize(Buffer.from(request.serializeBinary()));
}

test("names of settings are those of the last configuration, also of policies that do not exist", () => {
  const given = watchConfig();
  expect([...given()]).toEqual([]);
  configure({ "volume-size": { minGb: 5, maxGb: 9 }, "volume-sizes": {}, all: undefined });
  expect(Object.fromEntries(given())).toEqual({
    "volume-size": ["maxGb", "minGb"],
    "volume-sizes": [],
    all: [],
  });
  configure({ all: {} });
  expect([...given().keys()]).toEqual(["all"]);
});
