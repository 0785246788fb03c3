import { expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { intentOf } from "../../../../provider/lifecycle/operation/intent.ts";
import { container } from "../../../../resources/compute/container.ts";
import { healthGate } from "../../../../resources/monitoring/health-gate.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { volumeAttachment } from "../../../../resources/storage/volume-attachment.ts";
import { declared, keyMark, world } from "../../../support/session.ts";

function intent(definition: Definition, inputs: Props, logicalName = "main") {
  return intentOf({ world, keyMark: () => keyMark }, definition, declared(inputs, logicalName));
}

const data = { name: "data", region: "eu", sizeGb: 10 };
const { token, declaration } = intent(volume, data);

test("a token never changes for ever: the journal of an older version has it", () => {
  expect(token).toBe("237e4fe49af542579d7f");
});

test.each<[string, Props, string, boolean]>([
  ["an input that an update changes", { ...data, sizeGb: 20 }, "main", true],
  ["an input that replaces", { ...data, region: "us" }, "main", false],
  ["another declaration", data, "other", false],
])("a create is the same with %s: %4$s", (_what, inputs, logicalName, isSame) => {
  const other = intent(volume, inputs, logicalName);
  expect(other.token === token).toBe(isSame);
  expect(other.declaration === declaration).toBe(logicalName === "main");
});

test("a name is part of it where an update changes it as well: the object is found by no other", () => {
  const of = (name: string) => intent(loadBalancer, { name, region: "eu" }).token;
  expect(of("front")).not.toBe(of("back"));
});

test("a token does not follow from a secret", () => {
  const given = { name: "tls", certificate: "PEM" };
  const { token: first } = intent(certificate, { ...given, privateKey: "one" });
  expect(intent(certificate, { ...given, privateKey: "two" }).token).toBe(first);
});

test.each<[Definition, Props, object]>([
  [container, { name: "web" }, { type: "container", sentBy: keyMark, isNamed: true }],
  [floatingIp, { region: "eu" }, { type: "floatingIp", isNamed: false }],
  [
    volumeAttachment,
    { volumeId: "vol_1", instanceId: "inst_1" },
    { type: "storage:VolumeAttachment" },
  ],
  // A gate sends nothing to the platform.
  [healthGate, {}, { sentBy: undefined }],
])("an intent says what finds the object again", (definition, inputs, facts) => {
  expect(intent(definition, inputs)).toMatchObject(facts);
});
