import { describe, expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import { startOnTerminal } from "../support/terminal.ts";

const volume = (name: string) => `new hosting.Volume("${name}", { region: "eu-1", sizeGb: 10 });\n`;

/** What a person sees of a command on a terminal with colours. */
async function shown({ directory, env }: TestStack, ...command: readonly string[]) {
  const args = [...command, "--yes", "--skip-preview", "--stack", "dev"];
  const run = startOnTerminal(args, { directory, env, columns: 200 });
  const code = await run.ended;
  return { code, screen: run.screen() };
}

describe.concurrent("a colour of Pulumi's that there is none of, on a terminal", () => {
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
});
