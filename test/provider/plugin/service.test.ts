import { describe, expect, onTestFinished, test } from "vitest";
import { native } from "../../../provider/definition/native.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { lookups } from "../../../resources/_lookups.ts";
import { openDoor, urnOf } from "../../support/plugin-door.ts";
import { newContext } from "../../support/session.ts";
import { samples } from "../../support/session-inputs.ts";
import { blindAfterWrite } from "../../support/session-object.ts";
import { openWorld } from "../../support/session-world.ts";

const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const secret = (value: unknown): Props => ({ ...mark, value });
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const urn = urnOf("storage:Volume", "data");
const volume = { region: "eu", sizeGb: 10, name: "data" };

async function openService() {
  const world = openWorld();
  onTestFinished(() => world.close());
  return { ...world, door: await openDoor(world.context) };
}

test("a service in a test leaves the classes of the process as they are", async () => {
  await openService();
  expect(native()).toBeUndefined();
});

describe("secrets", () => {
  test("of the class are marked in inputs and outputs", async () => {
    const { door } = await openService();
    const urn = urnOf("network:Certificate");
    const news = samples["network:Certificate"] ?? {};
    const { inputs } = await door.call("check", { urn, news });
    expect(Object(inputs)["privateKey"]).toEqual(secret(news["privateKey"]));
    const { properties } = await door.call("create", { urn, properties: Object(inputs) });
    expect(Object(properties)["privateKey"]).toEqual(secret(news["privateKey"]));
  });

  test("of the program stay secret, in hidden properties too", async () => {
    const { door, platform } = await openService();
    const news = { ...volume, region: secret("eu") };
    const { inputs } = await door.call("check", { urn, news });
    expect(Object(inputs)).toMatchObject({ region: secret("eu"), sizeGb: 10 });
    const { id, properties } = await door.call("create", { urn, properties: Object(inputs) });
    expect(Object(properties)).toMatchObject({ region: secret("eu"), sizeGb: 10 });
    const grown = { ...Object(inputs), sizeGb: 20 };
    const updated = await door.call("update", { urn, id, olds: properties, news: grown });
    expect(Object(updated["properties"])).toMatchObject({ region: secret("eu"), sizeGb: 20 });
    expect(platform.snapshot().volume).toMatchObject([{ size_gb: 20 }]);
  });
});

describe("an API key in plain text", () => {
  const [stack, own] = ["default_1_2_3", "eu"].map(
    (name) => `urn:pulumi:dev::shop::pulumi:providers:hosting::${name}`,
  );
  const news = { backend: "embedded", apiKey: "hosting_local_0123456789abcdef" };

  test.each([
    ["the config", stack, /^warning: hosting:apiKey is stored in plain text\. Run `pulumi config/],
    ["a program", own, /^warning: apiKey of a provider is in plain text in the program\./],
  ])("in %s is kept as a secret, with one warning", async (_where, urn, says) => {
    const { door } = await openService();
    const { inputs } = await door.call("checkConfig", { urn, news });
    await door.call("checkConfig", { urn, news });
    expect(inputs).toEqual({ ...news, apiKey: secret(news.apiKey) });
    expect(door.said).toEqual([expect.stringMatching(says)]);
    expect(door.said.join()).not.toContain(news.apiKey);
  });

  test.each([
    ["a secret", secret(news.apiKey)],
    ["not known yet", unknown],
    ["not given", undefined],
  ])("is none that is %s", async (_what, apiKey) => {
    const { door } = await openService();
    const given = { backend: "embedded", ...(apiKey && { apiKey }) };
    const { inputs } = await door.call("checkConfig", { urn: own, news: given });
    expect({ inputs, said: door.said }).toEqual({ inputs: given, said: [] });
  });
});

describe("a preview", () => {
  test("passes on what is not known yet", async () => {
    const { door } = await openService();
    const news = { ...volume, region: unknown };
    const { inputs, failuresList } = await door.call("check", { urn, news });
    expect({ inputs, failuresList }).toEqual({ inputs: news, failuresList: [] });
    const { properties } = await door.call("create", { urn, properties: news, preview: true });
    expect(properties).toEqual({ ...news, status: unknown });
  });

  test("shows outputs that follow from inputs, and those that no update changes", async () => {
    const { door } = await openService();
    const shown = await door.call("create", {
      urn: urnOf("network:Certificate"),
      properties: samples["network:Certificate"] ?? {},
      preview: true,
    });
    expect(shown["properties"]).toMatchObject({
      fingerprint: expect.stringMatching(/^[0-9a-f]+$/),
    });
    const olds = { ...samples["network:FloatingIpAssignment"], ip: "203.0.113.7", __world: "x" };
    const moved = { ...samples["network:FloatingIpAssignment"], instanceId: "inst_2" };
    const given = { urn: urnOf("network:FloatingIpAssignment"), id: "fip_1", olds, news: moved };
    const after = await door.call("update", { ...given, preview: true });
    expect(after["properties"]).toEqual({ ...moved, ip: "203.0.113.7" });
  });
});

describe("a failure", () => {
  test("of an input names it, in our own sentence", async () => {
    const { door } = await openService();
    const olds = { ...volume, sizeGb: 20 };
    const { failuresList } = await door.call("check", { urn, olds, news: volume });
    expect(failuresList).toEqual([
      {
        property: "sizeGb",
        reason: "sizeGb is 10, but the volume already has 20; volumes only grow. Keep 20 or more.",
      },
    ]);
  });

  test("after the object is there brings its id, its properties and the reason", async () => {
    const { context } = await openService();
    const door = await openDoor({ ...context, api: blindAfterWrite(context.api) });
    const properties = { region: secret("eu"), plan: "small", image: "debian/13", name: "web" };
    const { error, ...left } = await door.call("create", {
      urn: urnOf("compute:Instance"),
      properties,
    });
    expect(left).toMatchObject({
      id: expect.stringMatching(/^inst_/),
      properties,
      reasons: [error],
    });
    expect(Object(left["properties"])).not.toHaveProperty("__identity");
  });

  test("of settings is reported with all others, and with the likely correction", async () => {
    const { door } = await openService();
    const urn = "urn:pulumi:dev::shop::pulumi:providers:hosting::default_1_2_3";
    const news = { backend: "cloud", requestsPerMinute: "many", regoin: "eu", mailEnable: "true" };
    const { failuresList } = await door.call("checkConfig", { urn, news });
    const reasons = Object(failuresList).map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual([
      "hosting:mailEnable is no setting; did you mean mailEnabled?",
      expect.stringContaining("hosting:regoin is no setting; known: backend, "),
      expect.stringContaining("hosting:backend (HOSTING_BACKEND) must be embedded or api"),
      expect.stringContaining("hosting:requestsPerMinute"),
    ]);
  });
});

test("an object that is not there is refused by an import and by a get", async () => {
  const { door } = await openService();
  const imported = await door.call("read", { urn, id: "vol_none" });
  expect(imported["error"]).toBe(
    "volume vol_none was not read: the platform has none with this id. Correct the id in the program.",
  );
  const got = await door.call("read", { urn, id: "vol_none", properties: { region: "eu" } });
  expect(got["error"]).toBe(imported["error"]);
});

test("a function answers as the lookup of programs does", async () => {
  const { door } = await openService();
  await door.call("create", { urn, properties: volume });
  const args = { name: "host" };
  const missing = await door.call("invoke", { tok: "hosting:compute:getContainer", args });
  expect(missing["error"]).toContain("host");
  const networks = await door.call("invoke", { tok: "hosting:network:getNetworks", args: {} });
  expect(networks["return"]).toEqual({ networks: [] });
  const nothing = await door.call("invoke", { tok: "hosting:compute:getContainer", args: {} });
  expect(nothing["error"]).toBe("getContainer asked for nothing: it needs name.");
  for (const { area, name, argument } of lookups) {
    const known = argument === undefined ? {} : { [argument.name]: "web" };
    const given = { tok: `hosting:${area}:${name}`, args: { ...known, zone: "x" } };
    const { error } = await door.call("invoke", given);
    expect(error).toContain(`${name} asked for nothing: zone is not an argument of it (`);
  }
});

test("a list has what the key can see", async () => {
  const { door } = await openService();
  const { id } = await door.call("create", { urn, properties: volume });
  expect(await door.list("hosting:storage:Volume")).toEqual({ found: [{ id, name: "data" }] });
});

test("settings are asked for once something needs them", async () => {
  const door = await openDoor(newContext());
  const { failuresList } = await door.call("check", { urn, news: volume });
  expect(failuresList).toEqual([]);
});
