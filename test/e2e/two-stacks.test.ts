import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

describe.concurrent("two stacks", () => {
  it("at once on one key share its 60 requests a minute, and none is refused", async () => {
    await using one = await openStack();
    await using other = await openStack();
    await using served = await servePlatform(one.platform);
    one.platform.configure({ ratePerMinute: 60 });
    const state = { XDG_STATE_HOME: join(one.directory, "shared") };
    for (const [name, stack] of Object.entries({ one, other })) {
      Object.assign(stack.env, served.env, state);
      stack.program(`for (let at = 0; at < 35; at += 1) new hosting.Network("${name}-" + at, {});`);
    }
    await Promise.all([one.up(), other.up()]);
    const requests = one.requests();
    const post = "POST /api/v1/networks";
    expect(requests.filter((request) => request === post)).toHaveLength(70);
    // Each looks for its names in one list, which a busy machine may have it ask for again.
    expect(requests.length).toBeLessThanOrEqual(74);
    expect(one.platform.snapshot().network).toHaveLength(70);
  });

  it("of one name on two machines make one container, and the error of the second one names adopt", async () => {
    await using one = await openStack();
    await using other = await openStack();
    await using served = await servePlatform(one.platform);
    const stacks = [one, other];
    for (const stack of stacks) {
      Object.assign(stack.env, served.env);
      stack.program('new hosting.Container("job", { image: "debian/13" });');
    }
    const ends = await Promise.all(stacks.map((stack) => stack.start("up").ended));
    const refused = ends.filter(({ code }) => code !== 0);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.output).toMatch(/container "job".* was not created: .*adopt/);
    const made = stacks
      .flatMap((stack) => stack.state())
      .filter(({ type }) => type.endsWith(":Container"));
    const { container } = one.platform.snapshot();
    expect(container.map(({ name }) => name)).toEqual(made.map(({ id }) => id));
    expect(made).toHaveLength(1);
  });

  it("hand an object from one to the other as the guide of large stacks says, without a write", async () => {
    await using stack = await openStack();
    const volume = (adopted = "") =>
      stack.program(`new hosting.Volume("data", { region: "eu-1", sizeGb: 10${adopted} });`);
    volume();
    await stack.up();
    const { id } = stack.resource("data");
    await stack.run("stack", "init", "prod", "--no-select");
    stack.requests();

    volume(`, adopt: "${id}"`);
    await stack.run("up", "--yes", "--skip-preview", "--stack", "prod");
    const urn = "urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/hosting/storage:Volume::data";
    await stack.run("state", "delete", urn, "--yes", "--stack", "dev");
    stack.program("");
    await stack.up();
    volume();
    await stack.run("preview", "--expect-no-changes", "--stack", "prod");
    expect(stack.writes()).toEqual([]);
    expect(stack.platform.snapshot()).toMatchObject({ volume: [{ id }] });
  });
});
