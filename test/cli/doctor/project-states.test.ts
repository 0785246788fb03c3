import { describe, expect, test } from "vitest";
import {
  type Account,
  doctor,
  exported,
  lockOf,
  newAccount,
  resource,
  troubles,
} from "./account.ts";
import { endedIn, killedIn } from "./killed.ts";

const front = { 'floating IP "front"': "fip_1" };
const dynamic = "pulumi-nodejs:dynamic/hosting/network:FloatingIp";
const address = (type = dynamic) => resource("front", { type, id: "fip_1" });

/** A project with these stacks, whose states have these resources; one without cannot be read. */
async function projectOf(
  stacks: Readonly<Record<string, readonly object[] | undefined>>,
): Promise<Account> {
  const seat = await newAccount();
  seat.answer("stack ls", JSON.stringify(Object.keys(stacks).map((name) => ({ name }))));
  for (const [name, resources] of Object.entries(stacks))
    if (resources !== undefined) seat.answer(`stack export ${name}`, exported(resources));
  return seat;
}

const ofJournal = async (seat: Account, ...args: string[]) =>
  (await troubles(seat, ...args)).filter((line) => / (?:lock|journal): /.test(line));

describe("of an object that an earlier run made, doctor", () => {
  test.each([dynamic, "hosting:network:FloatingIp"])(
    "finds nothing wrong when a state has it (%s)",
    async (type) => {
      const seat = await projectOf({ dev: [address(type)] });
      await endedIn(seat, front);
      expect(await troubles(seat)).toEqual([]);
      expect((await doctor(seat)).stdout).toMatch(
        /^ok +journal +a state has all that earlier runs left open$/m,
      );
    },
  );

  test.each([
    ["another stack's state has it, as after a rename", {}],
    ["with --stack, another stack's state has it", { stack: "old" }],
  ])("finds nothing wrong when %s", async (_where, { stack }: { stack?: string }) => {
    const seat = await projectOf({ old: [], new: [address()] });
    await killedIn(seat, front, { stack: "old" });
    seat.answer("config", "{}");
    expect(await ofJournal(seat, ...(stack === undefined ? [] : ["--stack", stack]))).toEqual([]);
  });

  test("names the states that lack it, and asks first whether a stack elsewhere has it", async () => {
    const seat = await projectOf({ dev: [], prod: [] });
    await endedIn(seat, front);
    expect(await ofJournal(seat)).toEqual([
      expect.stringMatching(
        /^wrong journal: An earlier run made floating IP "front" \(fip_1\) .* \(dev, prod\)\. Run `pulumi up --stack dev` .* If neither the program nor a stack elsewhere has it, delete it .*HOSTING_FORGET_UNRESOLVED=t-floating IP "front"-/,
      ),
    ]);
  });

  test.each([
    ["no stack can be listed", undefined],
    ["its stack cannot be read", { dev: undefined, prod: [] }],
  ])("does not advise to delete it where %s", async (_why, stacks) => {
    const seat = stacks === undefined ? await newAccount() : await projectOf(stacks);
    await endedIn(seat, front);
    await killedIn(seat, { 'volume "data"': "vol_1" });
    const told = await ofJournal(seat);
    expect(told).toEqual([
      lockOf("dev"),
      expect.stringMatching(
        /^wrong journal: A run that was killed made volume "data" .* in no state that can be read \(.*\)\. Run `pulumi up --stack dev` in [^.]*\.$/,
      ),
      expect.stringMatching(
        /^note journal: An earlier run made floating IP "front" .* in no state that can be read \(.*\), and may well be in another one\.$/,
      ),
    ]);
    expect(told.join()).not.toMatch(/delete it|console/);
  });

  test("of another project, leaves it to the states there, and a killed run's to a look there", async () => {
    const seat = await projectOf({ dev: [] });
    const elsewhere = { ...seat, directory: "/elsewhere" };
    await endedIn(elsewhere, front);
    expect(await ofJournal(seat)).toEqual([]);
    await killedIn(elsewhere, { 'volume "data"': "vol_1" });
    expect(await ofJournal(seat)).toEqual([
      expect.stringMatching(/^note journal: .* Run `npx pulumi-hosting doctor` in \/elsewhere\.$/),
    ]);
    expect(seat.exports()).toEqual([]);
  });
});

describe("of the stacks of a project, doctor reads", () => {
  const stacks = (count: number, more: Readonly<Record<string, readonly object[]>>) => ({
    ...Object.fromEntries(Array.from({ length: count }, (_none, at) => [`pr-${at}`, []])),
    ...more,
  });

  test("none where nothing is open", async () => {
    const seat = await projectOf({ dev: [address()] });
    await troubles(seat);
    await killedIn(seat, { 'volume "data"': undefined });
    await troubles(seat);
    expect(seat.exports()).toEqual([]);
  });

  test("first the one whose run made the object, and no other one if that has it", async () => {
    const seat = await projectOf(stacks(3, { dev: [address()], prod: [] }));
    await endedIn(seat, front);
    expect(await troubles(seat)).toEqual([]);
    expect(seat.exports()).toEqual(["dev"]);
  });

  test("at most twenty, and says so", async () => {
    const seat = await projectOf(stacks(20, { dev: [] }));
    await endedIn(seat, front);
    expect(await ofJournal(seat)).toEqual([
      expect.stringMatching(/^note journal: .*\(only 20 of 21 stacks were read\)/),
    ]);
    expect(seat.exports()).toHaveLength(20);
    expect(seat.exports()[0]).toBe("dev");
  });
});
