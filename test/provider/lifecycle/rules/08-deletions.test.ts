/** Rule 8: a delete ends when the object is gone, or fails at its deadline with an error. */
import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { floatingIpAssignment } from "../../../../resources/network/floating-ip-assignment.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { noSuchRoute, type Replies, type Reply } from "../../../support/fake-api.ts";
import { held } from "../../../support/session.ts";
import {
  type Expectation,
  expectOutcome,
  lostAnswer,
  newRun,
  notFound,
  timesOf,
  writesOf,
} from "./run.ts";

const done: Reply = { answer: {} };
const refusal = (status: number, error: string): Reply => ({ status, answer: { error } });

/** The situation of a deletion: the platform's state by what was sent before. */
interface Standing {
  /** Requests of a call so far. */
  count(call: string): number;
  /** Seconds since the first of them; undefined before. */
  since(call: string): number | undefined;
}

/** A platform whose answers follow from what was sent before. */
function platformOf(answers: (standing: Standing) => Readonly<Record<string, Reply>>): Replies {
  const sent: { call: string; at: number }[] = [];
  const calls = Object.keys(answers({ count: () => 0, since: () => undefined }));
  const entries = calls.map((call) => [
    call,
    (one: { call: string; at: number }): Reply => {
      sent.push(one);
      const of = (wanted: string) => sent.filter((other) => other.call === wanted);
      const standing: Standing = {
        count: (wanted) => of(wanted).length,
        since: (wanted) => {
          const first = of(wanted)[0];
          return first && (one.at - first.at) / 1000;
        },
      };
      return answers(standing)[call] ?? noSuchRoute;
    },
  ]);
  return Object.fromEntries(entries);
}

const web: Props = { name: "web", type: "container", image: "debian/13" };
const shownWeb = { ...web, ip_addresses: ["10.0.0.2"], ipv6_addresses: [] };
const ofWeb = {
  list: "GET /api/v1/instances",
  get: "GET /api/v1/instances/web",
  action: "POST /api/v1/instances/web/action",
  delete: "DELETE /api/v1/instances/web",
};

/** `web` as it is shown: its status, no status word, or not there. */
function webIs(status: string | null | undefined): Readonly<Record<string, Reply>> {
  const shown = JSON.parse(JSON.stringify({ ...shownWeb, ...(status !== null && { status }) }));
  if (status === undefined) return { [ofWeb.list]: { answer: [] }, [ofWeb.get]: notFound };
  return { [ofWeb.list]: { answer: [shown] }, [ofWeb.get]: { answer: shown } };
}

const data: Props = { name: "data", region: "eu", sizeGb: 10 };
const shownData = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const ofData = {
  list: "GET /v1/volumes",
  get: "GET /v1/volumes/vol_1",
  detach: "POST /v1/volumes/vol_1/detach",
  delete: "DELETE /v1/volumes/vol_1",
};
const ofLan = { list: "GET /api/v1/networks", delete: "DELETE /api/v1/networks/net-1" };
const shownLan = { id: "net-1", name: "lan" };
const otherLan = { id: "net-9", name: "other" };

interface Row extends Expectation {
  readonly object: readonly [definition: Definition, id: string, state: Props];
  readonly platform: (standing: Standing) => Readonly<Record<string, Reply>>;
}

const rows = {
  web: [container, "web", web],
  data: [volume, "vol_1", data],
  lan: [network, "net-1", { name: "lan" }],
} as const;

async function destroy(
  { object: [definition, id, state], platform, ...expected }: Row,
  settings: Parameters<typeof newRun>[1] = {},
) {
  const run = newRun(platformOf(platform), settings);
  const outcome = await run.remove(definition, { id, state: held(state) });
  expectOutcome(run, outcome, expected);
  return { run, outcome };
}

describe("after an accepted DELETE it is gone by one look", () => {
  test.each<[string, Row]>([
    [
      "one whole list without it",
      {
        object: rows.lan,
        platform: ({ count }) => ({
          [ofLan.list]: { answer: count(ofLan.delete) > 0 ? [otherLan] : [shownLan, otherLan] },
          [ofLan.delete]: done,
        }),
        sees: "nothing",
        sent: [ofLan.delete],
      },
    ],
    [
      "one whole list that is empty",
      {
        object: rows.lan,
        platform: ({ count }) => ({
          [ofLan.list]: { answer: count(ofLan.delete) > 0 ? [] : [shownLan] },
          [ofLan.delete]: done,
        }),
        sees: "nothing",
        sent: [ofLan.delete],
      },
    ],
    [
      "a 404 by the route that showed it before",
      {
        object: rows.data,
        platform: ({ count }) => ({
          [ofData.get]: count(ofData.delete) > 0 ? notFound : { answer: shownData },
          [ofData.delete]: done,
        }),
        sees: "nothing",
        sent: [ofData.delete],
      },
    ],
    [
      "a word of `words.deleted`",
      {
        object: rows.data,
        platform: ({ count }) => ({
          [ofData.get]: {
            answer: { ...shownData, ...(count(ofData.delete) > 0 && { status: "Deleted" }) },
          },
          [ofData.delete]: done,
        }),
        sees: "nothing",
        sent: [ofData.delete],
      },
    ],
    [
      "nothing reads the kind: the accepted request counts",
      {
        object: rows.data,
        platform: () => ({ [ofData.delete]: done }),
        sees: "nothing",
        sent: [ofData.delete],
      },
    ],
  ])("%s", async (_what, row) => {
    const { run } = await destroy(row);
    const [from, until] = [run.sent[0]?.at ?? 0, run.sent.at(-1)?.at ?? 0];
    expect((until - from) / 1000).toBeLessThan(10);
  });

  test("it is shown for a while: it is waited for", async () => {
    const { run } = await destroy({
      object: rows.lan,
      platform: ({ since }) => ({
        [ofLan.list]: { answer: (since(ofLan.delete) ?? 0) > 90 ? [] : [shownLan] },
        [ofLan.delete]: done,
      }),
      sees: "nothing",
      sent: [ofLan.delete],
    });
    expect(timesOf(run, ofLan.list).at(-1)).toBeGreaterThan(90);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["it is shown until the deadline", {}],
    ["it is being deleted until the deadline", { status: "deleting" }],
  ])("%s: an error that names it, and one DELETE", async (_what, shown) => {
    await destroy({
      object: [network, "net-1", { name: "lan", timeouts: { delete: "3m" } }],
      platform: () => ({
        [ofLan.list]: { answer: [JSON.parse(JSON.stringify({ ...shownLan, ...shown }))] },
        [ofLan.delete]: done,
      }),
      sees: {
        code: "timeout",
        says: /HOSTING_DELETED_BY_HAND=Network:net-1/,
      },
      sent: [ofLan.delete],
    });
  });

  test("a part of a list shows nothing about it: the accepted request counts", async () => {
    await destroy({
      object: [network, "net-1", { name: "lan" }],
      platform: ({ count }) => ({
        [ofLan.list]: {
          answer: count(ofLan.delete) > 0 ? { networks: [], has_more: true } : [shownLan],
        },
        [ofLan.delete]: done,
      }),
      sees: "nothing",
      sent: [ofLan.delete],
    });
  });
});

describe("stop before delete (spec 7.5)", () => {
  test.each<[string, Row]>([
    [
      "a running one is stopped, waited for and deleted",
      {
        object: rows.web,
        platform: ({ count, since }) => ({
          ...webIs(
            count(ofWeb.delete) > 0
              ? undefined
              : (since(ofWeb.action) ?? 0) > 4
                ? "stopped"
                : "running",
          ),
          [ofWeb.action]: done,
          [ofWeb.delete]: done,
        }),
        sees: "nothing",
        sent: [ofWeb.action, ofWeb.delete],
      },
    ],
    [
      "a stopped one is deleted at once",
      {
        object: rows.web,
        platform: ({ count }) => ({
          ...webIs(count(ofWeb.delete) > 0 ? undefined : "stopped"),
          [ofWeb.delete]: done,
        }),
        sees: "nothing",
        sent: [ofWeb.delete],
      },
    ],
    [
      "a frozen one is unfrozen first",
      {
        object: rows.web,
        platform: ({ count }) => ({
          ...webIs(
            count(ofWeb.delete) > 0
              ? undefined
              : (["frozen", "running", "stopped"][count(ofWeb.action)] ?? "stopped"),
          ),
          [ofWeb.action]: done,
          [ofWeb.delete]: done,
        }),
        sees: "nothing",
        sent: [ofWeb.action, ofWeb.action, ofWeb.delete],
      },
    ],
    [
      "one that has meanwhile stopped by itself: the refused stop is fine",
      {
        object: rows.web,
        platform: ({ count }) => ({
          ...webIs(
            count(ofWeb.delete) > 0 ? undefined : count(ofWeb.action) > 0 ? "stopped" : "running",
          ),
          [ofWeb.action]: refusal(400, "The instance is already stopped"),
          [ofWeb.delete]: done,
        }),
        sees: "nothing",
        sent: [ofWeb.action, ofWeb.delete],
      },
    ],
    [
      "one whose status is never shown: the DELETE is tried, and accepted",
      {
        object: rows.web,
        platform: ({ count }) => ({
          ...webIs(count(ofWeb.delete) > 0 ? undefined : null),
          [ofWeb.action]: done,
          [ofWeb.delete]: done,
        }),
        sees: "nothing",
        sent: [ofWeb.action, ofWeb.delete],
      },
    ],
  ])("%s", async (_what, row) => void (await destroy(row)));

  test("the stop of a frozen one comes after its unfreezing", async () => {
    const bodies: unknown[] = [];
    const states = ["frozen", "running", "stopped"];
    const { run } = await destroy({
      object: rows.web,
      platform: ({ count }) => ({
        ...webIs(count(ofWeb.delete) > 0 ? undefined : states[count(ofWeb.action)]),
        [ofWeb.action]: done,
        [ofWeb.delete]: done,
      }),
      sees: "nothing",
      sent: [ofWeb.action, ofWeb.action, ofWeb.delete],
    });
    bodies.push(...run.sent.filter(({ call }) => call === ofWeb.action).map(({ body }) => body));
    expect(bodies).toEqual([{ action: "unfreeze" }, { action: "stop" }]);
  });

  test.each<[string, Reply]>([
    ["400", refusal(400, "The instance is running")],
    ["409", refusal(409, "instance 'web' is running: stop it before deleting")],
    ["412", refusal(412, "not stopped")],
    ["422", refusal(422, "must be stopped")],
    ["423", refusal(423, "locked")],
  ])(
    "DELETE refused with %s while it runs on: stop is sent again, at most every 10 s",
    async (_status, refused) => {
      const { run } = await destroy({
        object: rows.web,
        platform: stoppedLate(refused),
        sees: "nothing",
        sent: expect.anything(),
      });
      const stops = timesOf(run, ofWeb.action);
      expect(stops.length).toBeGreaterThanOrEqual(2);
      expect(gapsOf(stops).every((gap) => gap >= 10)).toBe(true);
      expect(writesOf(run).at(-1)).toBe(ofWeb.delete);
    },
  );

  test("with a known word that it is stopped, stop is not sent again", async () => {
    const { run } = await destroy({
      object: rows.web,
      platform: ({ count }) => ({
        ...webIs(count(ofWeb.delete) > 3 ? undefined : "stopped"),
        [ofWeb.delete]: count(ofWeb.delete) > 3 ? done : refusal(409, "a backup is made"),
      }),
      sees: "nothing",
      sent: expect.anything(),
    });
    expect(timesOf(run, ofWeb.action)).toEqual([]);
  });

  test("a stopped one, and 60 s of the same refusal: the error shows it", async () => {
    const why = `it is protected ${"by a lock ".repeat(40)}`;
    const { run } = await destroy({
      object: rows.web,
      platform: () => ({ ...webIs("stopped"), [ofWeb.delete]: refusal(409, why) }),
      sees: {
        code: "refused",
        says: / was not deleted: it is protected.*Correct .*again\./,
      },
      sent: expect.anything(),
    });
    const times = timesOf(run, ofWeb.delete);
    expect(times.at(-1)).toBeGreaterThanOrEqual(60);
    expect(times.at(-1)).toBeLessThan(120);
  });

  test("one that never stops: an error at the deadline, with the refusal", async () => {
    const { run } = await destroy({
      object: [container, "web", { ...web, timeouts: { delete: "5m" } }],
      platform: () => ({
        ...webIs("running"),
        [ofWeb.action]: done,
        [ofWeb.delete]: refusal(409, "it is running"),
      }),
      sees: { code: "timeout", says: /it is running|"running"/ },
      sent: expect.anything(),
    });
    const stops = timesOf(run, ofWeb.action);
    expect(gapsOf(stops).every((gap) => gap >= 10)).toBe(true);
  });

  test("one that each stop locks for 8 s is deleted once no stop is sent for so long", async () => {
    let [lockedUntil, isGone] = [0, false];
    const shown = { answer: { ...shownWeb, status: "TERMINATED" } };
    const run = newRun({
      [ofWeb.list]: () => ({ answer: isGone ? [] : [shown.answer] }),
      [ofWeb.get]: () => (isGone ? notFound : shown),
      [ofWeb.action]: ({ at }) => {
        lockedUntil = at + 8000;
        return done;
      },
      [ofWeb.delete]: ({ at }) => {
        isGone = at >= lockedUntil;
        return isGone ? done : refusal(409, "it is locked by another action");
      },
    });
    const outcome = await run.remove(container, { id: "web", state: held(web) });
    expect({ code: outcome.code, isGone }).toEqual({ code: undefined, isGone: true });
  });

  test("a machine of /v1 is stopped over its assumed route in the same way", async () => {
    const [get, action, gone] = [
      "GET /v1/instances/inst_1",
      "POST /v1/instances/inst_1/action",
      "DELETE /v1/instances/inst_1",
    ];
    const shown = { id: "inst_1", name: "web", region: "eu", plan: "small", image: "debian/13" };
    await destroy({
      object: [
        instance,
        "inst_1",
        { name: "web", region: "eu", plan: "small", image: "debian/13" },
      ],
      platform: ({ count }) => {
        const status = count(action) > 0 ? "stopped" : "running";
        const isThere = count(gone) === 0;
        return {
          "GET /v1/instances": { answer: isThere ? [{ ...shown, status }] : [] },
          [get]: isThere ? { answer: { ...shown, status } } : notFound,
          [action]: done,
          [gone]: done,
        };
      },
      sees: "nothing",
      sent: [action, gone],
    });
  });
});

/** The first stop is lost; one that comes later counts. */
function stoppedLate(refused: Reply): Row["platform"] {
  return ({ count, since }) => {
    const isStopped = isOff(since(ofWeb.action));
    const isGone = isStopped && count(ofWeb.delete) > 1;
    const status = isStopped ? "stopped" : "running";
    return {
      ...webIs(isGone ? undefined : status),
      [ofWeb.action]: count(ofWeb.action) < 2 ? refusal(400, "Instance is busy") : done,
      [ofWeb.delete]: isStopped ? done : refused,
    };
  };
}

function isOff(sinceStop: number | undefined): boolean {
  return sinceStop !== undefined && sinceStop >= 10;
}

function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((time, at) => time - (times[at] ?? 0));
}

describe("a DELETE that is refused", () => {
  test.each<[string, Reply, Expectation["sees"]]>([
    ["401", refusal(401, "Unauthorized"), { code: "key", says: /^(?!.*but not deleted).*401/ }],
    ["403", refusal(403, "Forbidden"), { code: "key", says: /^(?!.*but not deleted).*403/ }],
    ["429", refusal(429, "Too Many Requests"), { code: "rateLimit", says: /429/ }],
  ])("%s is final, and sent once", async (_status, reply, sees) => {
    await destroy({
      object: rows.data,
      platform: () => ({ [ofData.get]: { answer: shownData }, [ofData.delete]: reply }),
      sees,
      sent: [ofData.delete],
    });
  });

  test.each<[string, Reply]>([
    ["409 in use", refusal(409, "volume is in use")],
    ["400", refusal(400, "a snapshot is taken")],
    ["423 busy", refusal(423, "locked")],
  ])("%s for a while: it is sent again until it is accepted", async (_status, refused) => {
    const { run } = await destroy({
      object: rows.data,
      platform: ({ since }) => ({
        [ofData.get]: isAccepted(since(ofData.delete)) ? notFound : { answer: shownData },
        [ofData.delete]: isAccepted(since(ofData.delete)) ? done : refused,
      }),
      sees: "nothing",
      sent: expect.anything(),
    });
    expect(timesOf(run, ofData.delete).length).toBeGreaterThan(1);
    function isAccepted(seconds: number | undefined) {
      return (seconds ?? 0) > 25;
    }
  });

  test("409 for ever: an error with the platform's words, at the deadline at last", async () => {
    const { run } = await destroy({
      object: [volume, "vol_1", { ...data, timeouts: { delete: "3m" } }],
      platform: () => ({
        [ofData.get]: { answer: shownData },
        [ofData.delete]: refusal(409, "volume is in use by inst_7"),
      }),
      sees: { code: expect.stringMatching(/refused|timeout/), says: /in use by inst_7/ },
      sent: expect.anything(),
    });
    expect(timesOf(run, ofData.delete).at(-1)).toBeLessThanOrEqual(180);
  });

  test("404 with JSON: the look decides, and it is gone", async () => {
    await destroy({
      object: rows.lan,
      platform: ({ count }) => ({
        [ofLan.list]: { answer: count(ofLan.delete) > 0 ? [otherLan] : [shownLan, otherLan] },
        [ofLan.delete]: notFound,
      }),
      sees: "nothing",
      sent: expect.anything(),
    });
  });

  test("404 with JSON, though the list still has it: an error with the console step and the word", async () => {
    await destroy({
      object: [network, "net-1", { name: "lan", timeouts: { delete: "2m" } }],
      platform: () => ({ [ofLan.list]: { answer: [shownLan] }, [ofLan.delete]: notFound }),
      sees: { code: "gap", says: /console.*HOSTING_DELETED_BY_HAND=Network:net-1/ },
      sent: expect.anything(),
    });
  });

  test.each<[string, Reply]>([
    ["405 with JSON", refusal(405, "Method Not Allowed")],
    ["501 with JSON", refusal(501, "Not Implemented")],
  ])(
    "%s of an assumed route: nothing can delete it, with the console step and the word",
    async (_status, reply) => {
      await destroy({
        object: rows.lan,
        platform: () => ({ [ofLan.list]: { answer: [shownLan] }, [ofLan.delete]: reply }),
        sees: { code: "gap", says: /console.*HOSTING_DELETED_BY_HAND=Network:net-1/ },
        sent: [ofLan.delete],
      });
    },
  );
});

describe("where nothing can delete it", () => {
  test.each<[string, readonly object[], Expectation["sees"]]>([
    ["and lists show it", [shownLan, otherLan], { code: "gap", says: /console.*=Network:net-1/ }],
    ["and lists show that it is gone", [otherLan], "nothing"],
  ])("%s", async (_where, listed, sees) => {
    const answer = JSON.parse(JSON.stringify(listed));
    const platform = () => ({ [ofLan.list]: { answer } });
    const settings = { assumptions: { "routes.network.delete": "none" } };
    await destroy({ object: rows.lan, platform, sees }, settings);
  });
});

test("an address is not gone because its assignment was ended in the same run", async () => {
  const run = newRun({ "POST /v1/floating-ips/fip_1/unassign": done });
  const assignment = held({ floatingIpId: "fip_1", instanceId: "inst_1" }, "route");
  await run.remove(floatingIpAssignment, { id: "fip_1", state: assignment });
  const state = held({ region: "eu-north" }, "ip");
  expect(await run.remove(floatingIp, { id: "fip_1", state })).toMatchObject({ code: "gap" });
});

describe("a DELETE whose answer is lost", () => {
  const lost = lostAnswer();

  test("it is looked for before it is repeated: gone", async () => {
    await destroy({
      object: rows.data,
      platform: ({ count }) => ({
        [ofData.get]: count(ofData.delete) > 0 ? notFound : { answer: shownData },
        [ofData.delete]: lost,
      }),
      sees: "nothing",
      sent: [ofData.delete],
    });
  });

  test("it is looked for before it is repeated: still there, so it is sent again", async () => {
    const { run } = await destroy({
      object: rows.data,
      platform: ({ count }) => ({
        [ofData.get]: count(ofData.delete) > 5 ? notFound : { answer: shownData },
        [ofData.delete]: count(ofData.delete) > 5 ? done : lost,
      }),
      sees: "nothing",
      sent: Array.from({ length: 6 }, () => ofData.delete),
    });
    const calls = run.sent.map(({ call }) => call);
    const between = calls.slice(calls.indexOf(ofData.delete), calls.lastIndexOf(ofData.delete));
    expect(between).toContain(ofData.get);
  });

  test.each<[string, Row["object"], Readonly<Record<string, Reply>>]>([
    ["of a stopped container", rows.web, { ...webIs("stopped"), [ofWeb.delete]: lost }],
    [
      "of what has to be stopped by hand",
      [instance, "inst_1", { name: "web", region: "eu", plan: "s", image: "debian/13" }],
      {
        "GET /v1/instances": { answer: [{ id: "inst_1", name: "web", status: "running" }] },
        "POST /v1/instances/inst_1/action": noSuchRoute,
        "DELETE /v1/instances/inst_1": lost,
      },
    ],
  ])("%s, it is no refusal: it is sent until the time is over", async (_what, object, answers) => {
    const [definition, id, state] = object;
    const run = newRun(answers);
    const { code, says } = await run.remove(definition, { id, state: held(state) });
    expect({ code, says }).toEqual({
      code: "timeout",
      says: expect.stringMatching(/^.*at last: no answer\).*again/),
    });
    expect(
      timesOf(run, `DELETE /${id === "web" ? "api/v1" : "v1"}/instances/${id}`).at(-1),
    ).toBeGreaterThan(500);
  });

  test("a member who was invited is looked for by the address", async () => {
    const [list, erase] = [
      "GET /v1/projects/proj_1/members",
      "DELETE /v1/projects/proj_1/members/usr_1",
    ];
    const ada = { id: "usr_1", email: "ada@shop.example", role: "viewer" };
    const invited = { projectId: "proj_1", email: ada.email, role: "viewer" };
    await destroy({
      object: [projectMember, `proj_1/${ada.email}`, invited],
      platform: ({ count }) => ({
        [list]: { answer: count(erase) > 1 ? [] : [ada] },
        [erase]: count(erase) > 1 ? done : lost,
      }),
      sees: "nothing",
      sent: [erase, erase],
    });
  });
});

describe("before a delete", () => {
  interface Preparation {
    readonly object: Row["object"];
    readonly step: string;
    readonly erase: string;
    readonly shown: (isDone: boolean) => Readonly<Record<string, Reply>>;
    readonly gone: Readonly<Record<string, Reply>>;
  }
  const address = { id: "fip_1", ip: "203.0.113.7", region: "eu" };
  const ofAddress = "/v1/floating-ips/fip_1";

  describe.each<[string, Preparation]>([
    [
      "a container is stopped",
      {
        object: rows.web,
        step: ofWeb.action,
        erase: ofWeb.delete,
        shown: (isDone) => webIs(isDone ? "stopped" : "running"),
        gone: webIs(undefined),
      },
    ],
    [
      "a volume is detached",
      {
        object: rows.data,
        step: ofData.detach,
        erase: ofData.delete,
        shown: (isDone) => ({
          [ofData.get]: { answer: { ...shownData, instance_id: isDone ? null : "inst_1" } },
        }),
        gone: { [ofData.get]: notFound },
      },
    ],
    [
      "a floating IP is unassigned",
      {
        object: [floatingIp, "fip_1", { region: "eu" }],
        step: `POST ${ofAddress}/unassign`,
        erase: `DELETE ${ofAddress}`,
        shown: (isDone) => ({
          [`GET ${ofAddress}`]: { answer: { ...address, instance_id: isDone ? null : "inst_1" } },
        }),
        gone: { [`GET ${ofAddress}`]: notFound },
      },
    ],
  ])("%s", (_what, { object, step, erase, shown, gone }) => {
    test("once", async () => {
      await destroy({
        object,
        platform: ({ count }) => ({
          ...(count(erase) > 0 ? gone : shown(count(step) > 0)),
          [step]: done,
          [erase]: done,
        }),
        sees: "nothing",
        sent: [step, erase],
      });
    });

    test.each([401, 403])("and a key that may not delete it (%i) reads that", async (status) => {
      await destroy({
        object,
        platform: ({ count }) => ({
          ...shown(count(step) > 0),
          [step]: done,
          [erase]: refusal(status, "role developer cannot delete resources"),
        }),
        sees: {
          code: "key",
          says: /was (?:stopped|detached|unassigned), but not deleted: .*role developer/,
        },
        sent: [step, erase],
      });
    });
  });

  test("a certificate waits while a load balancer uses it", async () => {
    const [get, gone] = ["GET /v1/certificates/cert_1", "DELETE /v1/certificates/cert_1"];
    const { run } = await destroy({
      object: [certificate, "cert_1", { name: "tls" }],
      platform: ({ since }) => {
        const isFree = (since(gone) ?? 0) > 30;
        return {
          [get]: isFree ? notFound : { answer: { id: "cert_1", name: "tls" } },
          [gone]: isFree ? done : refusal(409, "certificate is in use by lb-1"),
        };
      },
      sees: "nothing",
      sent: expect.anything(),
    });
    expect(timesOf(run, gone).length).toBeGreaterThan(1);
  });

  test.each<[string, boolean, number]>([
    ["for a minute where another stack's uses it", false, 60],
    ["to the deadline where one of this stack uses it", true, 300],
  ])("a certificate waits %s, and the error names the user", async (_how, isOurs, seconds) => {
    const [get, gone] = ["GET /v1/certificates/cert_1", "DELETE /v1/certificates/cert_1"];
    const run = newRun({
      [get]: { answer: { id: "cert_1", name: "tls" } },
      [gone]: refusal(409, "certificate is in use by lb-1"),
    });
    if (isOurs) run.context.memory.holders.noteStored(loadBalancer, { id: "lb-1", props: {} });
    const state = held({ name: "tls", timeouts: { delete: "5m" } });
    const outcome = await run.remove(certificate, { id: "cert_1", state });
    expect(outcome.says).toMatch(/certificate "main".*in use by lb-1/);
    expect(outcome.says).not.toContain("prepared");
    const last = timesOf(run, gone).at(-1);
    expect(last).toBeGreaterThanOrEqual(seconds - 15);
    expect(last).toBeLessThanOrEqual(seconds + 15);
  });
});
