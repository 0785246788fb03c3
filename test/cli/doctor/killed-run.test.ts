import { describe, expect, test } from "vitest";
import { nounIn, nounOf } from "../../../cli/doctor/own-types.ts";
import { definitions } from "../../../resources/_registry.ts";
import { type Account, doctor, lockOf, resource, stackOf, troubles } from "./account.ts";
import { killedIn, pending, root, rootResource, stoppedIn } from "./killed.ts";

const ofStack = (seat: Account, stack = "dev") => troubles(seat, "--stack", stack);

describe("right after a run was killed", () => {
  const underWay =
    /^wrong journal: A run is making volume "data", or was killed a moment ago\. If it is under way, wait for its end; else run `pulumi up --stack dev` in .*, which takes over existing objects\.$/;

  test("while its provider has not ended yet, nothing is well and no row says otherwise", async () => {
    const seat = await stackOf([], { pending_operations: [pending("data")] });
    await killedIn(seat, { 'volume "data"': undefined }, { minutesAgo: 0 });
    expect(await ofStack(seat)).toEqual([
      lockOf("dev"),
      expect.stringMatching(underWay),
      expect.stringMatching(/^wrong stack: .* creating data\. Run `pulumi up --stack dev`, then /),
    ]);
    expect(await troubles(seat)).toEqual([lockOf("dev"), expect.stringMatching(underWay)]);
  });

  test("what another stack's run, or another project's, has under way is nothing to this one", async () => {
    const seat = await stackOf([]);
    await killedIn(seat, { 'volume "more"': undefined }, { stack: "prod", minutesAgo: 0 });
    const elsewhere = { ...seat, directory: "/elsewhere" };
    await killedIn(elsewhere, { 'volume "data"': undefined }, { minutesAgo: 0 });
    expect(await ofStack(seat)).toEqual([]);
  });

  test("what other projects left hides nothing of this one, and no line is cut", async () => {
    const seat = await stackOf([]);
    const far = { ...seat, directory: `/${"elsewhere/".repeat(20)}` };
    const many = Array.from({ length: 62 }, (_none, at) => [`volume "x${at}"`, undefined] as const);
    await killedIn(far, Object.fromEntries(many));
    await killedIn(seat, { 'volume "data"': undefined });
    const { stdout } = await doctor(seat);
    const lines = stdout.split("\n").filter((line) => line.includes(" journal "));
    expect(lines).toEqual([
      expect.stringContaining('may have made volume "data"'),
      expect.stringMatching(
        /^note {3}journal {3}62 open creates of other projects.*--json lists all\.$/,
      ),
    ]);
    const all = await troubles(seat);
    expect(all.filter((line) => line.endsWith(` in ${far.directory}.`))).toHaveLength(62);
    expect(all.join("\n")).not.toContain("…");
  });

  test("a machine of this project that was stopped for its deletion is a note with the way to start it", async () => {
    const seat = await stackOf([]);
    stoppedIn(seat, "web");
    stoppedIn({ ...seat, directory: "/elsewhere" }, "db");
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(
        /^note journal: container "web" \(web\) was stopped at \S+ \S+ UTC for a deletion that did not happen\. `pulumi up --stack dev` in .* starts it, if the program keeps it\.$/,
      ),
    ]);
  });

  test("what this machine has no note of was not sent by it, and the rows do not contradict", async () => {
    const operations = [pending("web"), pending("web"), pending("db")];
    const seat = await stackOf([], { pending_operations: operations });
    const { stdout } = await doctor(seat, "--stack", "dev");
    expect(stdout).toMatch(/^ok +journal +no run of this machine has left a create open$/m);
    expect(await ofStack(seat)).toEqual([
      lockOf("dev"),
      expect.stringMatching(/^wrong stack: .* creating web, db, and this machine has no note of /),
    ]);
  });

  test("the lock comes first and once, and what the state has is no finding", async () => {
    const operations = [pending("lost"), pending("other")];
    const seat = await stackOf([resource("data")], { pending_operations: operations });
    await killedIn(seat, { 'volume "data"': "vol_1", 'volume "lost"': "vol_2" });
    expect(await ofStack(seat)).toEqual([
      lockOf("dev"),
      expect.stringMatching(/^wrong journal: A run that was killed made volume "lost" \(vol_2\) /),
      expect.stringMatching(
        /^wrong stack: .* creating lost, other\. Run `pulumi up --stack dev`, /,
      ),
    ]);
    // The words of the user name the same stack.
    expect((await ofStack(seat, "organization/shop/dev"))[0]).toBe(lockOf("organization/shop/dev"));
  });

  test("during a wait nothing is wrong when the state has all that was made", async () => {
    const operations = [pending("drained", {}, "updating"), pending("old", {}, "deleting")];
    const seat = await stackOf([resource("data")], { pending_operations: operations });
    await killedIn(seat, { 'volume "data"': "vol_1" });
    expect(await ofStack(seat)).toEqual([
      lockOf("dev"),
      expect.stringMatching(/^note stack: .* updating drained\. Run `pulumi up --stack dev` again/),
      expect.stringMatching(/^note stack: .* deleting old\. Run `pulumi up --stack dev` again/),
    ]);
  });

  test("a component and a provider that were broken off sent nothing, so nothing is wrong", async () => {
    const operations = [
      pending("shop", { type: "hosting:components:LoadBalancedApp" }),
      pending("default", { type: "pulumi:providers:pulumi-nodejs" }),
    ];
    const seat = await stackOf([resource("data")], { pending_operations: operations });
    const [, ...findings] = await ofStack(seat);
    expect(findings).toEqual([expect.stringMatching(/^note stack: .*shop and default|^note /)]);
  });

  test("an object with another one's id, another platform's and another stack's are not it", async () => {
    const address = resource("front", {
      type: "pulumi-nodejs:dynamic/hosting/network:FloatingIp",
      id: "fip_1",
    });
    const elsewhere = resource("data", { outputs: { __world: "api:https://other.example#" } });
    const seat = await stackOf([address, elsewhere]);
    await killedIn(seat, {
      'floating IP "front"': "fip_1",
      'floating IP assignment "front"': "fip_1",
      'volume "data"': "vol_1",
    });
    await killedIn(seat, { 'volume "more"': "vol_1" }, { stack: "prod" });
    const told = (await ofStack(seat)).filter((line) => / (?:lock|journal): /.test(line));
    expect(told).toEqual([
      lockOf("dev"),
      lockOf("prod"),
      expect.stringMatching(/made floating IP assignment "front" \(fip_1\)/),
      expect.stringMatching(/made volume "data" \(vol_1\)/),
      expect.stringMatching(/made volume "more" \(vol_1\)/),
    ]);
  });
});

describe("after the next run", () => {
  const ends = "`pulumi refresh --clear-pending-creates --stack dev` ends Pulumi's warning.";
  const secret = (ciphertext: string) => ({ name: "data", key: { "4dab": "1b47", ciphertext } });

  /** A create that was unresolved so many milliseconds ago. */
  const doubted = (ago: number) =>
    resource("data", {
      id: 'unresolved-t-volume "data"',
      outputs: { __unresolved: { applied: false, settlesAt: 0, at: Date.now() - ago } },
    });

  test("a pending create that the state has is a note, with the one command that ends it", async () => {
    const operations = [pending("data", { inputs: secret("v1:a"), parent: root })];
    const made = resource("data", { inputs: secret("v1:b"), parent: root });
    const seat = await stackOf([rootResource, made], { pending_operations: operations });
    expect(await ofStack(seat)).toEqual([
      `note stack: A run was broken off while creating data, which the state has now. ${ends}`,
    ]);
  });

  test("one of another package that the state has is a note as well", async () => {
    const type = "random:index/randomId:RandomId";
    const seat = await stackOf([resource("data", { type })], {
      pending_operations: [pending("data", { type })],
    });
    expect(await ofStack(seat)).toEqual([expect.stringMatching(/^note stack: .* has now\. /)]);
  });

  test("a pending create whose parent was deleted since is a note", async () => {
    const operations = [pending("data", { parent: root })];
    const seat = await stackOf([], { pending_operations: operations });
    const told = await ofStack(seat);
    expect(told).toEqual([expect.stringMatching(/^note stack: .* was deleted since\. /)]);
    expect(told[0]).toContain(ends);
  });

  test("an unresolved create is reported once, with the way out of the state", async () => {
    const seat = await stackOf([doubted(0)]);
    await killedIn(seat, { 'volume "data"': undefined });
    expect(await ofStack(seat)).toEqual([
      expect.stringMatching(/^wrong stack: volume "data": nobody knows whether it exists\. /),
    ]);
    // The state of another stack says nothing of this one.
    const [lock, journal] = await troubles(seat);
    expect([lock, journal]).toEqual([
      lockOf("dev"),
      expect.stringMatching(/^wrong journal: A run that was killed may have made volume "data" /),
    ]);
  });

  test("one that was forgotten, sent again and killed is reported beside the older unresolved create of the state", async () => {
    const seat = await stackOf([doubted(3_600_000)]);
    await killedIn(seat, { 'volume "data"': undefined });
    expect(await ofStack(seat)).toEqual([
      lockOf("dev"),
      expect.stringMatching(/^wrong journal: A run that was killed may have made volume "data" /),
      expect.stringMatching(/^wrong stack: volume "data": nobody knows whether it exists\. /),
    ]);
  });

  test("a floating IP that the state has may be a second one: no name tells", async () => {
    const inputs = { region: "eu-1" };
    const type = "pulumi-nodejs:dynamic/hosting/network:FloatingIp";
    const operations = [pending("front", { type, inputs })];
    const seat = await stackOf([resource("front", { type, inputs })], {
      pending_operations: operations,
    });
    expect(await ofStack(seat)).toEqual([
      expect.stringMatching(/^wrong stack: Nobody knows whether front was made twice.* "eu-1"/),
      expect.stringMatching(/^note stack: .* has now\. /),
    ]);
  });

  test("of an unresolved floating IP only the state's finding is reported", async () => {
    const inputs = { region: "eu-1" };
    const type = "pulumi-nodejs:dynamic/hosting/network:FloatingIp";
    const operations = [pending("front", { type, inputs })];
    const made = resource("front", { type, inputs, id: "unresolved-t1" });
    const seat = await stackOf([made], { pending_operations: operations });
    expect(await ofStack(seat)).toEqual([
      expect.stringMatching(/^note stack: .* has now\. /),
      expect.stringMatching(/^wrong stack: floating ip "front": nobody knows whether it exists\. /),
    ]);
  });

  test.each([
    ["its inputs are others", { inputs: { sizeGb: 20 } }, {}],
    ["it is to be deleted", { inputs: { sizeGb: 10 }, delete: true }, {}],
    ["it was deleted first", { inputs: { sizeGb: 10 }, pendingReplacement: true }, {}],
    ["what was made is open", { inputs: { sizeGb: 10 } }, { 'volume "data"': "vol_2" }],
  ])("what is to replace what the state has is still wrong: %s", async (_why, old, made) => {
    const operations = [pending("data", { inputs: { sizeGb: 10 } })];
    const seat = await stackOf([resource("data", old)], { pending_operations: operations });
    await killedIn(seat, made);
    const told = await ofStack(seat);
    expect(told[0]).toBe(lockOf("dev"));
    expect(told.at(-1)).toMatch(/^wrong stack: A run was broken off while creating data[.,] /);
  });
});

test("a class is recognised by the words of the journal", () => {
  for (const { type, noun } of definitions.values()) {
    expect(nounIn(`${noun} "data"`)).toBe(nounOf({ type }));
  }
  expect(nounIn("an API key")).toBe("api key");
});
