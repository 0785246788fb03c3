import { describe, expect, test } from "vitest";
import { type Account, lockOf, resource, stackOf, troubles } from "./account.ts";
import { journalOf, killedIn, pending, root, rootResource } from "./killed.ts";

describe("what was made, deleted, and taken out of the program", () => {
  const rootOf = [rootResource, resource("other", { parent: root })];
  const named = pending("data", { inputs: { name: "data-x" }, parent: root });

  /** What a later run noted that deleted an object. */
  function deletedIn(seat: Account, name: string, { kind = "volume", isDone = true } = {}): void {
    const journal = journalOf(seat, 20);
    const object = { type: kind, id: `${kind}_2` };
    journal.deletionBegan(object);
    if (isDone) journal.deletionDone(object);
    journal.nameFreed({ kind: kind === "volume" ? "volume" : "instance", name }, object.id);
    journal.close();
  }

  test("is a note with the one command that ends it, and nothing is said of a lock", async () => {
    const seat = await stackOf(rootOf, { pending_operations: [named] });
    deletedIn(seat, "data-x");
    // A later run, which forgets what is of no use any more.
    journalOf(seat, 0).close();
    expect(await troubles(seat, "--stack", "dev")).toEqual([
      "note stack: A run was broken off while creating data, and a run of this machine deleted what had that name. If the first was on another machine, look in the console whether one is left. `pulumi refresh --clear-pending-creates --stack dev` ends Pulumi's warning.",
    ]);
  });

  test.each<[string, object, (seat: Account) => void]>([
    ["this machine knows nothing of it", {}, () => undefined],
    ["another name was freed", {}, (seat) => deletedIn(seat, "data-y")],
    ["another kind had it", {}, (seat) => deletedIn(seat, "data-x", { kind: "instance" })],
    ["the deletion is not done", {}, (seat) => deletedIn(seat, "data-x", { isDone: false })],
    [
      "the name was used again",
      {},
      (seat) => {
        deletedIn(seat, "data-x");
        const journal = journalOf(seat);
        journal.nameUsed({ kind: "volume", name: "data-x" });
        journal.close();
      },
    ],
    [
      "the journal has a create open",
      {},
      (seat) => {
        deletedIn(seat, "data-x");
        killedIn(seat, { 'volume "data"': undefined });
      },
    ],
    [
      "it has no name, like a floating IP",
      {
        type: "pulumi-nodejs:dynamic/hosting/network:FloatingIp",
        inputs: { region: "eu-1" },
      },
      (seat) => deletedIn(seat, "data-x"),
    ],
  ])("stays wrong where %s", async (_why, more, before) => {
    const operation = { ...named, resource: { ...named.resource, ...more } };
    const seat = await stackOf(rootOf, { pending_operations: [operation] });
    before(seat);
    const told = await troubles(seat, "--stack", "dev");
    expect(told[0]).toBe(lockOf("dev"));
    expect(told.at(-1)).toMatch(/^wrong stack: A run was broken off while creating data\. Run /);
  });
});
