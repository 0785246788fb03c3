import { expect, it } from "vitest";
import { z } from "zod";
import { runCli } from "../support/cli.ts";
import { describeOnEach } from "../support/shared-backend.ts";
import type { TestStack } from "../support/stack.ts";
import { pointsOfAChange, Team } from "../support/team.ts";

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

/** One for each point of a change at which a machine is lost. */
const jobs = pointsOfAChange.map((_, index) => `job-${index}`);
const sized = (sizeGb: number, desiredState: string) => {
  const pairs = jobs.map(
    (job, index) => `
new hosting.Container("${job}", { name: "${job}", image: "debian/13", desiredState: "${desiredState}" });
new hosting.Volume("data-${index}", { name: "data-${index}", region: "eu-1", sizeGb: ${sizeGb} });`,
  );
  return `new hosting.Container("idle", { image: "debian/13", desiredState: "stopped" });${pairs.join("")}`;
};

// The journal goes with the disk. So what is left is the same before and after its entry as with a request that never
// arrived, and with an id that it noted, or that was on its way to the engine, as with an answer that never arrived.
describeOnEach((newPlace) => {
  it("a machine is lost before its creates are carried out: the next one makes each once", {
    timeout,
  }, async () => {
    await using team = await Team.open(newPlace(), program);
    await team.loses(team.stop({ requests: all, at: "not applied" }));
    expect(team.world()).toEqual([]);
    const next = await team.nextMachine();
    await next.up();
    expect(team.creates()).toEqual(creates);
    expect(team.world()).toHaveLength(4);
    expect(team.state()).toEqual(team.world());
  });

  it("a machine is lost after they have landed: what has a name is refused, a floating IP is made again", {
    timeout,
  }, async () => {
    await using team = await Team.open(newPlace(), program);
    // A volume's list is assumed, so another machine does not trust it: the platform itself refuses the name.
    const answered = team.stop({ requests: all.slice(0, 2), at: "half answered" });
    const silent = team.stop({ requests: all.slice(2), at: "applied" });
    await team.loses(Promise.all([answered, silent]));
    const next = await team.nextMachine();

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
    await using team = await Team.open(newPlace(), program);
    await team.loses(team.stop({ requests: all, at: "applied" }));
    const next = await team.nextMachine();
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
    await using team = await Team.open(newPlace(), waitedFor);
    team.platform.configure({ volumeSeconds: 600, bootSeconds: 600 });
    // A container's list is asked for before it is created, too, so it is lost at its creation.
    const looks = [/^POST \/api\/v1\/instances$/, /^GET \/v1\/volumes/, /^GET \/v1\/floating-ips/];
    await team.loses(team.stop({ requests: looks, at: "applied" }));
    const objects = team.world();
    expect(objects).toHaveLength(3);
    team.platform.clock.advance(600);

    const next = await team.nextMachine();
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

  it("a machine is lost with each object at another point of an update, and of a delete: the next one goes on", {
    timeout,
  }, async () => {
    await using team = await Team.open(newPlace(), sized(10, "stopped"));
    await (await team.machine()).up();
    const objects = team.world();
    const volumes = new Map(team.platform.snapshot().volume.map(({ name, id }) => [name, id]));
    const ofJob = (index: number) => new RegExp(`^POST /api/v1/instances/job-${index}/action$`);
    const ofData = (method: string, index: number) =>
      new RegExp(`^${method} /v1/volumes/${volumes.get(`data-${index}`)}$`);
    const looks = [/^GET \/api\/v1\/instances/, /^GET \/v1\/volumes\//];

    team.platform.configure({ volumeSeconds: 3, bootSeconds: 3, stopSeconds: 600 });
    team.laptop.program(sized(20, "running"));
    const updates = (index: number) => [ofJob(index), ofData("PATCH", index)];
    await team.loses(team.atEachPoint(updates, looks));
    await (await team.nextMachine()).up();
    const { container, volume } = team.platform.snapshot();
    expect(volume.map(({ size_gb }) => size_gb)).toEqual(jobs.map(() => 20));
    const running = container.filter(({ status }) => status === "running");
    expect(running.map(({ name }) => name).sort()).toEqual(jobs);
    expect(team.world()).toEqual(objects);
    expect(team.state()).toEqual(objects);

    // The container that has stopped already is deleted at once. No more requests than these are sent at a time.
    const deletes = (index: number) => [
      index === 2 ? /^DELETE \/api\/v1\/instances\// : ofJob(index),
      ofData("DELETE", index),
    ];
    await team.loses(team.atEachPoint(deletes, looks.slice(0, 1)), "destroy");
    const left = jobs.map((job) => `container ${job}`);
    expect(team.world()).toEqual([...left, `volume ${volumes.get("data-0")}`]);

    // Those that are still being stopped, the next one waits for.
    team.platform.configure({ stopSeconds: 0 });
    const next = await team.nextMachine();
    const looked = team.stop({ requests: looks.slice(0, 1), at: "applied" });
    const stopped = looked.then(({ release }) => {
      team.platform.clock.advance(600);
      return release();
    });
    await Promise.all([next.destroy(), stopped]);
    expect(team.world()).toEqual([]);
    expect(team.state()).toEqual([]);
  });

  it("two machines at one stack: the second is told who holds it, sends nothing, and goes on once the first is done", {
    timeout,
  }, async () => {
    await using team = await Team.open(newPlace(), program);
    // Each way to a backend leads to the same lock.
    const [first, second] = [await team.machine(), await team.machineLoggedIn()];
    const stopped = team.stop({ requests: all, at: "applied" });
    const run = first.start("up");
    const { release } = await stopped;
    await team.expectLocked(second);
    await release();
    expect(await run.ended).toMatchObject({ code: 0 });
    expect((await second.up()).changes).toEqual({});
    expect(team.state()).toEqual(team.world());
  });

  it("a machine is lost before its destroy is carried out: an `up` of the next one keeps everything", {
    timeout,
  }, async () => {
    const pair = `
new hosting.Container("job", { image: "debian/13", desiredState: "stopped" });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });`;
    await using team = await Team.open(newPlace(), pair);
    await (await team.machine()).up();
    const objects = team.world();
    expect(objects).toHaveLength(2);
    const deletes = [/^DELETE \/api\/v1\/instances\//, /^DELETE \/v1\/volumes\//];
    await team.loses(team.stop({ requests: deletes, at: "not applied" }), "destroy");
    await (await team.nextMachine()).up();
    expect(team.world()).toEqual(objects);
    expect(team.state()).toEqual(objects);
  });
});
