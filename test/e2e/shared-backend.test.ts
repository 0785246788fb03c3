import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runCli } from "../support/cli.ts";
import { postgres, type SharedBackend, s3, titleOn } from "../support/shared-backend.ts";
import type { TestStack } from "../support/stack.ts";
import type { Stop } from "../support/stack-wire.ts";
import { Team } from "../support/team.ts";

/** A documented list, assumed routes, and no name. */
const program = `
new hosting.Container("job", { image: "debian/13" });
new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });
`;
const creates = [
  "POST /api/v1/instances",
  "POST /api/v1/networks",
  "POST /v1/floating-ips",
  "POST /v1/volumes",
];
const all = creates.map((request) => new RegExp(`^${request}$`));
const timeout = 600_000;

/** What Pulumi says to a second run, and nothing is sent by it. */
async function expectLocked(team: Team, machine: TestStack): Promise<void> {
  team.laptop.requests();
  const { code, output } = await machine.start("up").ended;
  expect(code).not.toBe(0);
  expect(output).toContain("the stack is currently locked by 1 lock(s)");
  expect(output).toContain("delete the lock file with `pulumi cancel`");
  expect(team.laptop.requests()).toEqual([]);
}

/** The next machine after one that was lost: told of the lock, and let in by the command it is told. */
async function nextMachine(team: Team): Promise<TestStack> {
  const machine = await team.machine();
  await expectLocked(team, machine);
  await machine.run("cancel", "dev", "--yes");
  return machine;
}

/** What doctor finds wrong with the stack. */
async function wrongWith({ directory, env }: TestStack): Promise<readonly string[]> {
  const args = ["doctor", "--stack", "dev", "--json"];
  const { stdout } = await runCli(args, { directory, env });
  const Findings = z.object({
    findings: z.array(z.object({ state: z.string(), about: z.string(), says: z.string() })),
  });
  return Findings.parse(JSON.parse(stdout))
    .findings.filter(({ state, about }) => state === "wrong" && about === "stack")
    .map(({ says }) => says);
}

/** Sets `adopt` of what has a name to what the platform has. */
function adopting({ container, network, volume }: ReturnType<Team["platform"]["snapshot"]>) {
  const ids = { job: container[0]?.["name"], net: network[0]?.["id"], data: volume[0]?.["id"] };
  return program.replaceAll(/"(job|net|data)", \{/g, (text, name: keyof typeof ids) => {
    return `${text} adopt: "${ids[name]}",`;
  });
}

async function createIsLostBefore(server: SharedBackend): Promise<void> {
  await using team = await Team.open(server.newPlace(), program);
  await team.loses({ requests: all, at: "not applied" });
  expect(team.world()).toEqual([]);
  const next = await nextMachine(team);
  await next.up();
  expect(team.creates()).toEqual(creates);
  expect(team.world()).toHaveLength(4);
  expect(team.state()).toEqual(team.world());
}

describe.skipIf(postgres.missing !== undefined).concurrent(titleOn(postgres), () => {
  let server: SharedBackend;
  beforeAll(async () => {
    server = await postgres.open();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("a machine is lost before its creates are carried out: the next one makes each once", () =>
    createIsLostBefore(server), timeout);
});

describe.skipIf(s3.missing !== undefined)(titleOn(s3), () => {
  it("a machine is lost before its creates are carried out: the next one makes each once", async () => {
    await using server = await s3.open();
    await createIsLostBefore(server);
  }, timeout);
});
