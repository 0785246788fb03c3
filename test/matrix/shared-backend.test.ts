import { expect, it } from "vitest";
import { z } from "zod";
import { runCli } from "../support/cli.ts";
import { describeOnEach } from "../support/shared-backend.ts";
import type { TestStack } from "../support/stack.ts";
import { Team } from "../support/team.ts";

/** A documented list, assumed routes, and no name. */
const program = `
new hosting.Container("job", { image: "debian/13" });
new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });
`;
type Name = "job" | "net" | "data" | "address";
const creates = [
  "POST /api/v1/instances",
  "POST /api/v1/networks",
  "POST /v1/floating-ips",
  "POST /v1/volumes",
];
const all = creates.map((request) => new RegExp(`^${request}$`));
/** What doctor says of the one that no later run can find. */
const lookForAddress = /look in the console for a floating IP in region "eu-1"/i;
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

describeOnEach((newPlace) => {
  it("a machine is lost with its disk after its creates have landed: what has a name is refused, a floating IP is made again", {
    timeout,
  }, async () => {
    await using team = await Team.open(newPlace(), program);
    const answered = team.stop({ requests: all.slice(0, 2), at: "half answered" });
    const silent = team.stop({ requests: all.slice(2), at: "applied" });
    await team.loses(Promise.all([answered, silent]));
    const next = await team.nextMachine();

    // The engine begins nothing more once one has failed, and the three are refused side by side.
    const { errors } = await next.up({ fails: true }, "--continue-on-error");
    expect(errors.filter((error) => error.includes("set adopt to its id"))).toHaveLength(3);
    expect(team.creates()).toEqual(["POST /v1/floating-ips"]);
    expect(await wrongWith(next)).toContainEqual(expect.stringMatching(lookForAddress));

    next.program(adopting(program, ["job", "net", "data"], team));
    await next.up();
    expect(team.creates()).toEqual([]);
    expect(team.state()).toHaveLength(4);
    expect(team.world()).toHaveLength(5);
  });

  it("its journal was kept, and restored at another path: what has a name is taken over, and a floating IP asks", {
    timeout,
  }, async () => {
    await using team = await Team.open(newPlace(), program);
    await team.loses(team.stop({ requests: all, at: "applied" }));
    const next = await team.nextMachine();
    team.restoreMemory(next);
    team.creates();
    const { errors } = await next.up({ fails: true }, "--continue-on-error");
    expect(errors.join("\n")).toContain("HOSTING_FORGET_UNRESOLVED=");
    expect(team.creates()).toEqual([]);
    next.program(adopting(program, ["address"], team));
    await next.up();
    expect(team.creates()).toEqual([]);
    expect(team.state()).toEqual(team.world());
  });

  it("two machines at one stack: the second meets the lock, sends nothing, and goes on once the first is done", {
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
});
