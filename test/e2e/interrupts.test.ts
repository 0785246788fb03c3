import { describe, expect, it, vi } from "vitest";
import { openStack } from "../support/stack.ts";
import { gone, MortalStack, objectsIn, objectsOn } from "../support/stack-kill.ts";
import { startOnTerminal } from "../support/terminal.ts";

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
  await vi.waitUntil(() => stack.platform.snapshot().instance.length === 1, { timeout: 60_000 });
  return { stack, run };
}

const many = `
for (let at = 0; at < 12; at += 1) {
  new hosting.Volume("data-" + at, { region: "eu-1", sizeGb: 10 });
}
`;
/** The second host gets at most eight requests at once, so four of twelve wait in the queue. */
const eight = Array.from({ length: 8 }, () => /^POST \/v1\/volumes$/);

describe.concurrent("an up that is interrupted", () => {
  it("by one Ctrl-C waits for a boot and stores it, begins nothing, and the next up goes on", async () => {
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

  it("by a second Ctrl-C does not wait for a boot, and the next up takes over the instance", async () => {
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

  it("by SIGTERM to the provider, which rejects what is queued, finishes what has left, and ends", async () => {
    await using mortal = await MortalStack.open(many);
    const answered = mortal.stop({ requests: eight.slice(0, 6), at: "applied" });
    const lost = mortal.stop({ requests: eight.slice(6), at: "applied" });
    const command = mortal.stack.start("up");
    const [{ release }] = await Promise.all([answered, lost]);
    const provider = command.provider();
    process.kill(provider, "SIGTERM");
    await command.printed("was stopped");
    await release();
    await gone(provider, { seconds: 30 });
    expect((await command.ended).code).not.toBe(0);
    expect(mortal.creates()).toHaveLength(8);
    expect(mortal.state()).toHaveLength(6);

    await mortal.stack.up();
    expect(mortal.creates()).toHaveLength(4);
    expect(mortal.state()).toHaveLength(12);
    expect(mortal.state()).toEqual(mortal.world());
  });

  it("by the death of the engine sends no new write, and the next up makes the rest", async () => {
    await using mortal = await MortalStack.open(many);
    const stopped = mortal.stop({ requests: eight, at: "applied" });
    const command = mortal.stack.start("up");
    await stopped;
    // A kill while the engine writes its state would leave half of it: that is not ours to repair.
    await mortal.underWay(12);
    const provider = command.provider();
    command.signal("SIGKILL");
    await gone(provider, { seconds: 30 });
    expect(mortal.creates()).toHaveLength(8);

    // The engine could not take its lock away.
    await mortal.stack.run("cancel", "--yes", "--stack", "dev");
    await mortal.stack.up();
    expect(mortal.creates()).toHaveLength(4);
    expect(mortal.state()).toHaveLength(12);
    expect(mortal.state()).toEqual(mortal.world());
  });
});
