import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition, Problem } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { container } from "../../../resources/compute/container.ts";
import { importedImage } from "../../../resources/compute/imported-image.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { firewall } from "../../../resources/network/firewall.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { network } from "../../../resources/network/network.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared } from "../../support/session.ts";
import { samples } from "../../support/session-inputs.ts";

const now = Date.now();
const data = { region: "eu", sizeGb: 10 };

function problemsOf(definition: Definition, inputs: Props, oldInputs: Props = {}) {
  const given = { oldInputs, inputs: declared(inputs) };
  return check(definition, { mailEnabled: false, now }, given).problems;
}

test("a field that is left out is required, whatever it is one of", () => {
  const rule = { sources: ["0.0.0.0/0"], ports: ["443"] };
  expect(problemsOf(firewall, { inbound: [rule] })).toContainEqual({
    reason: "inbound[0].protocol is required (tcp, udp or icmp)",
  });
  expect(problemsOf(container, { image: "debian/12", type: "vm" })).toEqual([
    { property: "type", reason: 'type must be container, not "vm"' },
  ]);
});

describe("an output inside of a text, which Pulumi reads as its own advice,", () => {
  const misread = `debian/${pulumi.output("13")}`;

  test("is refused where it stands, and not sent", () => {
    const [problem, ...others] = problemsOf(instance, {
      ...{ region: "eu", plan: "small", image: misread },
    });
    expect(others).toEqual([]);
    expect(problem?.reason).toMatch(
      /^image has an output inside of a text, .* use pulumi\.interpolate/,
    );
    const rule = { protocol: "tcp", sources: [misread], ports: ["443"] };
    const [nested] = problemsOf(firewall, { inbound: [rule], outbound: [] });
    expect(nested?.reason).toMatch(/^inbound\[0\]\.sources\[0\] has an output inside/);
  });

  const url = `${pulumi.output("https://example.com")}`;

  test.each([
    ["encoded for an address", encodeURIComponent(url)],
    ["in the query of an address", String(new URLSearchParams({ of: url }))],
    ["in small letters", url.toLowerCase()],
    ["made a name of", url.replace(/[^a-z]+/gi, "-").slice(0, 63)],
    ["made a short name of", url.replace(/[^a-z]+/gi, "-").slice(0, 40)],
    ["cut", url.slice(0, 40)],
    ["as JSON", JSON.stringify({ url: pulumi.output("https://example.com") })],
  ])("is refused %s", (_, text) => {
    const given = { url: `https://example.com/${text}`, format: "raw", osType: "linux" };
    expect(problemsOf(importedImage, given)).toContainEqual({
      reason: expect.stringMatching(/^url has an output inside of a text/),
    });
  });

  test("is refused as a key", () => {
    const [problem] = problemsOf(network, { config: { [misread]: "10.0.0.1/24" } });
    expect(problem?.reason).toMatch(/^config has an output inside of a text/);
  });

  test.each([
    "calling toString on an Output is not what this rule does",
    "calling toString on an output that is none",
  ])("is no other text about outputs: %s", (description) => {
    const rule = { protocol: "tcp", ports: ["443"], description };
    expect(problemsOf(firewall, { inbound: [rule], outbound: [] })).toEqual([]);
  });

  test("is refused as a logical name", () => {
    const identity = { organization: "o", project: "p", stack: "s", name: misread };
    const inputs = { ...declared(data), __identity: identity };
    const { problems } = check(volume, { mailEnabled: false, now }, { oldInputs: {}, inputs });
    expect(problems[0]?.reason).toMatch(
      /^its logical name has an output inside.* `aliases` keeps it$/,
    );
  });
});

describe("a problem with what is long", () => {
  const long = "very-long-value-with-many-parts-in-it-".repeat(7).slice(0, 255);
  const words = "a value of many words ".repeat(20).trim();
  const keys = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${long}${at}`, at]));

  test.each<[string, Definition, Props, RegExp]>([
    [
      "a name",
      volume,
      { ...data, [long]: 1 },
      /^very-.*….* is not an input of a volume; known: name/,
    ],
    [
      "many keys",
      loadBalancer,
      { ...samples["network:LoadBalancer"], healthCheck: keys },
      /^healthCheck has no property "very[^"]*…", "very[^"]*…", "very[^"]*…" and 27 more$/,
    ],
    [
      "a port",
      firewall,
      { inbound: [{ protocol: "tcp", ports: [words], sources: ["0.0.0.0/0"] }] },
      /^inbound\[0\] ports has "a value.*….*words"; write a port like "443"/,
    ],
    [
      "an address",
      network,
      { config: { "ipv4.address": long } },
      /^config\["ipv4.address"\] must be an IPv4 address .* not "very-.*…[^"]*"$/,
    ],
  ])("%s is told within 300 characters", (_, definition, inputs, expected) => {
    const reasons = problemsOf(definition, inputs).map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(expected));
    expect(reasons.filter((reason) => reason.length > 300)).toEqual([]);
  });
});

test("inputs of a static get are not looked at", () => {
  const inputs = { __lookup: true, nonsense: 1 };
  const checked = check(volume, { mailEnabled: false, now }, { oldInputs: {}, inputs });
  expect(checked).toEqual({ inputs, problems: [] });
});

describe("a problem", () => {
  test.each<[string, Props, readonly Problem[]]>([
    ["a missing input", { sizeGb: 10 }, [{ property: "region", reason: "region is required" }]],
    [
      "another type",
      { ...data, sizeGb: "10" },
      [{ property: "sizeGb", reason: "sizeGb must be a number, not a string" }],
    ],
    [
      "a fraction",
      { ...data, sizeGb: 1.5 },
      [{ property: "sizeGb", reason: "sizeGb must be a whole number, not the number 1.5" }],
    ],
    [
      "null",
      { ...data, region: null },
      [{ property: "region", reason: "region must be a string, not null" }],
    ],
    [
      "too little",
      { ...data, sizeGb: 0 },
      [{ property: "sizeGb", reason: "sizeGb must be at least 1" }],
    ],
    [
      "too short",
      { ...data, region: "" },
      [{ property: "region", reason: "region must have at least 1 character" }],
    ],
    [
      "none of the choices",
      { ...data, filesystem: "btrfs" },
      [
        {
          property: "filesystem",
          reason: 'filesystem must be one of ext4, xfs, none, not "btrfs"',
        },
      ],
    ],
    [
      "a name that is nearly right",
      { ...data, size: 10 },
      [{ property: "size", reason: "size is not an input of a volume; did you mean sizeGb?" }],
    ],
    [
      "an unknown name",
      { ...data, colour: "red" },
      [
        {
          property: "colour",
          reason:
            "colour is not an input of a volume; known: name, region, sizeGb, filesystem, allowDataLoss, adopt, adoptUnseen, timeouts",
        },
      ],
    ],
    [
      "adopt that is no text",
      { ...data, adopt: 1 },
      [{ property: "adopt", reason: "adopt must be the id of an existing object" }],
    ],
    [
      "adoptUnseen that is no truth value",
      { ...data, adopt: "vol_1", adoptUnseen: "yes" },
      [{ property: "adoptUnseen", reason: "adoptUnseen must be true or false" }],
    ],
  ])("with %s names the input and says what to do", (_name, inputs, problems) => {
    expect(problemsOf(volume, inputs)).toEqual(problems);
  });

  test("of a nested input names none, and has the path in its reason", () => {
    const inputs = samples["network:LoadBalancer"] ?? {};
    const rule = { entryPort: 0, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
    expect(problemsOf(loadBalancer, { ...inputs, forwardingRules: [rule] })).toEqual([
      { reason: "forwardingRules[0].entryPort must be at least 1" },
    ]);
    expect(problemsOf(loadBalancer, { ...inputs, forwardingRules: [] })).toEqual([
      { property: "forwardingRules", reason: "forwardingRules must have at least 1 entry" },
    ]);
  });

  test("of a value inside of a list shows it, and waits for one that is not known yet", () => {
    const inbound = (protocol: unknown, port: unknown = "443") => {
      return problemsOf(firewall, {
        outbound: [],
        inbound: [
          { protocol: "tcp", ports: ["443"], sources: ["0.0.0.0/0"] },
          { protocol, ports: ["443", port], sources: ["0.0.0.0/0"] },
        ],
      });
    };
    expect(inbound("tpc")).toEqual([
      { reason: 'inbound[1].protocol must be one of tcp, udp, icmp, not "tpc"' },
    ]);
    expect(inbound("tcp", 443)).toEqual([
      { reason: "inbound[1].ports[1] must be a string, not the number 443" },
    ]);
    expect(inbound(UNKNOWN, UNKNOWN)).toEqual([]);
  });

  test("of a secret does not show it", () => {
    const hidden = { ...volume, secrets: ["filesystem"] };
    expect(problemsOf(hidden, { ...data, filesystem: "btrfs" })).toEqual([
      { reason: "filesystem must be one of ext4, xfs, none" },
    ]);
  });

  test("of a nested name that is unknown has its path", () => {
    const { healthCheck, ...rest } = samples["network:LoadBalancer"] ?? {};
    const misspelt = { ...Object(healthCheck), pth: "/" };
    expect(problemsOf(loadBalancer, { ...rest, healthCheck: misspelt })).toEqual([
      { property: "healthCheck", reason: 'healthCheck has no property "pth"' },
    ]);
  });

  test.each([
    ["neither is given", {}],
    ["both are given", { image: "debian/13", source: { imageId: "img_1" } }],
  ])("of a choice says that %s", (found, given) => {
    expect(problemsOf(instance, { region: "eu", plan: "small", ...given })).toEqual([
      { reason: `exactly one of image and source must be given; ${found}` },
    ]);
  });
});

describe("timeouts", () => {
  test.each([{ create: "15m", read: "90s", update: "1h30m", delete: 600 }, {}, { create: 0.5 }])(
    "%j are in order",
    (timeouts) => {
      expect(problemsOf(volume, { ...data, timeouts })).toEqual([]);
    },
  );

  test.each([
    [{ create: "soon" }, "create"],
    [{ create: -1 }, "create"],
    [{ delete: true }, "delete"],
    [{ start: "1m" }, "start"],
  ])("%j are refused", (timeouts, name) => {
    expect(problemsOf(volume, { ...data, timeouts })).toEqual([
      {
        property: "timeouts",
        reason: `timeouts.${name} must be one of create, read, update, delete with seconds or a text like "15m"`,
      },
    ]);
  });

  test.each([
    [{ create: "soon" }, "create"],
    [{ update: "15" }, "update"],
    [{ delete: "-1m" }, "delete"],
  ])("of the option customTimeouts are refused as well (%j)", (__timeouts, name) => {
    expect(problemsOf(volume, { ...data, __timeouts })).toEqual([
      {
        reason: `customTimeouts.${name} must be one of create, read, update, delete with seconds or a text like "15m"`,
      },
    ]);
    expect(problemsOf(volume, { ...data, __timeouts: { create: "1.5h", read: "300ms" } })).toEqual(
      [],
    );
  });

  test.each(["15m", 15, null, ["15m"]])("%j is refused: they are per operation", (timeouts) => {
    expect(problemsOf(volume, { ...data, timeouts })).toEqual([
      { property: "timeouts", reason: 'timeouts must be like { create: "15m" }' },
    ]);
  });
});

describe("a value that is not known yet", () => {
  test("counts as given where one of two must be", () => {
    const inputs = { region: "eu", plan: "small", image: UNKNOWN };
    expect(problemsOf(instance, inputs)).toEqual([]);
    expect(problemsOf(instance, { ...inputs, source: { imageId: "img_1" } })).toHaveLength(1);
  });

  test("hides no problem of the other inputs", () => {
    const inputs = { region: UNKNOWN, sizeGb: 0, timeouts: UNKNOWN, adopt: UNKNOWN };
    expect(problemsOf(volume, inputs)).toEqual([
      { property: "sizeGb", reason: "sizeGb must be at least 1" },
    ]);
  });

  test("hides no problem of a schema beside it in one input", () => {
    const rules = [
      { entryPort: UNKNOWN, entryProtocol: "http", targetPort: 0, targetProtocol: "http" },
    ];
    expect(problemsOf(loadBalancer, { forwardingRules: rules, region: "eu" })).toContainEqual({
      reason: "forwardingRules[0].targetPort must be at least 1",
    });
  });

  test("may be in the timeouts", () => {
    const inputs = { region: "eu", sizeGb: 1, timeouts: { create: UNKNOWN } };
    expect(problemsOf(volume, inputs)).toEqual([]);
  });
});
