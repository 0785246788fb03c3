import { describe, expect, test } from "vitest";
import { alertChannels } from "../../policies/rules/alert-channels.ts";
import { alertCooldown } from "../../policies/rules/alert-cooldown.ts";
import { alertRulePresent } from "../../policies/rules/alert-rule-present.ts";
import { matchingRegions } from "../../policies/rules/matching-regions.ts";
import { portForwardBlock } from "../../policies/rules/port-forward-block.ts";
import { portForwardConflict } from "../../policies/rules/port-forward-conflict.ts";
import { notKnown } from "../../policies/view.ts";
import { type Given, problemsOf, unknownOf } from "./decide.ts";

function alert(properties: Record<string, unknown> = {}): Given {
  return { type: "monitoring:AlertRule", name: "hot", properties };
}

function forward(name: string, publicPort: unknown, properties = {}): Given {
  return {
    type: "compute:PortForward",
    name,
    properties: { instanceName: notKnown, protocol: "tcp", publicPort, ...properties },
    from: { instanceName: ["job"] },
  };
}

describe("alert rules", () => {
  test("are there when machines are", () => {
    const machine = { type: "compute:Container", name: "job" };
    expect(problemsOf(alertRulePresent, [machine])).toEqual([
      "it has machines (1) and no alert rule, and needs 1",
    ]);
    expect(problemsOf(alertRulePresent, [machine, alert()])).toEqual([
      'hot: it watches no machine until it is bound in the console, which nothing here can check: "job"',
    ]);
    expect(problemsOf(alertRulePresent, [alert()])).toEqual([]);
    expect(problemsOf(alertRulePresent, [{ type: "storage:Bucket" }])).toEqual([]);
  });

  test("have a channel, and a listed one where there is a list", () => {
    const problems = (channels: unknown, config = {}) =>
      problemsOf(alertChannels, [alert({ channels })], { config });
    expect(problems([])).toEqual(["hot: channels is empty, and at least 1 is needed"]);
    expect(problems(["email"])).toEqual([]);
    const config = { anyOf: ["slack", "webhook"] };
    expect(problems(["email"], config)).toEqual([
      "hot: channels are email, and one must be of: slack, webhook",
    ]);
    expect(problems(["email", "slack"], config)).toEqual([]);
    expect(problems(["email", notKnown], config)).toEqual([]);
    expect(problems(notKnown, config)).toEqual([]);
  });

  test("have a cooldown within bounds, or none", () => {
    const problems = (cooldownMinutes?: unknown) =>
      problemsOf(alertCooldown, [alert({ cooldownMinutes })], {
        config: { minMinutes: 5, maxMinutes: 60 },
      });
    expect(problems(4)).toEqual(["hot: cooldownMinutes is 4, and allowed are 5 to 60"]);
    expect(problems(61)).toEqual(["hot: cooldownMinutes is 61, and allowed are 5 to 60"]);
    expect([5, 60, undefined, notKnown].flatMap(problems)).toEqual([]);
  });
});

describe("forwards of a container", () => {
  test("use each public port once per protocol", () => {
    const given = [forward("a", 20_001), forward("b", 20_001)];
    expect(problemsOf(portForwardConflict, given)).toEqual([
      'b: publicPort tcp/20001 is used by "a" already',
    ]);
    const udp = forward("b", 20_001, { protocol: "udp" });
    const other = { ...forward("b", 20_001), from: { instanceName: ["other"] } };
    for (const fine of [udp, other, forward("b", 20_002)]) {
      expect(problemsOf(portForwardConflict, [forward("a", 20_001), fine])).toEqual([]);
    }
    expect(problemsOf(portForwardConflict, unknownOf(given))).toEqual([]);
  });

  test("are distinguished by name where the container is not in the stack", () => {
    const named = (name: string, instanceName: string): Given => ({
      ...forward(name, 20_001, { instanceName }),
      from: {},
    });
    expect(problemsOf(portForwardConflict, [named("a", "job"), named("b", "job")])).toHaveLength(1);
    expect(problemsOf(portForwardConflict, [named("a", "job"), named("b", "web")])).toEqual([]);
  });

  const jobWith = (portBlock: unknown): Given => {
    return { type: "compute:Container", name: "job", properties: { portBlock } };
  };

  test("are in its block", () => {
    const other = { firstPort: 30_000, lastPort: 30_009 };
    const stack = [
      { ...jobWith(other), name: "other" },
      jobWith({ firstPort: 20_000, lastPort: 20_009 }),
    ];
    const within = [forward("a", 20_000), forward("b", 20_009)];
    expect(problemsOf(portForwardBlock, [...stack, ...within])).toEqual([]);
    const outside = [forward("a", 19_999), forward("b", 20_010)];
    expect(problemsOf(portForwardBlock, [...stack, ...outside])).toEqual([
      "a: publicPort is 19999, and the container's block is 20000 to 20009",
      "b: publicPort is 20010, and the container's block is 20000 to 20009",
    ]);
  });

  test("are not further apart than a block is large, while the block is not known", () => {
    const given = [forward("a", 20_001), forward("b", 20_011), forward("c", 20_010)];
    expect(problemsOf(portForwardBlock, given)).toEqual([
      "b: publicPort is 20011, but another forward has 20001, and a block has 10 ports",
    ]);
    for (const block of [{ firstPort: 20_001, lastPort: notKnown }, notKnown]) {
      expect(problemsOf(portForwardBlock, [jobWith(block), ...given])).toHaveLength(1);
    }
    expect(problemsOf(portForwardBlock, given, { config: { blockSize: 11 } })).toEqual([]);
    expect(problemsOf(portForwardBlock, unknownOf(given))).toEqual([]);
  });
});

test("what is joined is in one region", () => {
  const instance = { type: "compute:Instance", name: "web", properties: { region: "eu" } };
  const volume = (region: unknown) => ({
    type: "storage:Volume",
    name: "data",
    properties: { region },
  });
  const address = { type: "network:FloatingIp", name: "front", properties: { region: "us" } };
  const attachment: Given = {
    type: "storage:VolumeAttachment",
    from: { volumeId: ["data"], instanceId: ["web"] },
  };
  const assignment: Given = {
    type: "network:FloatingIpAssignment",
    from: { floatingIpId: ["front"], instanceId: ["web"] },
  };
  expect(
    problemsOf(matchingRegions, [instance, volume("us"), attachment, address, assignment]),
  ).toEqual([
    'data: region is "us", but its instance "web" is in "eu"',
    'front: region is "us", but its instance "web" is in "eu"',
  ]);
  expect(problemsOf(matchingRegions, [instance, volume("eu"), attachment])).toEqual([]);
  expect(problemsOf(matchingRegions, [instance, volume(notKnown), attachment])).toEqual([]);
});
