import { describe, expect, it, vi } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import { gone } from "../support/stack-kill.ts";
import { startOnTerminal } from "../support/terminal.ts";

const volume = (name: string) => `new hosting.Volume("${name}", { region: "eu-1", sizeGb: 10 });\n`;

/** What a person sees of a command on a terminal with colours. */
async function shown({ directory, env }: TestStack, ...command: readonly string[]) {
  const args = [...command, "--yes", "--skip-preview", "--stack", "dev"];
  const run = startOnTerminal(args, { directory, env, columns: 200 });
  const code = await run.ended;
  return { code, screen: run.screen() };
}

describe.concurrent("what Pulumi's console takes for a colour, or takes long to read,", () => {
  it("in the name of an object is shown by a refresh, and an up goes on", async () => {
    await using stack = await openStack();
    stack.program(volume("data"));
    await stack.up();
    const { id } = stack.resource("data");
    stack.platform.edit(`volume/${id}`, { name: "<{%x%}>" });
    const { code, screen } = await shown(stack, "refresh");
    expect(screen).toContain('name is "<{ %x%}>"');
    expect(screen).not.toContain("panic");
    expect(code).toBe(0);
    await stack.up();
  });

  it("in a refusal is shown as text, and nothing is locked", async () => {
    await using stack = await openStack();
    const body = JSON.stringify({ error: "bad <{%bogus%}>" });
    stack.platform.faults.add({ method: "POST", path: "/v1/volumes", status: 422, body });
    stack.program(volume("data"));
    const { code, screen } = await shown(stack, "up");
    expect(screen).toContain("bad <{ %bogus%}>");
    expect(screen).not.toContain("panic");
    expect(code).toBe(1);
    stack.platform.faults.clear();
    await stack.up();
  });

  it("in a status of many characters is not waited for or shown", async () => {
    await using stack = await openStack();
    stack.program(volume("data"));
    const body = JSON.stringify({
      id: "vol_1",
      name: "x",
      status: "\u001b]a;<{%x%}>".repeat(30_000),
    });
    stack.platform.faults.add({ method: "POST", path: "/v1/volumes", status: 201, body });
    const { screen } = await shown(stack, "up");
    expect(screen).not.toContain("panic");
    expect(screen).not.toContain("x%}>");
  });

  it("in a long refusal that is read again and again does not hold up the end of the provider", async () => {
    await using stack = await openStack();
    stack.program(volume("data"));
    await stack.up();
    const error = `busy: ${"“".repeat(180_000)}${"\u001b]a;".repeat(60_000)}`;
    const body = JSON.stringify({ error });
    stack.platform.faults.add({ method: "PATCH", status: 409, body });
    stack.program(volume("data").replace("10", "20"));
    const command = stack.start("up");
    await vi.waitUntil(() => stack.platform.requests().some(({ method }) => method === "PATCH"), {
      timeout: 120_000,
    });
    const provider = command.provider();
    process.kill(provider, "SIGTERM");
    await gone(provider, { seconds: 10 });
    expect((await command.ended).code).not.toBe(0);
  });
});
