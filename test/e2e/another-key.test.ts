import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { sender } from "../platform/support.ts";
import { openStack } from "../support/stack.ts";
import { MortalStack } from "../support/stack-kill.ts";
import { servePlatform } from "../support/stack-server.ts";

/** Two organizations on one host, which their keys tell apart. */
function eitherOf(platforms: readonly Platform[]): Platform["fetch"] {
  return async (request) => {
    const key = request.headers.get("authorization");
    const own = platforms.find(({ rootKey }) => key === `Bearer ${rootKey}`);
    if (own === undefined) throw new Error("no platform has the key");
    return own.fetch(request);
  };
}

it("refresh and destroy with a key of another organization leave the state whole and name the way out", async () => {
  await using stack = await openStack();
  const { rootKey } = stack.platform;
  const other = openPlatform({ file: join(stack.directory, "other.db") });
  onTestFinished(() => other.close());
  await using served = await servePlatform({ rootKey, fetch: eitherOf([stack.platform, other]) });
  Object.assign(stack.env, served.env);
  stack.program(`
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });
new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.Container("job", { image: "debian/13" });
new hosting.Network("lan", {});`);
  await stack.up();
  const before = stack.state().map(({ name }) => name);
  stack.requests();
  stack.env["HOSTING_API_KEY"] = other.rootKey;
  for (const command of ["refresh", "destroy"] as const) {
    const { errors } = await stack[command]({ fails: true });
    expect(errors.join("\n")).toMatch(/API key never saw it/);
    expect(errors.join("\n")).toMatch(/HOSTING_(ACCEPT_WORLD|DELETED_BY_HAND)=\S+/);
    expect(stack.state().map(({ name }) => name)).toEqual(before);
  }
  expect(stack.requests()).toEqual([]);

  stack.env["HOSTING_API_KEY"] = rootKey;
  expect((await stack.up({}, "--refresh")).changes).toEqual({});
  await stack.destroy();
  expect(stack.platform.snapshot()).toMatchObject({ volume: [], instance: [], container: [] });
});

it("a colleague's key takes over what a killed run made, and asks once about what is missing to it", async () => {
  await using mortal = await MortalStack.open(`
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.FloatingIp("gone", { region: "eu-1" });`);
  const { stack, platform } = mortal;
  const newKey = () => platform.createKey({ scopes: ["*"], level: "Admin" }).key;
  await mortal.killedInside("before 3 Create");
  expect(mortal.creates()).toHaveLength(3);
  stack.env["HOSTING_API_KEY"] = newKey();
  await stack.up();
  expect(mortal.creates()).toEqual([]);
  expect(mortal.state()).toEqual(mortal.world());
  expect(mortal.world()).toHaveLength(3);

  stack.env["HOSTING_API_KEY"] = newKey();
  await sender(platform)(`DELETE /v1/floating-ips/${stack.resource("gone").id}`);
  const { errors } = await stack.refresh({ fails: true });
  const [, setting = "", value = ""] =
    /(HOSTING_(?:ACCEPT_WORLD|DELETED_BY_HAND))=(\S+)/.exec(errors.join("\n")) ?? [];
  stack.env[setting] = value;
  await stack.refresh();
  delete stack.env[setting];
  expect(stack.state().map(({ name }) => name)).not.toContain("gone");
  await stack.destroy();
  expect(mortal.world()).toEqual([]);
});
