import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { SqliteJournal } from "../../../provider/journal/sqlite-journal.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../provider/lifecycle/create/intent.ts";
import { doubtName } from "../../../provider/lifecycle/create/unresolved.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../provider/lifecycle/diff.ts";
import { endRun } from "../../../provider/lifecycle/end-run.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { projectMember } from "../../../resources/access/project-member.ts";
import { volume } from "../../../resources/storage/volume.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, keyMark, newContext, world } from "../../support/session.ts";

const data = declared({ name: "data-1", region: "eu", sizeGb: 10, __generatedName: true });
const rest = declared({ name: "rest-1", region: "eu", sizeGb: 10 }, "rest");
const intent = intentOf({ world, keyMark: () => keyMark }, volume, data);
const at = 1_800_000_000_000;
const open = {
  ...intent,
  at,
  settlesAt: at + 90_000,
  id: "vol_1",
  notedAt: at,
  isStored: false,
  elsewhere: undefined,
};

/** What is said at the end of a run whose program had these volumes, after another one was killed. */
function said(
  program: readonly Props[],
  more: { id?: undefined; forgetUnresolved?: string[] } = {},
) {
  const { journal } = newContext();
  const left = { ...open, ...("id" in more ? { id: undefined } : {}) };
  const { forgetUnresolved = [] } = more;
  const context = newContext([], {
    journal: Object.assign(journal, { leftOpen: () => [left] }),
    forgetUnresolved,
  });
  for (const inputs of program) context.declared.noteChecked({ definition: volume, inputs });
  expect(endRun(context)).toBe(context.said.length > 0);
  return context.said;
}

test("a killed create whose resource left the program is named, with kind, name, id and time", () => {
  const doubt = doubtName(intent.token, at);
  expect(said([rest])).toEqual([
    `warning: a run that was killed made volume "main" (vol_1) at 2027-01-15 08:00 UTC, and this run did not ask for it. While the program has it, a whole \`pulumi up\` takes it over. Else, unless \`pulumi stack --show-ids\` lists it, delete it in the console; then HOSTING_FORGET_UNRESOLVED=${doubt} ends this message.`,
  ]);
  expect(said([rest], { id: undefined })[0]).toContain('was killed may have made volume "main" at');
});

test("so is one with other inputs than the program has now", () => {
  expect(said([rest, { ...data, sizeGb: 20, name: "data-2" }])).toHaveLength(1);
});

test("nothing is said of what the program asks for, or may ask for while an input is not known", () => {
  expect(said([rest, data])).toEqual([]);
  expect(said([rest, { ...data, name: UNKNOWN, region: UNKNOWN }])).toEqual([]);
});

test("nothing is said of what the user looked into, or by a run that changes no stack", () => {
  expect(said([rest], { forgetUnresolved: [doubtName(intent.token, at)] })).toEqual([]);
  expect(said([])).toEqual([]);
});

/** Processes with one journal, to each of which the others are dead. */
function processes() {
  const directory = mkdtempSync(join(tmpdir(), "end-run-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const place = {
    file: join(directory, "j"),
    world,
    directory: "/app",
    clock: { now: () => at },
  };
  const ofPid = (pid: number) => ({ machine: "m", pid, isRunning: (one: number) => one === pid });
  const process = (pid: number) =>
    new SqliteJournal({ ...place, run: `${pid}`, processes: ofPid(pid) });
  return { killed: process(1), next: process(2), last: process(3), process };
}
const shown = { id: "vol_1", name: "data-1", region: "eu", size_gb: 10 };
const get = { call: "GET /v1/volumes/vol_1", answer: shown };

describe("the create of a process that was killed a moment ago", () => {
  test("is told by a refresh", async () => {
    const { killed, next } = processes();
    killed.made(intent, "vol_1");
    const other = { call: "GET /v1/volumes/vol_2", answer: { ...shown, id: "vol_2" } };
    const context = newContext([other], { journal: next });
    await read(context, volume, { id: "vol_2", props: rest });
    expect(endRun(context)).toBe(true);
    expect(context.said).toEqual([expect.stringContaining('made volume "main" (vol_1) at')]);
  });

  test("is no open question any more once the user gave it up, and others are", async () => {
    const { killed, next, last } = processes();
    const other = intentOf({ world, keyMark: () => keyMark }, volume, rest);
    killed.made(intent, "vol_1");
    killed.made(other, "vol_2");
    const forgetUnresolved = [doubtName(intent.token, at)];
    const context = newContext([], { journal: next, forgetUnresolved });
    context.declared.noteStack(declared({}));
    expect(endRun(context)).toBe(true);
    expect(last.leftOpen(intent.stack)).toMatchObject([{ id: "vol_2" }]);
  });

  test("is no open question any more once a run has taken over what it made", async () => {
    const { killed, next, last } = processes();
    killed.made(intent, "vol_1");
    const context = newContext([get, get], { journal: next });
    expect((await create(context, volume, data)).id).toBe("vol_1");
    expect(last.leftOpen(intent.stack)).toHaveLength(1);
    endRun(context);
    expect(last.leftOpen(intent.stack)).toEqual([]);
  });

  test("is named where the state has what another machine made since, by a refresh as well", async () => {
    for (const program of [[data], []]) {
      const { killed, next, last } = processes();
      killed.made(intent, "vol_1");
      const { context } = await refreshed(next, program);
      expect(endRun(context)).toBe(true);
      expect(context.said).toEqual([
        expect.stringContaining(
          'made volume "main" (vol_1) at 2027-01-15 08:00 UTC, beside vol_2, which the state has. `pulumi up --replace` takes it over and deletes vol_2. Else,',
        ),
      ]);
      expect(last.leftOpen(intent.stack)).toHaveLength(1);
    }
  });

  test("may be what the state has where its answer was lost", async () => {
    const { killed, next } = processes();
    killed.sent(intent);
    const { context } = await refreshed(next, [data]);
    endRun(context);
    expect(context.said).toEqual([
      expect.stringContaining(
        'may have made volume "main" at 2027-01-15 08:00 UTC, and the state has vol_2, which may be it. If the console shows another one, delete that there; then HOSTING_FORGET',
      ),
    ]);
  });

  test("is no open question any more where a refresh gave what it made another id", async () => {
    const { killed, last, process } = processes();
    const invited = declared({ projectId: "proj_1", email: "ann@example.com", role: "developer" });
    const invitation = intentOf({ world, keyMark: () => keyMark }, projectMember, invited);
    killed.made(invitation, "proj_1/ann@example.com");
    const context = newContext([], { journal: process(4) });
    compare(context, projectMember, { id: "proj_1/usr_1", state: invited, inputs: invited });
    expect(endRun(context)).toBe(false);
    expect(last.leftOpen(invitation.stack)).toEqual([]);
  });

  test("is beside nothing any more where that has left the state", async () => {
    const { killed, next } = processes();
    killed.made(intent, "vol_1");
    const missing = {
      call: "GET /v1/volumes/vol_2",
      status: 404,
      answer: { error: "no such volume" },
    };
    const { context } = await refreshed(next, [], [missing]);
    const told = { ...context, deletedByHand: ["Volume:vol_2"] };
    await read(told, volume, { id: "vol_2", props: data });
    endRun(context);
    expect(context.said.at(-1)).toContain("and this run did not ask for it.");
  });

  test("is beside nothing any more where that was deleted", async () => {
    const { killed, next } = processes();
    killed.made(intent, "vol_1");
    const call = "/v1/volumes/vol_2";
    const then = [
      { call: `GET ${call}`, answer: { ...shown, id: "vol_2" } },
      { call: `DELETE ${call}`, status: 204 },
    ];
    const { context, state } = await refreshed(next, [], then);
    await remove(context, volume, { id: "vol_2", state });
    endRun(context);
    expect(context.said.at(-1)).toContain("and this run did not ask for it.");
  });

  /** A run with a program, after a refresh that showed another object of the create. */
  async function refreshed(
    journal: SqliteJournal,
    program: readonly Props[],
    then: readonly Expected[] = [],
  ) {
    const other = { call: "GET /v1/volumes/vol_2", answer: { ...shown, id: "vol_2" } };
    const context = newContext([other, ...then], { journal });
    const { state } = await read(context, volume, { id: "vol_2", props: data });
    for (const inputs of program) context.declared.noteChecked({ definition: volume, inputs });
    return { context, state };
  }
});
