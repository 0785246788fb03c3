import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { isElsewhere, isRewritten } from "../../../../provider/lifecycle/create/name-check.ts";
import { container } from "../../../../resources/compute/container.ts";
import { healthGate } from "../../../../resources/monitoring/health-gate.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { declared, keyMark, world } from "../../../support/session.ts";

function intent(definition: Definition, inputs: Props, logicalName = "main") {
  return intentOf({ world, keyMark: () => keyMark }, definition, declared(inputs, logicalName));
}

describe("what names a create", () => {
  const data = { name: "data", region: "eu", sizeGb: 10 };

  test("is the declaration with what replaces, not what an update changes", () => {
    const { token, olderToken } = intent(volume, data);
    expect(intent(volume, { ...data, sizeGb: 20 })).toMatchObject({ token, olderToken });
    const moved = intent(volume, { ...data, region: "us" });
    expect([moved.token, moved.olderToken]).not.toContain(token);
    const other = intent(volume, data, "other");
    expect([other.token, other.olderToken]).not.toContain(olderToken);
  });

  test("is no secret, nor follows from one", () => {
    const given = { name: "tls", certificate: "PEM" };
    const { token } = intent(certificate, { ...given, privateKey: "one" });
    expect(intent(certificate, { ...given, privateKey: "two" }).token).toBe(token);
  });

  test("comes with the mark of the key that sends it", () => {
    expect(intent(container, { name: "web" }).sentBy).toBe(keyMark);
    // A gate sends nothing to the platform.
    expect(intent(healthGate, {}).sentBy).toBeUndefined();
  });
});

test.each<[boolean, Props, Props]>([
  [true, { region: "eu" }, { region: "us" }],
  [false, { region: "eu" }, { region: "eu" }],
  [false, { region: "eu" }, {}],
  [false, {}, { region: "us" }],
  [false, { region: "eu", __generatedName: true }, { region: "us" }],
])("it is %s that what %j asks for is elsewhere in %j", (is, inputs, item) => {
  expect(isElsewhere(inputs, item)).toBe(is);
});

test.each<[boolean, unknown, unknown]>([
  [true, "Web", "web"],
  [true, "a-name-that-is-cut-off-there", "a-name-that-is-cut-o"],
  [false, "a-name-that-is-cut-off-there", "a-name-that-is-cut-"],
  [false, "web", "other"],
  [false, undefined, "web"],
  [false, "web", undefined],
])("it is %s that %j may be written as %j", (is, sent, found) => {
  expect(isRewritten(sent, found)).toBe(is);
});
