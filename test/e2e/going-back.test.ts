import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { MortalStack } from "../support/stack-kill.ts";

const job = (image: string) => `new hosting.Container("job", { image: "${image}" });`;
const network = 'new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });';
const rule = (threshold: number) => `new hosting.AlertRule("cpu", {
  name: "cpu", metric: "cpu_percent", condition: "gt", threshold: ${threshold}, channels: ["email"],
});`;

/** Opens the journal of a stack's machine, as if the last run was minutes ago. */
function letTimePass({ stack }: MortalStack): void {
  const file = join(stack.directory, ".local", "state", "pulumi-hosting", "intents.db");
  using database = new DatabaseSync(file);
  database.exec("UPDATE creates SET at = at - 200000");
}

describe.concurrent("a program that goes to something else and back", () => {
  it("while the deletion of the old one was cut: a third one takes the place of both", async () => {
    await using mortal = await MortalStack.open(job("debian/12"));
    const { stack } = mortal;
    await stack.up();
    const first = stack.resource("job").id;
    stack.program(job("debian/13"));
    await mortal.killedAt({ requests: [/^DELETE /], at: "not applied" });
    const both = stack.platform.snapshot().container.map(({ name }) => name);
    expect(both).toHaveLength(2);

    stack.program(job("debian/12"));
    await stack.up();
    const third = stack.resource("job").id;
    expect(both).toContain(first);
    expect(both).not.toContain(third);
    expect(mortal.world()).toEqual([`container ${third}`]);
    expect(mortal.state()).toEqual(mortal.world());
    expect((await stack.up()).changes).toEqual({});
  });

  it("while the replacement was killed at its creation: what it made is named until it is gone", async () => {
    await using mortal = await MortalStack.open(job("debian/12"));
    const { stack } = mortal;
    await stack.up();
    stack.program(job("debian/13"));
    await mortal.killedAt({ requests: [/^POST \/api\/v1\/instances$/], at: "applied" });
    expect(mortal.world()).toHaveLength(2);

    letTimePass(mortal);
    stack.program(job("debian/12"));
    const { changes, output } = await stack.up();
    expect(changes).toEqual({});
    expect(output).toContain('a run that was killed may have made container "job" at');

    const [, doubt = ""] = /HOSTING_FORGET_UNRESOLVED=([\w-]+)/.exec(output) ?? [];
    stack.env["HOSTING_FORGET_UNRESOLVED"] = doubt;
    expect((await stack.up()).output).not.toContain("was killed");
    delete stack.env["HOSTING_FORGET_UNRESOLVED"];
    expect((await stack.up()).output).not.toContain("was killed");
  });

  it("with a resource whose creation was killed, and leaves it out: the object is named", async () => {
    await using mortal = await MortalStack.open(job("debian/12"));
    const { stack } = mortal;
    await stack.up();
    stack.program(job("debian/12") + network);
    await mortal.killedInside("before 1 Create");
    const [made] = stack.platform.snapshot().network;

    letTimePass(mortal);
    expect((await stack.preview()).output).not.toContain("was killed");
    stack.program(job("debian/12"));
    const { output } = await stack.up();
    expect(output).toContain(`a run that was killed made network "net" (${made?.["id"]}) at`);
    stack.program(job("debian/12") + network);
    await stack.up();
    expect(stack.platform.snapshot().network).toHaveLength(1);
  });

  it("of an alert rule with a name of its own, which makes room for itself", async () => {
    await using mortal = await MortalStack.open(rule(90));
    const { stack } = mortal;
    await stack.up();
    for (const threshold of [80, 90]) {
      stack.program(rule(threshold));
      await stack.up();
      const rules = stack.platform.snapshot().alertRule;
      expect(rules.map((one) => one["threshold"])).toEqual([threshold]);
    }
  });
});
