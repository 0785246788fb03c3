import { expect, it, vi } from "vitest";
import { openStack } from "../support/stack.ts";
import { MortalStack, objectsIn, objectsOn } from "../support/stack-kill.ts";
import { startOnTerminal } from "../support/terminal.ts";

const few = `
const job = new hosting.Container("job", { image: "debian/13" });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.Network("later", {}, { dependsOn: job });
`;
const fewCreates = [/^POST \/api\/v1\/instances$/, /^POST \/v1\/volumes$/, /^POST \/v1\/float/];

it("after one Ctrl-C what was begun is finished and stored, nothing is begun, and the next up goes on", async () => {
  await using mortal = await MortalStack.open(few);
  const stopped = mortal.stop({ requests: fewCreates, at: "applied" });
  const command = mortal.stack.start("up");
  const { release } = await stopped;
  command.signal("SIGINT");
  await command.printed("^C received");
  await release();
  expect((await command.ended).code).not.toBe(0);
  expect(mortal.creates()).toHaveLength(3);
  expect(mortal.state()).toHaveLength(3);
  expect(mortal.state()).toEqual(mortal.world());

  expect((await mortal.stack.up()).changes).toEqual({ later: "create" });
  expect(mortal.state()).toHaveLength(4);
  expect(mortal.state()).toEqual(mortal.world());
});

it("after a second Ctrl-C the next up finds what was made", async () => {
  await using mortal = await MortalStack.open(few);
  const stopped = mortal.stop({ requests: fewCreates.slice(0, 2), at: "applied" });
  const command = mortal.stack.start("up");
  await stopped;
  await vi.waitUntil(() => mortal.world().length === 3, { timeout: 30_000 });
  command.signal("SIGINT");
  await command.printed("^C received");
  command.signal("SIGINT");
  await command.ended;
  await mortal.providerGone({ seconds: 10 });
  expect(mortal.creates()).toHaveLength(3);

  await mortal.stack.up();
  expect(mortal.creates()).toEqual(["POST /api/v1/networks"]);
  expect(mortal.state()).toHaveLength(4);
  expect(mortal.state()).toEqual(mortal.world());
});

const booting = `
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.Network("later", {}, { dependsOn: web });
`;

/** An `up` in a terminal whose instance boots for so long. */
async function bootingUp(bootSeconds: number) {
  const stack = await openStack();
  stack.platform.configure({ bootSeconds });
  stack.program(booting);
  const { directory, env } = stack;
  const command = ["up", "--yes", "--skip-preview", "--stack", "dev"];
  const run = startOnTerminal(command, { directory, env, columns: 120 });
  await vi.waitUntil(() => stack.platform.snapshot().instance.length === 1, { timeout: 30_000 });
  return { stack, run };
}

it("in a terminal a boot is waited for after one Ctrl-C, and stored", async () => {
  const { stack, run } = await bootingUp(10);
  await using _ = stack;
  const [made] = objectsOn(stack.platform);
  run.interrupt();
  expect(await run.shows(/\^C received/)).not.toMatch(/web +created/);
  expect(await run.ended).not.toBe(0);
  expect(run.screen()).toMatch(/web +created \(\d+s\)/);
  expect(objectsIn(stack)).toEqual([made]);
  expect((await stack.up()).changes).toEqual({ later: "create" });
});

it("in a terminal a second Ctrl-C does not wait for a boot, and the next up takes over the instance", async () => {
  const { stack, run } = await bootingUp(3600);
  await using _ = stack;
  const [made] = objectsOn(stack.platform);
  run.interrupt();
  await run.shows(/\^C received/);
  run.interrupt();
  expect(await run.ended).not.toBe(0);
  expect(run.screen()).toMatch(/web +creating \(interrupted\)/);
  expect(objectsIn(stack)).toEqual([]);
  stack.platform.clock.advance(3600);
  const { messages } = await stack.up();
  expect(messages.join("\n")).toContain("1 pending operations");
  expect(objectsIn(stack)).toContain(made);
  expect(objectsOn(stack.platform)).toHaveLength(2);
});

const many = `
for (let at = 0; at < 12; at += 1) {
  new hosting.Volume("data-" + at, { region: "eu-1", sizeGb: 10 });
}
`;
/** The second host gets at most eight requests at once, so four of twelve wait in the queue. */
const eight = Array.from({ length: 8 }, () => /^POST \/v1\/volumes$/);

it("a provider that is terminated rejects what is queued, finishes what has left, and ends", async () => {
  await using mortal = await MortalStack.open(many);
  const answered = mortal.stop({ requests: eight.slice(0, 6), at: "applied" });
  const lost = mortal.stop({ requests: eight.slice(6), at: "applied" });
  const command = mortal.stack.start("up");
  const [{ release }] = await Promise.all([answered, lost]);
  mortal.signal("SIGTERM");
  await command.printed("was stopped");
  await release();
  await mortal.providerGone({ seconds: 10 });
  expect((await command.ended).code).not.toBe(0);
  expect(mortal.creates()).toHaveLength(8);
  expect(mortal.state()).toHaveLength(6);

  await mortal.stack.up();
  expect(mortal.creates()).toHaveLength(4);
  expect(mortal.state()).toHaveLength(12);
  expect(mortal.state()).toEqual(mortal.world());
});

it("a provider whose engine is killed sends no new write and ends", async () => {
  await using mortal = await MortalStack.open(many);
  const stopped = mortal.stop({ requests: eight, at: "applied" });
  const command = mortal.stack.start("up");
  await stopped;
  // A kill while the engine writes its state would leave half of it: that is not ours to repair.
  await mortal.underWay(12);
  command.signal("SIGKILL");
  await mortal.providerGone({ seconds: 10 });
  expect(mortal.creates()).toHaveLength(8);

  // The engine could not take its lock away.
  await mortal.stack.run("cancel", "--yes", "--stack", "dev");
  await mortal.stack.up();
  expect(mortal.creates()).toHaveLength(4);
  expect(mortal.state()).toHaveLength(12);
  expect(mortal.state()).toEqual(mortal.world());
});
