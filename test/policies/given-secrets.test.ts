import analyzer from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { expect, test } from "vitest";
import { watchSecrets } from "../../policies/given-secrets.ts";

test("what the engine hands over as a secret is known by its path", () => {
  const isSecret = watchSecrets();
  const secret = (value: string | string[]) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    value,
  });
  const raw = { acl: secret("a"), list: ["b", secret("c")], all: secret(["d"]), note: "e" };
  const request = new messages.AnalyzeRequest();
  request.setUrn("urn:1");
  request.setProperties(Struct.fromJavaScript({ raw, "user.key": secret("f") }));
  analyzer.AnalyzerService.analyze.requestDeserialize(Buffer.from(request.serializeBinary()));
  const paths = ["raw", "raw.acl", "raw.list.0", "raw.list.1", "raw.all", "raw.note", "user.key"];
  const secrets = ["raw.acl", "raw.list.1", "raw.all", "user.key"];
  expect(paths.filter((path) => isSecret("urn:1", path))).toEqual(secrets);
  expect(isSecret("urn:2", "raw.acl")).toBe(false);
});
