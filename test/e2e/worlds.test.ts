import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { stacksAfterUp } from "../support/copied-stack.ts";
import { openStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

const afterUp = stacksAfterUp();

it("a stack of one embedded file does nothing on another one, and names both worlds", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });');
  await stack.up();
  const made = String(stack.resource("data").outputs["__world"]);
  const before = stack.state();
  stack.requests();

  stack.env["HOSTING_EMBEDDED_FILE"] = join(stack.directory, "other.db");
  for (const command of ["preview", "up", "refresh", "destroy"] as const) {
    const { errors } = await stack[command]({ fails: true });
    expect(errors.join("\n")).toContain(
      `volume "data" was made on the embedded platform ${made.replace("embedded:world_", "")}, but the settings point at the embedded platform `,
    );
    expect(errors.join("\n")).toContain(`if both are one, set HOSTING_ACCEPT_WORLD=${made}.`);
  }
  expect(stack.state()).toEqual(before);
  expect(stack.requests()).toEqual([]);
});

it.each(["up", "refresh"] as const)(
  "HOSTING_ACCEPT_WORLD lets %s take a platform at another address for the same one",
  async (command) => {
    await using stack = await afterUp('new hosting.FloatingIp("address", { region: "eu-1" });');
    const made = String(stack.resource("address").outputs["__world"]);
    await using served = await servePlatform(stack.platform);
    Object.assign(stack.env, served.env);
    await stack.up({ fails: true });
    stack.requests();

    stack.env["HOSTING_ACCEPT_WORLD"] = made;
    await stack[command]();
    delete stack.env["HOSTING_ACCEPT_WORLD"];
    expect(stack.resource("address").outputs["__world"]).toContain("api:http://127.0.0.1:");
    expect((await stack.up()).changes).toEqual({});
    expect(stack.writes()).toEqual([]);
  },
);

it.each(["HOSTING_BASE_URL", "HOSTING_API_BASE_URL"])(
  "sends nothing while %s alone points at another platform",
  async (setting) => {
    await using stack = await openStack();
    await using own = await servePlatform(stack.platform);
    Object.assign(stack.env, own.env);
    stack.program(
      'new hosting.Volume("data", { region: "eu-1", sizeGb: 10 }); new hosting.Network("lan", {});',
    );
    await stack.up();
    const before = stack.state();
    stack.requests();

    const other = openPlatform({ file: join(stack.directory, "other.db") });
    onTestFinished(() => other.close());
    await using elsewhere = await servePlatform(other);
    Object.assign(stack.env, { [setting]: elsewhere.env[setting] });
    for (const command of ["refresh", "destroy"] as const) {
      const { errors } = await stack[command]({ fails: true });
      expect(errors.join("\n")).toContain("but the settings point at");
    }
    expect(stack.state()).toEqual(before);
    expect(stack.requests()).toEqual([]);
    expect(other.requests()).toEqual([]);
  },
);
