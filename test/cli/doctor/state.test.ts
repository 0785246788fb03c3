import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../../support/cli.ts";
import { doctor, lockOf, newAccount, resource, stable, stackOf, troubles } from "./account.ts";

describe("the state of the stack", () => {
  test("300 objects of another platform are one line", async () => {
    const made = { outputs: { __world: "api:https://other.example+https://api.other.example#" } };
    const resources = Array.from({ length: 300 }, (_none, at) => resource(`data-${at}`, made));
    const [line, ...more] = await troubles(await stackOf(resources), "--stack", "dev");
    expect(more).toEqual([]);
    expect(line).toMatch(
      /^wrong stack: volume "data-0" was made on https:\/\/other\.example.*HOSTING_ACCEPT_WORLD=\S+ The same applies to 299 more\.$/,
    );
  });

  test("300 placeholders are reported with their ways out, ten of them on a screen", async () => {
    const doubt = { applied: false, settlesAt: 0, at: 36 };
    const resources = Array.from({ length: 300 }, (_none, at) =>
      resource(`data-${at}`, { id: `unresolved-t${at}`, outputs: { __unresolved: doubt } }),
    );
    const seat = await stackOf(resources);
    const told = await troubles(seat, "--stack", "dev");
    expect(told).toHaveLength(300);
    expect(told[1]).toMatch(/"data-1".*00:00:00 UTC.*adopt.*HOSTING_FORGET_UNRESOLVED=t1-10 /);
    const { stdout } = await doctor(seat, "--stack", "dev");
    const lines = stdout.split("\n").filter((line) => line.startsWith("wrong"));
    expect(lines).toHaveLength(11);
    expect(lines[10]).toBe("wrong  stack     290 more; --json lists all.");
  });

  test("a journal that cannot be read hides nothing of the state", async () => {
    const operations = [{ resource: resource("data"), type: "creating" }];
    const seat = await stackOf([], { pending_operations: operations });
    const directory = join(seat.env["XDG_STATE_HOME"] ?? "", "pulumi-hosting");
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "intents.db"), "no database ".repeat(100));
    expect(await troubles(seat, "--stack", "dev")).toEqual([
      lockOf("dev"),
      expect.stringMatching(/^note journal: .* was not read: /),
      expect.stringMatching(/^wrong stack: A run was broken off while creating data/),
    ]);
  });

  test("a pending create that no later run can find is named with the way out before the next up", async () => {
    const address = (name: string, region: string) => ({
      resource: {
        urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/hosting/network:FloatingIp::${name}`,
        type: "pulumi-nodejs:dynamic/hosting/network:FloatingIp",
        inputs: { region },
      },
      type: "creating",
    });
    const others = [
      "network:FloatingIpAssignment",
      "storage:VolumeAttachment",
      "access:ProjectMember",
    ];
    const told = others.map((type) => ({
      resource: {
        urn: `urn:pulumi:dev::shop::x::${type}`,
        type: `pulumi-nodejs:dynamic/hosting/${type}`,
      },
      type: "creating",
    }));
    const operations = [address("front", "eu-1"), address("back", "eu-1"), ...told];
    const seat = await stackOf([], { pending_operations: operations });
    const [lock, line, ...more] = await troubles(seat, "--stack", "dev");
    expect(lock).toBe(lockOf("dev"));
    expect(line).toMatch(/^wrong stack: Nobody knows whether front, back .*"eu-1".*adopt/);
    expect(more).toHaveLength(1);
    const changed = { ...address("front", "eu-1"), type: "updating" };
    const updated = await stackOf([], { pending_operations: [changed] });
    expect(await troubles(updated, "--stack", "dev")).toEqual([
      lockOf("dev"),
      expect.stringMatching(/^note stack: A run was broken off while updating front\. /),
    ]);
  });

  test("300 resources with all of that are reported in few lines", async () => {
    const doubt = { applied: false, settlesAt: 0, at: 36 };
    const resources = Array.from({ length: 300 }, (_none, at) => {
      if (at % 3 === 0) {
        return resource(`data-${at}`, {
          id: `unresolved-t${at}`,
          outputs: { __unresolved: doubt },
        });
      }
      const other = at % 2 === 0 ? "other" : "third";
      const world = `api:https://${other}.example+https://api.${other}.example#`;
      return resource(`data-${at}`, at < 150 ? { outputs: { __world: world } } : {});
    });
    const operations = [...resources.slice(0, 40), ...resources.slice(299)].map((of, at) => {
      return { resource: of, type: at < 40 ? "creating" : "updating" };
    });
    const seat = await stackOf(resources, { pending_operations: operations });
    const { code, stdout } = await doctor(seat, "--stack", "dev");
    expect(code).toBe(2);
    await expect(stable(stdout, seat)).toMatchFileSnapshot("golden/large.txt");
    const { directory, env } = seat;
    const narrow = { directory, env: { ...env, NO_COLOR: "1" }, columns: 60 };
    const told = (await runCli(["doctor", "--stack", "dev"], narrow)).stdout.split("\n");
    const ofStack = told.slice(told.findIndex((line) => line.includes("  stack ")));
    expect(ofStack.filter((line) => line.length > 60 && line.trim().includes(" "))).toEqual([]);
  });

  test("a name with escapes reaches no terminal", async () => {
    const operations = [{ resource: resource("data\u001B]0;x\u0007\n"), type: "creating" }];
    const seat = await stackOf([], { pending_operations: operations });
    const { stdout } = await runCli(["doctor", "--stack", "dev"], seat);
    expect(stdout).toContain("while creating data, and");
    expect(stdout).not.toContain("\u001B");
  });

  test("what is not of this package is left alone", async () => {
    const other = {
      urn: "urn:pulumi:dev::shop::x:y:Z::z",
      type: "x:y:Z",
      outputs: { __world: "w" },
    };
    expect(await troubles(await stackOf([other]), "--stack", "dev")).toEqual([]);
  });

  test("a stack that cannot be read is reported as such", async () => {
    const seat = await newAccount();
    seat.answer("config", "{}");
    expect(await troubles(seat, "--stack", "dev")).toEqual([
      expect.stringMatching(/^wrong stack: The stack "dev" was not read: /),
    ]);
  });
});
