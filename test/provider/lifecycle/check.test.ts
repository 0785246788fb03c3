import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import type { Message } from "../../../provider/display.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { failuresOf } from "../../../provider/lifecycle/failures.ts";
import { container } from "../../../resources/compute/container.ts";
import { importedImage } from "../../../resources/compute/imported-image.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { firewall } from "../../../resources/network/firewall.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { network } from "../../../resources/network/network.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared } from "../../support/session.ts";
import { samples } from "../../support/session-inputs.ts";

const settings = { mailEnabled: false, now: Date.now() };
const data = { region: "eu", sizeGb: 10 };
const machine = { region: "eu", plan: "small" };
const balancer = samples["network:LoadBalancer"] ?? {};
const entry = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
const rule = { protocol: "tcp", ports: ["443"], sources: ["0.0.0.0/0"] };

function problemsOf(definition: Definition, inputs: Props) {
  return check(definition, settings, { oldInputs: {}, inputs: declared(inputs) }).problems;
}

/** A firewall with a rule that has these fields instead of usual ones. */
const inbound = (fields: Props) => ({ inbound: [rule, { ...rule, ...fields }], outbound: [] });

test("adoptUnseen of 0.2 is left out, with one line", () => {
  const inputs = declared({ ...data, adopt: "vol_1", adoptUnseen: true });
  const checked = check(volume, settings, { oldInputs: {}, inputs });
  expect(checked.inputs).not.toHaveProperty("adoptUnseen");
  const reason = expect.stringMatching(/^adoptUnseen has no effect any more/);
  expect(checked.problems).toEqual([{ severity: "warning", reason }]);
});

describe("a problem names the input that is wrong, and what may be there", () => {
  test.each<[string, Props, string, RegExp]>([
    ["left out", { sizeGb: 10 }, "region", /required/],
    ["of another type", { ...data, sizeGb: "10" }, "sizeGb", /a number, not a string/],
    ["a fraction", { ...data, sizeGb: 1.5 }, "sizeGb", /whole number.*1\.5/],
    ["a list", { ...data, region: ["eu"] }, "region", /a string, not a list/],
    ["no word", { ...data, filesystem: 4 }, "filesystem", /ext4, xfs, none.*the number 4/],
    ["null", { ...data, region: null }, "region", /is required/],
    ["too little", { ...data, sizeGb: 0 }, "sizeGb", /at least 1/],
    ["too short", { ...data, region: "" }, "region", /length of at least 1/],
    ["no choice", { ...data, filesystem: "btrfs" }, "filesystem", /ext4, xfs, none.*"btrfs"/],
    ["a misspelt name", { ...data, size: 10 }, "size", /did you mean sizeGb/],
    ["an unknown name", { ...data, colour: "red" }, "colour", /known: name, .*sizeGb.*timeouts/],
    ["no id", { ...data, adopt: 1 }, "adopt", /id of an existing object/],
  ])("%s", (_what, inputs, property, says) => {
    const reason = expect.stringMatching(new RegExp(`^${property} .*${says.source}`));
    expect(problemsOf(volume, inputs)).toEqual([{ property, reason }]);
  });

  test.each<[string, Definition, Props, RegExp]>([
    ["a choice", container, { image: "debian/12", type: "vm" }, /^type must be container.*"vm"/],
    ["a field", firewall, inbound({ protocol: undefined }), /^inbound\[1\]\.protocol is req.*icmp/],
    ["a word", firewall, inbound({ protocol: "tpc" }), /^inbound\[1\]\.protocol .*icmp.*"tpc"/],
    [
      "a value of a list",
      firewall,
      inbound({ ports: ["80", 443] }),
      /^inbound\[1\]\.ports\[1\] .*443/,
    ],
    [
      "a port",
      loadBalancer,
      { ...balancer, forwardingRules: [{ ...entry, entryPort: 0 }] },
      /^forwardingRules\[0\]\.entryPort .*1/,
    ],
    [
      "no entry",
      loadBalancer,
      { ...balancer, forwardingRules: [] },
      /^forwardingRules .*length of at least 1/,
    ],
    [
      "a name",
      loadBalancer,
      { ...balancer, healthCheck: { ...Object(balancer["healthCheck"]), pth: "/" } },
      /^healthCheck has no property "pth"/,
    ],
    ["neither of two", instance, machine, /^exactly one of image and source .*neither/],
    [
      "both of two",
      instance,
      { ...machine, image: "debian/13", source: { imageId: "img_1" } },
      /^exactly one of image and source .*both/,
    ],
  ])("inside: %s, by its path", (_what, definition, inputs, reason) => {
    expect(problemsOf(definition, inputs)).toMatchObject([
      { reason: expect.stringMatching(reason) },
    ]);
  });

  test("but not the value of a secret", () => {
    const hidden = { ...volume, secrets: ["filesystem"] };
    const [problem] = problemsOf(hidden, { ...data, filesystem: "btrfs" });
    expect(problem).toEqual({ reason: expect.not.stringContaining("btrfs") });
  });

  const long = "very-long-value-with-many-parts-in-it-".repeat(7).slice(0, 255);
  const keys = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${long}${at}`, at]));
  test.each<[string, Definition, Props]>([
    ["a name", volume, { ...data, [long]: 1 }],
    ["many keys", loadBalancer, { ...balancer, healthCheck: keys }],
    ["a port", firewall, inbound({ ports: ["many words ".repeat(40)] })],
    ["an address", network, { config: { "ipv4.address": long } }],
  ])("within 300 characters, however long it is: %s", (_what, definition, inputs) => {
    const reasons = problemsOf(definition, inputs).map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringContaining("…"));
    expect(reasons.filter((reason) => reason.length > 300)).toEqual([]);
  });
});

describe("a failure", () => {
  const reason = "it is wrong";

  test.each<[string, unknown, string]>([
    ["a word", "eu", "region"],
    ["a number", 1, "region"],
    ["the longest word", "e".repeat(80), "region"],
    ["a longer one", "e".repeat(81), ""],
    ["lines, as of a key", "-----BEGIN\nkey", ""],
    ["a list", ["eu"], ""],
  ])("names an input whose value the engine may print: %s, %3$j", (_what, region, property) => {
    const failures = failuresOf([{ property: "region", reason }], { region });
    expect(failures).toEqual([{ property, reason }]);
  });

  test("of no input names none, and a warning is shown and is no failure", () => {
    const shown: Message[] = [];
    const about = { subject: 'volume "data"', urn: undefined };
    const screen = { display: (message: Message) => void shown.push(message), about };
    const warning = { property: "region", reason: "it is old", severity: "warning" } as const;
    expect(failuresOf([warning, { reason }], {}, screen)).toEqual([{ property: "", reason }]);
    expect(shown).toEqual([{ kind: "warning", text: "it is old.", about }]);
    expect(failuresOf([warning], {})).toEqual([]);
  });
});

describe("an output inside of a text, which Pulumi reads as its own advice, is refused", () => {
  const misread = `debian/${pulumi.output("13")}`;
  const url = `${pulumi.output("https://example.com")}`;

  test.each<[string, Definition, Props, RegExp]>([
    ["an input", instance, { ...machine, image: misread }, /^image has an output.*pulumi\.inter/],
    ["inside", firewall, inbound({ sources: [misread] }), /^inbound\[1\]\.sources\[0\] has an out/],
    ["a key", network, { config: { [misread]: "10.0.0.1/24" } }, /^config has an output/],
  ])("%s", (_where, definition, inputs, reason) => {
    const [problem] = problemsOf(definition, inputs);
    expect(problem?.reason).toMatch(reason);
  });

  test.each([
    ["encoded for an address", encodeURIComponent(url)],
    ["in the query of an address", String(new URLSearchParams({ of: url }))],
    ["in small letters", url.toLowerCase()],
    ["made a name of", url.replace(/[^a-z]+/gi, "-").slice(0, 40)],
    ["as JSON", JSON.stringify({ url: pulumi.output("https://example.com") })],
  ])("%s", (_how, text) => {
    const given = { url: `https://example.com/${text}`, format: "raw", osType: "linux" };
    expect(problemsOf(importedImage, given)).toContainEqual({
      reason: expect.stringMatching(/^url has an output inside of a text/),
    });
  });

  test("as a logical name, with the way to keep the object", () => {
    const identity = { organization: "o", project: "p", stack: "s", name: misread };
    const inputs = { ...declared(data), __identity: identity };
    const [problem] = check(volume, settings, { oldInputs: {}, inputs }).problems;
    expect(problem?.reason).toMatch(/^its logical name has an output inside.*`aliases`/);
  });

  test("but no other text about outputs", () => {
    const description = "calling toString on an Output is not what this rule does";
    expect(problemsOf(firewall, inbound({ description }))).toEqual([]);
  });
});

test("inputs of a static get are not looked at", () => {
  const inputs = { __lookup: true, nonsense: 1 };
  expect(check(volume, settings, { oldInputs: {}, inputs })).toEqual({ inputs, problems: [] });
});

describe("timeouts", () => {
  test.each<[string, Props]>([
    ["timeouts", { create: "15m", read: "90s", update: "1h30m", delete: 600 }],
    ["timeouts", { create: 0.5 }],
    ["timeouts", { create: UNKNOWN }],
    ["__timeouts", { create: "1.5h", read: "300ms" }],
  ])("%s %j are in order", (name, timeouts) => {
    expect(problemsOf(volume, { ...data, [name]: timeouts })).toEqual([]);
  });

  test.each<[string, unknown, RegExp]>([
    ["timeouts", { create: "soon" }, /^timeouts\.create /],
    ["timeouts", { create: -1 }, /^timeouts\.create /],
    ["timeouts", { delete: true }, /^timeouts\.delete /],
    ["timeouts", { start: "1m" }, /^timeouts\.start .*create, read, update, delete/],
    ["timeouts", "15m", /^timeouts must be like/],
    ["timeouts", ["15m"], /^timeouts must be like/],
    ["__timeouts", { update: "15" }, /^customTimeouts\.update /],
    ["__timeouts", { delete: "-1m" }, /^customTimeouts\.delete /],
  ])("%s %j are refused", (name, timeouts, reason) => {
    expect(problemsOf(volume, { ...data, [name]: timeouts })).toMatchObject([
      { reason: expect.stringMatching(reason) },
    ]);
  });
});

describe("a value that is not known yet", () => {
  test.each<[string, Definition, Props, readonly RegExp[]]>([
    ["counts as given where one of two must be", instance, { ...machine, image: UNKNOWN }, []],
    [
      "counts as given where only one may be",
      instance,
      { ...machine, image: UNKNOWN, source: { imageId: "img_1" } },
      [/^exactly one/],
    ],
    ["is waited for inside", firewall, inbound({ protocol: UNKNOWN, ports: [UNKNOWN] }), []],
    [
      "hides no problem of other inputs",
      volume,
      { region: UNKNOWN, sizeGb: 0, timeouts: UNKNOWN, adopt: UNKNOWN },
      [/^sizeGb/],
    ],
    [
      "hides no problem beside it",
      loadBalancer,
      { ...balancer, forwardingRules: [{ ...entry, entryPort: UNKNOWN, targetPort: 0 }] },
      [/^forwardingRules\[0\]\.targetPort/],
    ],
  ])("%s", (_what, definition, inputs, reasons) => {
    const found = problemsOf(definition, inputs).map(({ reason }) => reason);
    expect(found).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  });
});
