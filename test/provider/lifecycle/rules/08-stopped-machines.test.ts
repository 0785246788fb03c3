/** Rule 8: a machine that was stopped for a deletion which did not happen is started by the next run of a program that keeps it. */
import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { server } from "../../../../resources/compute/server.ts";
import { noSuchRoute, type Reply, type Sent } from "../../../support/fake-api.ts";
import { declared, held } from "../../../support/session.ts";
import {
  journalOfTest,
  killAt,
  newRun,
  notFound,
  type Outcome,
  type Run,
  type Stored,
} from "./run.ts";

const done: Reply = { answer: {} };
const refusal = (status: number, error: string): Reply => ({ status, answer: { error } });

interface Machine {
  readonly definition: Definition;
  readonly inputs: Props;
  readonly id: string;
  readonly path: string;
}

const ofContainer: Machine = {
  definition: container,
  inputs: { name: "web", type: "container", image: "debian/13" },
  id: "web",
  path: "/api/v1/instances/web",
};
const ofInstance: Machine = {
  definition: instance,
  inputs: { name: "web", region: "eu", plan: "small", image: "debian/13" },
  id: "inst_1",
  path: "/v1/instances/inst_1",
};
const ofServer: Machine = {
  definition: server,
  inputs: { name: "web", size: "small", networkAccess: "shared" },
  id: "srv-1",
  path: "/api/v2/servers/srv-1",
};

const journal = journalOfTest();
const powers: Readonly<Record<string, string>> = { stop: "stopped", freeze: "frozen" };

/** A machine of a platform, in the state of a stack, and the runs on it. */
class Place {
  /** The platform's word; undefined once it is gone. */
  power: string | undefined = "running";
  /** Answers in place of the usual ones; undefined is one that never comes. */
  faults: Readonly<Record<string, () => Reply | undefined>> = {};
  readonly machine: Machine;
  #runs = 0;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  get action(): string {
    return `POST ${this.machine.path}/action`;
  }

  get erase(): string {
    return `DELETE ${this.machine.path}`;
  }

  get stored(): Stored {
    const outputs = { status: "running", ipAddresses: ["10.0.0.2"], ipv6Addresses: [] };
    const __routes = { "GET /api/v2/servers/{id}": "works" };
    return { id: this.machine.id, state: held({ ...this.machine.inputs, ...outputs, __routes }) };
  }

  newRun(): Run {
    const { path } = this.machine;
    const usual: Readonly<Record<string, (sent: Sent) => Reply>> = {
      [`GET ${path.slice(0, path.lastIndexOf("/"))}`]: () => ({
        answer: this.power === undefined ? [] : [this.#shown],
      }),
      [`GET ${path}`]: () => (this.power === undefined ? notFound : { answer: this.#shown }),
      [this.action]: ({ body }) => {
        if (this.power === undefined) return notFound;
        if (this.power === undefined) return notFound;
        this.power = powers[Object(body).action] ?? "running";
        return done;
      },
      [this.erase]: () => {
        this.power = undefined;
        return done;
      },
    };
    const replies = Object.entries(usual).map(([call, reply]) => [
      call,
      (sent: Sent) => (this.faults[call] ?? (() => reply(sent)))(),
    ]);
    this.#runs += 1;
    const process = journal.open(this.#runs, { after: this.#runs * 200 });
    return newRun(Object.fromEntries(replies), { journal: process });
  }

  /** A run that deletes it, as a replacement and a destroy do. */
  remove(run = this.newRun()): Promise<Outcome> {
    return run.remove(this.machine.definition, this.stored);
  }

  /** A run that deletes it and is killed when a request is on its way. */
  async killedAt(call: string, happens: () => void = () => undefined): Promise<void> {
    const run = this.newRun();
    this.faults = {
      [call]: () => {
        happens();
        return undefined;
      },
    };
    void this.remove(run);
    await killAt(run, call);
    this.faults = {};
  }

  /** A run of a program that keeps it: the comparison, and the update that it calls for. */
  async up(more: Props = {}): Promise<Up> {
    const run = this.newRun();
    const { definition, inputs } = this.machine;
    const program = declared({ ...inputs, ...more });
    const stored = { ...this.stored, state: { ...this.stored.state, ...more } };
    const { changes, replaces } = await run.plan(definition, stored, program);
    const outcome = changes === false ? undefined : await run.update(definition, stored, program);
    const actions = run.sent.flatMap(({ body }) => Object(body).action ?? []);
    return { changes, replaces, actions, outcome, says: run.context.said.join("\n") };
  }

  get #shown(): Readonly<Record<string, Json>> {
    const { id } = this.machine;
    const addresses = { ip_addresses: ["10.0.0.2"], ipv6_addresses: [] };
    return { ...addresses, id, name: "web", status: this.power ?? null };
  }
}

interface Up {
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly actions: readonly unknown[];
  readonly outcome: Outcome | undefined;
  readonly says: string;
}

const unchanged = { changes: false, actions: [], says: "" };
const interruptions: readonly (readonly [string, (place: Place) => Promise<void>])[] = [
  [
    "a refused deletion",
    async (place) => {
      place.faults = { [place.erase]: () => refusal(409, "it is protected") };
      expect(await place.remove()).toMatchObject({ code: "refused" });
      place.faults = {};
    },
  ],
  ["a kill at the DELETE", (place) => place.killedAt(place.erase)],
  [
    "a kill at the stop, which happens",
    (place) =>
      place.killedAt(place.action, () => {
        place.power = "stopped";
      }),
  ],
];

describe.each([
  ["a container", ofContainer],
  ["an instance", ofInstance],
  ["a server", ofServer],
] as const)("%s that was stopped for its deletion", (_name, machine) => {
  test.each(interruptions)("is started by one run after %s", async (_what, interrupt) => {
    const place = new Place(machine);
    await interrupt(place);
    expect(place.power).toBe("stopped");
    const next = await place.up();
    expect(next).toMatchObject({ changes: true, replaces: [], actions: ["start"] });
    expect(next.outcome).toMatchObject({ code: undefined, state: { status: "running" } });
    expect(next.says).toMatch(/stopped for a deletion that did not happen/);
    expect(place.power).toBe("running");
    expect(await place.up()).toMatchObject(unchanged);
  });

  test("is deleted by a run that wants it deleted still, without another stop", async () => {
    const place = new Place(machine);
    await place.killedAt(place.erase);
    const run = place.newRun();
    expect(await place.remove(run)).toMatchObject({ code: undefined });
    expect(run.sent.filter(({ call }) => call === place.action)).toEqual([]);
    expect(place.power).toBeUndefined();
    expect(isNoted(run, machine)).toBe(false);
  });

  test("is no difference in the comparison after a refresh", async () => {
    const place = new Place(machine);
    await place.killedAt(place.erase);
    const run = place.newRun();
    const { id, state } = place.stored;
    const read = await run.read(machine.definition, id, state);
    const stored = { id, state: read.state };
    const { changes } = await run.diff(machine.definition, stored, read.inputs);
    expect(changes).toBe(false);
  });

  test("gets no request once somebody has started it, and is unchanged after that", async () => {
    const place = new Place(machine);
    await place.killedAt(place.erase);
    place.power = "running";
    expect(await place.up()).toMatchObject({ actions: [], outcome: { code: undefined } });
    expect(await place.up()).toMatchObject(unchanged);
  });

  test("is an error once it is gone, until a refresh takes it out of the state", async () => {
    const place = new Place(machine);
    await place.killedAt(place.erase, () => {
      place.power = undefined;
    });
    for (const _time of ["once", "again"]) {
      const { outcome, actions } = await place.up();
      expect(outcome).toMatchObject({
        code: "notFound",
        says: expect.stringContaining("`pulumi refresh`, then `pulumi up`"),
      });
      expect(actions).toEqual([]);
    }
    const { id, state } = place.stored;
    const run = place.newRun();
    expect(await run.read(machine.definition, id, state)).toMatchObject({ id: "" });
    expect(isNoted(run, machine)).toBe(false);
  });

  test("is an error where it cannot be started, and the next run tries again", async () => {
    const place = new Place(machine);
    await place.killedAt(place.erase);
    place.faults = { [place.action]: () => refusal(409, "no capacity") };
    const { outcome } = await place.up();
    expect(outcome).toMatchObject({ code: "refused", says: expect.stringMatching(/no capacity/) });
    place.faults = {};
    expect(await place.up()).toMatchObject({ actions: ["start"], outcome: { code: undefined } });
  });

  test.each([
    ["is refused", refusal(409, "it is busy")],
    ["has no route", refusal(405, "not allowed")],
    ["is a page", noSuchRoute],
  ])("is not started where its stop %s", async (_how, reply) => {
    const place = new Place(machine);
    place.faults = { [place.action]: () => reply, [place.erase]: () => refusal(409, "it runs") };
    const run = place.newRun();
    expect((await place.remove(run)).code).toBeDefined();
    expect(isNoted(run, machine)).toBe(false);
  });
});

test("a container stays stopped where its program declares that, also when it declares nothing later", async () => {
  const place = new Place(ofContainer);
  await place.killedAt(place.erase);
  expect(await place.up({ desiredState: "stopped" })).toMatchObject(unchanged);
  expect(await place.up()).toMatchObject(unchanged);
  expect(place.power).toBe("stopped");
});

test("a container that was frozen is frozen again where its program declares that", async () => {
  const place = new Place(ofContainer);
  place.power = "frozen";
  await place.killedAt(place.erase);
  expect(place.power).toBe("stopped");
  const { actions, outcome } = await place.up({ desiredState: "frozen" });
  expect(outcome).toMatchObject({ code: undefined });
  expect(actions).toEqual(["start", "freeze"]);
});

function isNoted({ context }: Run, { definition: { kind }, id }: Machine): boolean {
  return context.journal.isStopped({ type: kind, id });
}
