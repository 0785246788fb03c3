import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { runCli } from "../support/cli.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { MortalStack } from "../support/stack-kill.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const Answer = z.object({
  findings: z.array(z.object({ state: z.string(), about: z.string(), says: z.string() })),
});

/** What doctor says of a stack, or of the project. */
async function diagnosis(
  { directory, env }: TestStack,
  named: readonly string[] = ["--stack", "dev"],
) {
  const args = ["doctor", ...named, "--json"];
  const { code, stdout } = await runCli(args, { directory, env });
  const { findings } = Answer.parse(JSON.parse(stdout));
  return { code, said: Object.fromEntries(findings.map(({ about, ...rest }) => [about, rest])) };
}

it("doctor reads the config and state of a real stack, and shows no secret of them", async () => {
  await using stack = await openStack();
  stack.program(
    'new hosting.Volume("data", { region: "eu-1", sizeGb: 10 }); export const hidden = pulumi.secret("s3cret-value");',
  );
  stack.env["HOSTING_REQUESTS_PER_MINUTE"] = "30";
  await stack.up();
  const well = await diagnosis(stack);
  expect(well.said).toMatchObject({
    pulumi: { state: "ok" },
    language: { state: "ok" },
    key: { state: "ok" },
    rate: { state: "ok", says: expect.stringContaining(" of 30 requests a minute ") },
    stack: { state: "ok", says: "1 resource of this package, nothing open or pending" },
  });
  expect(JSON.stringify(well)).not.toContain("s3cret-value");

  const made = String(stack.resource("data").outputs["__world"]);
  stack.env["HOSTING_EMBEDDED_FILE"] = join(stack.directory, "other.db");
  await stack.preview({ fails: true });
  const lost = await diagnosis(stack);
  expect(lost.code).toBe(2);
  expect(lost.said["stack"]).toEqual({
    state: "wrong",
    says: expect.stringContaining(`set HOSTING_ACCEPT_WORLD=${made}.`),
  });
});

const yaml = yamlHost();

async function typescriptStack(): Promise<TestStack> {
  const stack = await openStack();
  stack.program('new hosting.FloatingIp("front", { region: "eu-1" });');
  return stack;
}

async function yamlStack(): Promise<TestStack> {
  const stack = await openYamlStack("directory" in yaml ? yaml.directory : "");
  const type = "hosting:network:FloatingIp";
  yamlProgram(stack, { front: { type, properties: { region: "eu-1" } } });
  return stack;
}

it.for([
  ["TypeScript", typescriptStack],
  ["YAML", yamlStack],
] as const)(
  "doctor finds nothing wrong after a good run with a floating IP, nor after its stack was renamed (%s)",
  async ([language, open], { skip }) => {
    if (language === "YAML" && "missing" in yaml) skip(yaml.missing);
    await using stack = await open();
    stack.env["XDG_STATE_HOME"] = join(stack.directory, "memory");
    await stack.up();
    const settled = { state: "ok", says: "a state has all that earlier runs left open" };
    const { code, said } = await diagnosis(stack, []);
    expect(said).toMatchObject({ journal: settled });
    expect([code, said["lock"]]).toEqual([0, undefined]);
    // Nothing of a state that is only listed and exported needs the passphrase.
    delete stack.env["PULUMI_CONFIG_PASSPHRASE"];
    await stack.run("stack", "rename", "prod", "--stack", "dev");
    expect((await diagnosis(stack, [])).said["journal"]).toEqual(settled);
  },
);

it("a run that was killed a second ago is reported at once", async () => {
  await using mortal = await MortalStack.open(
    'new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });',
  );
  const { stack } = mortal;
  stack.env["XDG_STATE_HOME"] = join(stack.directory, "memory");
  const stopped = mortal.stop({ requests: [/^POST \/v1\/instances$/], at: "applied" });
  const command = stack.start("up");
  await stopped;
  await mortal.underWay(1);
  command.signal("SIGKILL");
  await command.ended;

  const { code, said } = await diagnosis(stack);
  expect(code).toBe(2);
  expect(said).toMatchObject({
    journal: { state: "wrong", says: expect.stringContaining('instance "web"') },
    stack: { state: "wrong", says: expect.stringContaining("while creating web. Run `pulumi up") },
  });
});
