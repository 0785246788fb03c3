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
/** Without the network, which nobody waits for. */
const waitedFor = program.replace(/new hosting.Network.*\n/, "");
type Name = "job" | "net" | "data" | "address";
const creates = [
  "POST /api/v1/instances",
  "POST /api/v1/networks",
  "POST /v1/floating-ips",
  "POST /v1/volumes",
];
const all = creates.map((request) => new RegExp(`^${request}$`));
/** What doctor says of the one that no later run can find. */
const lookForAddress = 'look in the console for a floating ip in region "eu-1" that nothing uses';
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

/** Sets `adopt` of these declarations to what the platform has. */
function adopting(text: string, names: readonly Name[], { platform }: Team): string {
  const { container, network, volume, floatingIp } = platform.snapshot();
  const ids: Readonly<Record<Name, unknown>> = {
    job: container[0]?.["name"],
    net: network[0]?.["id"],
    data: volume[0]?.["id"],
    address: floatingIp[0]?.["id"],
  };
  return names.reduce(
    (all, name) => all.replace(`"${name}", {`, `"${name}", { adopt: "${ids[name]}",`),
    text,
  );
}

/** The first `up` of a machine that is lost when nothing has been made yet. */
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

  it(
    "a machine is lost before its creates are carried out: the next one makes each once",
    { timeout },
    () => createIsLostBefore(server),
  );

  it("a machine is lost after they have landed: what has a name is refused, a floating IP is made again", {
    timeout,
  }, async () => {
    await using team = await Team.open(server.newPlace(), program);
    // A volume's list is assumed, so another machine does not trust it: the platform itself refuses the name.
    team.platform.configure({ choices: { "names.scope": "kind" } });
    await team.loses({ requests: all, at: "applied" });
    const next = await nextMachine(team);

    // The engine begins nothing more once one has failed, and the three are refused side by side.
    const { errors } = await next.up({ fails: true }, "--continue-on-error");
    const refused = errors.filter((error) => /set adopt to (the holder's id|its id)/.test(error));
    expect(refused).toHaveLength(3);
    expect(team.creates()).toEqual(["POST /v1/floating-ips"]);
    expect(await wrongWith(next)).toContainEqual(expect.stringContaining(lookForAddress));

    next.program(adopting(program, ["job", "net", "data"], team));
    await next.up();
    expect(team.creates()).toEqual([]);
    expect(team.state()).toHaveLength(4);
    expect(team.world()).toHaveLength(5);
    await next.run(
      "refresh",
      "--clear-pending-creates",
      "--yes",
      "--skip-preview",
      "--stack",
      "dev",
    );
    expect(await wrongWith(next)).toEqual([]);
  });

  it("its journal was kept, and restored at another path: not even a floating IP is made again", {
    timeout,
  }, async () => {
    await using team = await Team.open(server.newPlace(), program);
    await team.loses({ requests: all, at: "applied" });
    const next = await nextMachine(team);
    team.restoreMemory(next);
    team.creates();
    const { errors } = await next.up({ fails: true }, "--continue-on-error");
    const refused = errors.filter((error) =>
      error.includes("has a stack of this name that may have made one"),
    );
    expect(refused).toHaveLength(4);
    expect(team.creates()).toEqual([]);
  });

  it("a machine is lost while they are waited for: with what doctor says before the next up, nothing is made twice", {
    timeout,
  }, async () => {
    await using team = await Team.open(server.newPlace(), waitedFor);
    team.platform.configure({ volumeSeconds: 600, bootSeconds: 600 });
    // A container's list is asked for before it is created, too, so it is lost at its creation.
    const looks = [/^POST \/api\/v1\/instances$/, /^GET \/v1\/volumes/, /^GET \/v1\/floating-ips/];
    await team.loses({ requests: looks, at: "applied" });
    const objects = team.world();
    expect(objects).toHaveLength(3);
    team.platform.clock.advance(600);

    const next = await nextMachine(team);
    const [address, interrupted, ...more] = await wrongWith(next);
    expect(more).toEqual([]);
    expect(address).toContain(lookForAddress);
    const [, names = ""] = /while creating (.+?)\./.exec(interrupted ?? "") ?? [];
    expect(names.split(", ").sort()).toEqual(["address", "data", "job"]);

    next.program(adopting(waitedFor, ["job", "data", "address"], team));
    team.creates();
    await next.up();
    expect(team.creates()).toEqual([]);
    expect(team.world()).toEqual(objects);
    expect(team.state()).toEqual(objects);
  });

  it("machines are lost during an update and a delete: each next one goes on", {
    timeout,
  }, async () => {
    const sized = (sizeGb: number, desiredState: string) => `
new hosting.Container("job", { image: "debian/13", desiredState: "${desiredState}" });
new hosting.Volume("data", { region: "eu-1", sizeGb: ${sizeGb} });
`;
    await using team = await Team.open(server.newPlace(), sized(10, "running"));
    await (await team.machine()).up();
    const objects = team.world();
    team.platform.configure({ resizeSeconds: 3, stopSeconds: 3 });

    const updates = [/^POST .*\/action$/, /^PATCH \/v1\/volumes\//];
    const looks = [/^GET \/v1\/volumes\//, /^GET \/api\/v1\/instances/];
    const points: readonly Stop[] = [
      { requests: updates, at: "not applied" },
      { requests: updates, at: "applied" },
      { requests: looks, at: "applied" },
    ];
    for (const [index, point] of points.entries()) {
      const version = [10 * (index + 2), index === 1 ? "running" : "stopped"] as const;
      team.laptop.program(sized(...version));
      await team.loses(point);
      await (await nextMachine(team)).up();
      const { container, volume } = team.platform.snapshot();
      expect([volume[0]?.["size_gb"], container[0]?.["status"]]).toEqual(version);
      expect(team.world()).toEqual(objects);
      expect(team.state()).toEqual(objects);
    }

    const deletes = [/^DELETE \/api\/v1\/instances\//, /^DELETE \/v1\/volumes\//];
    await team.loses({ requests: deletes, at: "not applied" }, "destroy");
    expect(team.world()).toEqual(objects);
    await (await nextMachine(team)).up();
    await team.loses({ requests: deletes, at: "applied" }, "destroy");
    expect(team.world()).toEqual([]);
    await (await nextMachine(team)).destroy();
    expect(team.state()).toEqual([]);
  });

  it("two machines at one stack: the second is told who holds it, sends nothing, and goes on once the first is done", {
    timeout,
  }, async () => {
    await using team = await Team.open(server.newPlace(), program);
    const [first, second] = [await team.machine(), await team.machine()];
    const stopped = team.stop({ requests: all, at: "applied" });
    const run = first.start("up");
    const { release } = await stopped;
    await expectLocked(team, second);
    await release();
    expect(await run.ended).toMatchObject({ code: 0 });
    expect((await second.up()).changes).toEqual({});
    expect(team.state()).toEqual(team.world());
  });
});

describe.skipIf(s3.missing !== undefined)(titleOn(s3), () => {
  it("a machine is lost before its creates are carried out: the next one makes each once", {
    timeout,
  }, async () => {
    await using server = await s3.open();
    await createIsLostBefore(server);
  });
});
