import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

const container = 'new hosting.Container("job", { image: "debian/13" });';

const volume = (adopted = "") =>
  `new hosting.Volume("data", { region: "eu-1", sizeGb: 10${adopted} });`;

/** Makes a volume, and another stack of the program; returns its id. */
async function madeBeside(stack: TestStack, other: string): Promise<string> {
  stack.program(volume());
  await stack.up();
  await stack.run("stack", "init", other, "--no-select");
  return stack.resource("data").id;
}

function containersOf(stack: TestStack): readonly string[] {
  return stack
    .state()
    .filter(({ type }) => type.endsWith(":Container"))
    .map(({ id }) => id);
}

it("two stacks at once on one key share its 60 requests a minute, and none is refused", async () => {
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
  const posts = requests.filter((request) => request === "POST /api/v1/networks");
  expect(posts).toHaveLength(70);
  // Each looks for its names in one list.
  expect(requests.length - posts.length).toBeLessThanOrEqual(2);
  expect(one.platform.snapshot().network).toHaveLength(70);
});

it("two machines with half of a key's limit each: none is refused, and both send as many a minute", async () => {
  await using one = await openStack();
  await using other = await openStack();
  await using served = await servePlatform(one.platform);
  one.platform.configure({ ratePerMinute: 60 });
  const machines = Object.entries({ one, other });
  for (const [name, stack] of machines) {
    const log = { HOSTING_LOG_REQUESTS: join(stack.directory, "requests.jsonl") };
    Object.assign(stack.env, served.env, log, { HOSTING_REQUESTS_PER_MINUTE: "30" });
    stack.program(`for (let at = 0; at < 35; at += 1) new hosting.Network("${name}-" + at, {});`);
  }
  await Promise.all([one.up(), other.up()]);
  expect(one.platform.snapshot().network).toHaveLength(70);
  expect(one.requests().filter((request) => request.endsWith(" 429"))).toEqual([]);
  for (const [, stack] of machines) expect(inFirstMinute(stack)).toBe(30);
});

/** Requests that a machine sent in the minute after its first one was answered. */
function inFirstMinute({ directory }: TestStack): number {
  const lines = readFileSync(join(directory, "requests.jsonl"), "utf8").trim().split("\n");
  const times = lines.map((line) => Date.parse(JSON.parse(line).time)).sort((a, b) => a - b);
  return times.filter((time) => time < (times[0] ?? 0) + 60_000).length;
}

it("two machines that run one stack at once make one container, and the second is told to adopt it", async () => {
  await using one = await openStack();
  await using other = await openStack();
  await using served = await servePlatform(one.platform);
  const stacks = [one, other];
  for (const stack of stacks) {
    Object.assign(stack.env, served.env);
    stack.program(container);
  }
  const ends = await Promise.all(stacks.map((stack) => stack.start("up").ended));
  const refused = ends.filter(({ code }) => code !== 0);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.output).toContain("was not created:");
  expect(refused[0]?.output).toMatch(/set adopt to (its id|the holder's id)/);
  expect(stacks.flatMap(containersOf)).toHaveLength(1);
  expect(one.platform.snapshot().container).toHaveLength(1);
});

it("a copy of a stack on the same machine never takes over what the first one made", async () => {
  await using one = await openStack();
  await using copy = await openStack();
  await using served = await servePlatform(one.platform);
  const state = { XDG_STATE_HOME: join(one.directory, "shared") };
  for (const stack of [one, copy]) {
    Object.assign(stack.env, served.env, state);
    stack.program(container);
  }
  await one.up();
  const { errors } = await copy.up({ fails: true });
  expect(errors.join("\n")).toContain(
    `${one.directory} has a stack of this name that made ${one.resource("job").id}.`,
  );
  expect(containersOf(copy)).toEqual([]);

  await one.refresh();
  const again = await copy.up({ fails: true });
  expect(again.errors.join("\n")).toContain("was not created:");
  expect(one.platform.snapshot().container).toHaveLength(1);
});

it("what another stack adopted stays when it leaves the one that had it, which was previewed in between", async () => {
  await using stack = await openStack();
  const id = await madeBeside(stack, "prod");
  stack.program(volume(`, adopt: "${id}"`));
  await stack.run("up", "--yes", "--skip-preview", "--stack", "prod");
  stack.program(volume());
  await stack.run("preview", "--stack", "dev");
  await stack.up();
  stack.program("");
  stack.requests();
  const { messages } = await stack.up();
  expect(messages.join("\n")).toContain(
    `${id} was not deleted, because volume "data" of stack prod has it now.`,
  );
  expect(stack.writes()).toEqual([]);
  expect(stack.platform.snapshot()).toMatchObject({ volume: [{ id }] });
  await stack.run("destroy", "--yes", "--skip-preview", "--stack", "prod");
  expect(stack.platform.snapshot()).toMatchObject({ volume: [] });
});

it("an object moves to another stack as the guide of large stacks says, without a write", async () => {
  await using stack = await openStack();
  const id = await madeBeside(stack, "prod");
  stack.requests();

  stack.program(volume(`, adopt: "${id}"`));
  await stack.run("up", "--yes", "--skip-preview", "--stack", "prod");
  const urn = "urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/hosting/storage:Volume::data";
  await stack.run("state", "delete", urn, "--yes", "--stack", "dev");
  stack.program("");
  await stack.run("preview", "--expect-no-changes", "--stack", "dev");
  await stack.up();
  stack.program(volume());
  await stack.run("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", "prod");
  expect(stack.writes()).toEqual([]);
  expect(stack.platform.snapshot()).toMatchObject({ volume: [{ id }] });
});
