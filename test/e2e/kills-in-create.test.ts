import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MortalStack } from "../support/stack-kill.ts";

const container = 'new hosting.Container("job", { image: "debian/13" });';
/** Documented routes, a documented list, assumed routes, and no name. */
const program = `
${container}
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
const kinds = ["container", "floatingIp", "network", "volume"];

/** How the journal's statements start: right before the send, and with the id. */
const line =
  "INSERT INTO creates (token, declaration, subject, world, owner, directory, at, stack, sent_by, type, may_be_taken)";
const lineWithId =
  "INSERT INTO creates (token, declaration, subject, world, owner, directory, at, stack, sent_by, type, id, same_id, run)";

/** One object of each kind, and the state knows each. */
function expectOneOfEach(mortal: MortalStack, expected = kinds): void {
  expect(mortal.world().map((object) => object.replace(/ .*/, ""))).toEqual(expected);
  expect(mortal.state()).toEqual(mortal.world());
}

// Both wait for the two minutes after which lists show whatever arrived; they wait together.
describe.concurrent("killed when creates may have left", () => {
  it("once the line is written: it is sent after the request can no longer arrive", async () => {
    await using mortal = await MortalStack.open(container);
    await mortal.killedInside(`after 1 ${line}`);
    expect(mortal.creates()).toEqual([]);
    await mortal.stack.up();
    expect(mortal.creates()).toEqual(["POST /api/v1/instances"]);
    expectOneOfEach(mortal, ["container"]);
  });

  it("before the platform carries them out: what cannot be looked up is unresolved until the user gives it up", async () => {
    await using mortal = await MortalStack.open(program);
    const { stack } = mortal;
    await mortal.killedAt({ requests: all, at: "not applied" });
    expect(mortal.creates()).toEqual([]);

    const { errors } = await stack.up({ fails: true });
    expect(mortal.creates()).toEqual(["POST /api/v1/instances", "POST /api/v1/networks"]);
    const doubts = ["address", "data"].map((name) => {
      const hash = stack.resource(name).id.replace("unresolved-", "");
      const told = new RegExp(`HOSTING_FORGET_UNRESOLVED=(${hash}-\\w+)`).exec(errors.join("\n"));
      return told?.[1];
    });

    stack.env["HOSTING_FORGET_UNRESOLVED"] = doubts.join(", ");
    await stack.up();
    expect(mortal.creates()).toEqual(["POST /v1/floating-ips", "POST /v1/volumes"]);
    expectOneOfEach(mortal);
  });
});

it.each(["applied", "half answered"] as const)(
  "killed when creates are %s: what has a name is taken over, and `adopt` leads out for the rest",
  async (at) => {
    await using mortal = await MortalStack.open(program);
    const { stack } = mortal;
    await mortal.killedAt({ requests: all, at });
    expect(mortal.creates()).toEqual(creates);
    expect(mortal.state()).toEqual([]);

    const { errors } = await stack.up({ fails: true });
    expect(errors.join("\n")).toContain('look in the console for a floating IP in region "eu-1"');
    const { id } = stack.resource("address");
    expect(id).toMatch(/^unresolved-/);

    const again = await stack.up({ fails: true });
    expect(again.errors.join("\n")).toContain("still not known whether it exists");
    expect(stack.resource("address").id).toBe(id);

    const [address] = stack.platform.snapshot().floatingIp;
    stack.program(program.replace('"address", {', `"address", { adopt: "${address?.["id"]}",`));
    await stack.up();
    expect(mortal.creates()).toEqual([]);
    expectOneOfEach(mortal);
    expect((await stack.up()).changes).toEqual({});
  },
);

it("killed before the first line is written: nothing was sent, and the next up sends it", async () => {
  await using mortal = await MortalStack.open(program);
  await mortal.killedInside(`before 1 ${line}`);
  expect(mortal.creates()).toEqual([]);
  await mortal.stack.up();
  expect(mortal.creates()).toEqual(creates);
  expectOneOfEach(mortal);
});

describe("killed once the ids are known: the next up takes the objects over", () => {
  it.each([
    ["noted", `after 4 ${lineWithId}`],
    ["to be told to the engine", "before 4 Create"],
  ])("when they are %s", async (_when, point) => {
    await using mortal = await MortalStack.open(program);
    await mortal.killedInside(point);
    expect(mortal.creates()).toEqual(creates);
    await mortal.stack.up();
    expect(mortal.creates()).toEqual([]);
    expectOneOfEach(mortal);
  });

  it("while they are waited for", async () => {
    await using mortal = await MortalStack.open(program);
    mortal.platform.configure({ volumeSeconds: 600, bootSeconds: 600 });
    // A container's list is asked for before it is created, too, and a network is not waited for.
    const made = [/^POST \/api\/v1\/instances$/, /^POST \/api\/v1\/networks$/];
    const looks = [...made, /^GET \/v1\/volumes/, /^GET \/v1\/floating-ips/];
    await mortal.killedAt({ requests: looks, at: "applied" });
    expect(mortal.creates()).toEqual(creates);
    mortal.platform.clock.advance(600);
    await mortal.stack.up();
    expect(mortal.creates()).toEqual([]);
    expectOneOfEach(mortal);
    expect((await mortal.stack.up()).changes).toEqual({});
  });
});

it("killed with its disk: what has a name is refused with the way out, a floating IP is made again", async () => {
  await using mortal = await MortalStack.open(program);
  const { stack } = mortal;
  // A volume's list is assumed, so a new disk does not trust it: the platform itself refuses the name.
  await mortal.killedAt({ requests: all, at: "applied" });
  rmSync(join(stack.directory, ".local", "state", "pulumi-hosting"), { recursive: true });

  // The engine begins nothing more once one has failed, and the three are refused side by side.
  const { errors } = await stack.up({ fails: true }, "--continue-on-error");
  const refusals = errors.filter((error) => /set adopt to (the holder's id|its id)/.test(error));
  expect(refusals).toHaveLength(3);
  // Nobody can tell the first one from someone else's: the guide says so.
  expect(stack.platform.snapshot().floatingIp).toHaveLength(2);

  const { container: jobs, network, volume } = stack.platform.snapshot();
  const ids = { job: jobs[0]?.["name"], net: network[0]?.["id"], data: volume[0]?.["id"] };
  const adopting = program.replaceAll(/"(job|net|data)", \{/g, (text, name: keyof typeof ids) => {
    return `${text} adopt: "${ids[name]}",`;
  });
  stack.program(adopting);
  await stack.up();
  expect(mortal.state()).toHaveLength(4);
  expect(mortal.world()).toHaveLength(5);
  expect(mortal.world()).toEqual(expect.arrayContaining([...mortal.state()]));
});
