/** Rule 2 for members: an invitation is a member of the project before any list has to show it (spec 3). */
import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { noSuchRoute, type Replies, type Reply } from "../../../support/fake-api.ts";
import { declared } from "../../../support/session.ts";
import { FakeClock } from "../../http/fake-clock.ts";
import {
  journalOfTest,
  newRun,
  notFound,
  type Outcome,
  type Run,
  type Stored,
  writesOf,
} from "./run.ts";

/** The members that a read route shows: it is none that the platform has, of those alone who accepted, or of all. */
type Shows = "nothing" | "accepted" | "all";

interface Choices {
  readonly list: Shows;
  readonly get: Shows;
  /** What becomes of an invitation after 48 hours. */
  readonly expired: "kept" | "gone";
}

interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly invitedAt: number;
  isAccepted: boolean;
}

const path = "/v1/projects/proj_1/members";
const ids = Array.from({ length: 15 }, (_none, at) => `usr_${at}`);

/** A project with one member, which invites others. */
class Project {
  members: readonly Member[] = [
    { id: "usr_0", email: "owner@shop.example", role: "owner", invitedAt: 0, isAccepted: true },
  ];
  /** Whether a gateway answers an invitation that was made. */
  losesAnswers = false;
  readonly #choices: Choices;
  #made = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  accept(email: string): void {
    for (const member of this.members) if (member.email === email) member.isAccepted = true;
  }

  remove(email: string): void {
    this.members = this.members.filter((member) => member.email !== email);
  }

  /** Ids of the invitations that can still be accepted, and of members. */
  live(at: number): readonly string[] {
    return this.#at(at)
      .filter((one) => !isExpired(one, at))
      .map(({ id }) => id);
  }

  get replies(): Replies {
    const { list, get } = this.#choices;
    const ofMember = (id: string): Replies => ({
      [`GET ${path}/${id}`]: ({ at }) => this.#show(get, at, id)[0] ?? this.#none(get),
      [`PATCH ${path}/${id}`]: ({ at, body }) => {
        for (const member of this.members) if (member.id === id) Object.assign(member, body);
        return this.#show("all", at, id)[0] ?? notFound;
      },
      [`DELETE ${path}/${id}`]: ({ at }) => {
        if (!this.#at(at).some((one) => one.id === id)) return notFound;
        this.members = this.members.filter((one) => one.id !== id);
        return { status: 204 };
      },
    });
    return {
      [`GET ${path}`]: ({ at }) =>
        list === "nothing"
          ? noSuchRoute
          : { answer: this.#show(list, at).map(({ answer = null }) => answer) },
      [`POST ${path}`]: ({ at, body }) => this.#invite(Object(body), at),
      ...Object.assign({}, ...ids.map(ofMember)),
    };
  }

  #none(shows: Shows): Reply {
    return shows === "nothing" ? noSuchRoute : notFound;
  }

  #invite({ email, role }: Member, at: number): Reply {
    const known = this.#at(at).find((one) => one.email === email && !isExpired(one, at));
    if (known !== undefined) return { status: 409, answer: { error: `${email} is invited` } };
    this.#made += 1;
    const member = { id: `usr_${this.#made}`, email, role, invitedAt: at, isAccepted: false };
    this.members = [...this.members, member];
    if (this.losesAnswers) return { status: 502, text: "<h1>Bad gateway</h1>" };
    return { status: 201, answer: { id: member.id, email, role, status: "invited" } };
  }

  #at(at: number): readonly Member[] {
    const isThere = (one: Member) => this.#choices.expired === "kept" || !isExpired(one, at);
    return this.members.filter(isThere);
  }

  #show(shows: Shows, at: number, only?: string): readonly Reply[] {
    return this.#at(at)
      .filter(
        ({ id, isAccepted }) =>
          (isAccepted || shows === "all") && shows !== "nothing" && [undefined, id].includes(only),
      )
      .map((one) => {
        const status = one.isAccepted ? "active" : isExpired(one, at) ? "expired" : "invited";
        return { answer: { id: one.id, email: one.email, role: one.role, status } };
      });
  }
}

function isExpired({ isAccepted, invitedAt }: Member, at: number): boolean {
  return !isAccepted && at >= invitedAt + 48 * 3_600_000;
}

const emails = ["ann", "bob", "cid", "dan", "eve"].map((name) => `${name}@shop.example`);
const inputsOf = (email: unknown, more: Props = {}): Props =>
  declared({ projectId: "proj_1", email, role: "viewer", ...more }, String(email));

/** A stack with members of a project, and the runs on it. */
class Stack {
  readonly project: Project;
  readonly clock = new FakeClock();
  members: readonly Stored[] = [];

  constructor(choices: Choices) {
    this.project = new Project(choices);
  }

  newRun(settings: Parameters<typeof newRun>[1] = {}): Run {
    return newRun(this.project.replies, settings, this.clock);
  }

  async wait(hours: number): Promise<void> {
    await this.clock.runUntil(this.clock.now() + hours * 3_600_000);
  }

  /** Invites side by side; the requests that this sends. */
  async invite(all: readonly Props[]): Promise<readonly string[]> {
    const run = this.newRun();
    await this.#done(all.map((inputs) => run.create(projectMember, inputs)));
    return writesOf(run);
  }

  async refresh(settings: Parameters<typeof newRun>[1] = {}): Promise<void> {
    const run = this.newRun(settings);
    await this.#done(this.members.map(({ id, state }) => run.read(projectMember, id, state)));
    expect(writesOf(run)).toEqual([]);
  }

  async destroy(): Promise<void> {
    const run = this.newRun();
    await this.#done(this.members.map((member) => run.remove(projectMember, member)));
  }

  get statuses(): readonly unknown[] {
    return this.members.map(({ state }) => state["status"]);
  }

  /** Those that can be members, or are, on the platform. */
  get live(): readonly string[] {
    return this.project.live(this.clock.now());
  }

  async #done(all: readonly Promise<Outcome>[]): Promise<void> {
    const outcomes = await this.clock.during(Promise.all(all));
    for (const { code, says } of outcomes) expect(code, says).toBeUndefined();
    this.members = outcomes.flatMap(({ id, state }) => (id ? [{ id, state }] : []));
  }
}

const journal = journalOfTest();

const shows: readonly Shows[] = ["nothing", "accepted", "all"];
const reads = shows.flatMap((list) => shows.map((get) => ({ list, get })));

describe.each(reads)("where a list shows $list and a GET shows $get", ({ list, get }) => {
  const isShown = list === "all" || get === "all";
  const isRead = list !== "nothing" || get !== "nothing";

  test("five invitations are made at once, kept by each refresh, and removed", async () => {
    const stack = new Stack({ list, get, expired: "gone" });
    const start = stack.clock.now();
    const sent = await stack.invite(emails.map((email) => inputsOf(email)));
    expect(stack.clock.now() - start).toBeLessThan(5000);
    expect(sent).toEqual(emails.map(() => `POST ${path}`));
    const { members } = stack;

    for (const _time of ["once", "again"]) {
      await stack.wait(1);
      await stack.refresh();
      expect(stack.members.map(({ id }) => id)).toEqual(members.map(({ id }) => id));
      expect(stack.statuses).toEqual(emails.map(() => "pending"));
      for (const member of stack.members) {
        const plan = stack.newRun().plan(projectMember, member, inputsOf(member.state["email"]));
        expect(await plan).toMatchObject({ changes: false });
      }
    }
    await stack.destroy();
    expect(stack.live).toEqual(["usr_0"]);
  });

  test("one that a killed run made is taken over, and not sent again", async () => {
    const stack = new Stack({ list, get, expired: "gone" });
    const inputs = inputsOf("ann@shop.example");
    const killed = stack.newRun({ journal: journal.open(1) });
    await stack.clock.during(killed.create(projectMember, inputs));
    const run = stack.newRun({ journal: journal.open(2, { after: 200 }) });
    const { code, id, says } = await stack.clock.during(run.create(projectMember, inputs));
    expect({ code, id }, says).toEqual({ code: undefined, id: "proj_1/usr_1" });
    expect(writesOf(run)).toEqual([]);
  });

  test("one whose answer is lost is sent once, and found where the list shows it", async () => {
    const stack = new Stack({ list, get, expired: "gone" });
    stack.project.losesAnswers = true;
    const run = stack.newRun({ journal: journal.open(1) });
    const outcome = run.create(projectMember, inputsOf("ann@shop.example"));
    const { code, says } = await stack.clock.during(outcome);
    expect(code, says).toBe(list === "all" ? undefined : "unknownOutcome");
    expect(writesOf(run)).toEqual([`POST ${path}`]);
  });

  test("one that an earlier version took for vanished is finished by the next run", async () => {
    const stack = new Stack({ list, get, expired: "gone" });
    const inputs = inputsOf("ann@shop.example");
    await stack.invite([inputs]);
    await stack.wait(1);
    const [{ id, state } = { id: "", state: {} }] = stack.members;
    const run = stack.newRun();
    const unfinished = { id, state: { ...state, __unfinished: "it vanished" } };
    expect(await run.plan(projectMember, unfinished, inputs)).toMatchObject({ changes: true });
    const outcome = await stack.clock.during(run.update(projectMember, unfinished, inputs));
    expect(outcome).toMatchObject({ code: undefined, id, state: { status: "pending" } });
    expect(outcome.state).not.toHaveProperty("__unfinished");
    expect(writesOf(run)).toEqual([]);
  });

  test("the role of one that is not accepted yet changes in place", async () => {
    const stack = new Stack({ list, get, expired: "gone" });
    await stack.invite([inputsOf("ann@shop.example")]);
    const [member = { id: "", state: {} }] = stack.members;
    const inputs = inputsOf("ann@shop.example", { role: "admin" });
    const run = stack.newRun();
    const outcome = await stack.clock.during(run.update(projectMember, member, inputs));
    expect(outcome).toMatchObject({ code: undefined, state: { role: "admin" } });
    expect(writesOf(run)).toEqual([`PATCH ${path}/usr_1`]);
  });

  test("one that was accepted is active, and leaves the state once somebody removes it", async () => {
    const stack = new Stack({ list, get, expired: "gone" });
    await stack.invite([inputsOf("ann@shop.example")]);
    await stack.refresh();
    stack.project.accept("ann@shop.example");
    await stack.wait(1);
    await stack.refresh();
    expect(stack.statuses).toEqual([isRead ? "active" : "pending"]);
    stack.project.remove("ann@shop.example");
    await stack.wait(1);
    await stack.refresh();
    expect(stack.members).toHaveLength(isRead ? 0 : 1);
  });

  test("one that expired is invited anew, after the user's word where nothing shows it", async () => {
    const stack = new Stack({ list, get, expired: "gone" });
    await stack.invite([inputsOf("ann@shop.example")]);
    await stack.refresh();
    await stack.wait(49);
    await stack.refresh();
    expect(stack.members).toHaveLength(isShown ? 0 : 1);
    await stack.refresh({ deletedByHand: ["proj_1/usr_1"] });
    expect(stack.members).toEqual([]);
    await stack.invite([inputsOf("ann@shop.example")]);
    expect(stack.members).toMatchObject([{ id: "proj_1/usr_2", state: { status: "pending" } }]);
    expect(stack.live).toEqual(["usr_0", "usr_2"]);
  });
});

test("an expired invitation that is shown as one is replaced where the program asks for it, once", async () => {
  const stack = new Stack({ list: "all", get: "all", expired: "kept" });
  const waiting = inputsOf("ann@shop.example", { role: "owner" });
  const inputs = { ...waiting, reinvite: true };
  const plan = (program: Props) => {
    const [member = { id: "", state: {} }] = stack.members;
    return stack.newRun().plan(projectMember, member, program);
  };
  await stack.invite([inputs]);
  await stack.wait(49);
  await stack.refresh();
  expect(stack.statuses).toEqual(["expired"]);
  expect(await plan(waiting)).toMatchObject({ changes: false });
  const replaced = { changes: true, replaces: ["reinvite"], deleteBeforeReplace: true };
  expect(await plan(inputs)).toMatchObject(replaced);

  await stack.destroy();
  await stack.invite([inputs]);
  expect(stack.project.members.map(({ id }) => id)).toEqual(["usr_0", "usr_2"]);
  await stack.wait(1);
  await stack.refresh();
  expect(stack.members).toMatchObject([{ id: "proj_1/usr_2", state: { status: "pending" } }]);
  expect(await plan(inputs)).toMatchObject({ changes: false });
});
