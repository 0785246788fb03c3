/** Rule 2: absence needs one of two proofs, and nothing else removes anything. */
import { describe, expect, test } from "vitest";
import { defaultAssumptions } from "../../../../contract/assumptions.ts";
import type { Verb } from "../../../../contract/endpoints.ts";
import { findRoute } from "../../../../contract/routes.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { routeKey } from "../../../../provider/lifecycle/operation/routes.ts";
import { container } from "../../../../resources/compute/container.ts";
import { image } from "../../../../resources/compute/image.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { noSuchRoute, type Replies, type Reply } from "../../../support/fake-api.ts";
import { declared, held } from "../../../support/session.ts";
import { FakeClock } from "../../http/fake-clock.ts";
import { type Expectation, expectOutcome, newRun, timesOf } from "./run.ts";
import { type WatchedClass, type Wire, watchedClasses } from "./watched-inputs.ts";

const web = { name: "web", type: "container", image: "debian/13" };
const data = { name: "data", region: "eu", sizeGb: 10 };
const lan = { name: "lan" };
const forward = { instanceName: "web", protocol: "tcp", targetPort: 80 };
const base = { name: "base", source: { instanceId: "inst_1", snapshot: "nightly" } };

const volumeGet = "GET /v1/volumes/{volume_id}";
const works = (...routes: readonly string[]) => ({
  __routes: Object.fromEntries(routes.map((route) => [route, "works"])),
});
const notFound = (what: string): Reply => ({ status: 404, answer: { error: `${what} not found` } });
const otherVolume = { id: "vol_9", name: "other", region: "eu", size_gb: 1 };
const otherNetwork = { id: "net-9", name: "other" };
const page: Reply = { text: "<h1>Sign in</h1>" };

const theVolume = { definition: volume, was: ["vol_1", data] } as const;
const theNetwork = { definition: network, was: ["net-1", lan] } as const;
const theImage = { definition: image, was: ["img_1", base] } as const;
/** The volume, which a route showed before. */
const shownBy = (route: string) =>
  ({ definition: volume, was: ["vol_1", { ...data, ...works(route) }] }) as const;
const gone = { sees: "nothing", id: "" } as const;
const keptVolume = {
  ...{ sees: { says: /HOSTING_DELETED_BY_HAND|state delete/ }, id: "vol_1", state: data },
};

interface Row extends Expectation {
  readonly definition: Definition;
  readonly was: readonly [id: string, state: Props];
  readonly platform: Replies;
  readonly settings?: Parameters<typeof newRun>[1];
}

async function refresh({ definition, was: [id, state], platform, settings, ...expected }: Row) {
  const run = newRun(platform, settings);
  const outcome = await run.read(definition, id, held(state));
  expectOutcome(run, outcome, expected);
  return { run, outcome };
}

describe("the first proof: a 404 with a JSON error from a GET that is documented or has shown one of the kind", () => {
  test.each<[string, Row]>([
    [
      "a documented GET",
      { ...theImage, platform: { "GET /v1/images/img_1": notFound("image img_1") }, ...gone },
    ],
    [
      "a documented GET, beside the list of its kind",
      {
        definition: container,
        was: ["web", web],
        platform: {
          "GET /api/v1/instances": { answer: [] },
          "GET /api/v1/instances/web": notFound("instance web"),
        },
        ...gone,
      },
    ],
    [
      "an assumed GET that showed this object before",
      { ...shownBy(volumeGet), platform: { "GET /v1/volumes/vol_1": notFound("volume") }, ...gone },
    ],
  ])("%s", async (_happened, row) => void (await refresh(row)));

  test("an assumed GET that showed another one in this run", async () => {
    const run = newRun({
      "GET /v1/volumes/vol_9": { answer: otherVolume },
      "GET /v1/volumes/vol_1": notFound("volume"),
    });
    const other = held({ name: "other", region: "eu", sizeGb: 1 }, "other");
    expect(await run.read(volume, "vol_9", other)).toMatchObject({ id: "vol_9" });
    expect(await run.read(volume, "vol_1", held(data))).toMatchObject({ id: "", code: undefined });
  });
});

test("a documented list that calls it deleted is enough: no GET is asked for", async () => {
  const dead = { ...web, status: "Deleted" };
  await refresh({
    definition: container,
    was: ["web", web],
    platform: { "GET /api/v1/instances": { answer: [dead] } },
    ...gone,
  });
});

describe("the second proof, where no such GET is known: two whole lists 30 s apart", () => {
  test.each<[string, Row & { readonly list: string }]>([
    [
      "a documented list that shows others",
      {
        ...theNetwork,
        list: "GET /api/v1/networks",
        platform: { "GET /api/v1/networks": { answer: [otherNetwork] } },
        ...gone,
      },
    ],
    [
      "a documented list that is empty, and the only object",
      {
        ...theNetwork,
        list: "GET /api/v1/networks",
        platform: { "GET /api/v1/networks": { answer: [] } },
        ...gone,
      },
    ],
    [
      "an assumed list that shows another of the kind",
      {
        ...theVolume,
        list: "GET /v1/volumes",
        platform: { "GET /v1/volumes": { answer: [otherVolume] } },
        ...gone,
      },
    ],
    [
      "an assumed list that showed this object before and shows another",
      {
        ...shownBy("GET /v1/volumes"),
        list: "GET /v1/volumes",
        platform: { "GET /v1/volumes": { answer: [otherVolume] } },
        ...gone,
      },
    ],
  ])("%s", async (_happened, { list, ...row }) => {
    const { run } = await refresh(row);
    const times = timesOf(run, list);
    expect(times.length).toBeGreaterThanOrEqual(2);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(30);
  });

  test("where the run has a list from 30 s before that lacks it, one more is enough", async () => {
    const run = newRun({ "GET /api/v1/networks": { answer: [otherNetwork] } });
    await run.read(network, "net-9", held({ name: "other" }, "other"));
    await run.context.clock.sleep(30_000);
    expect(await run.read(network, "net-1", held(lan))).toMatchObject({ id: "" });
    expect(timesOf(run, "GET /api/v1/networks")).toEqual([0, 30]);
  });

  test("an assumed list that showed another one in this run, by an id of any form", async () => {
    const run = newRun({ "GET /v1/volumes": { answer: [{ ...otherVolume, id: 17 }] } });
    const other = held({ name: "other", region: "eu", sizeGb: 1 }, "other");
    expect(await run.read(volume, "17", other)).toMatchObject({ id: "17" });
    expect(await run.read(volume, "18", held(data))).toMatchObject({ id: "", code: undefined });
  });

  test("shown again by the second list, the object is there", async () => {
    const shown = { id: "net-1", name: "lan" };
    await refresh({
      ...theNetwork,
      platform: { "GET /api/v1/networks": [{ answer: [otherNetwork] }, { answer: [shown] }] },
      sees: "nothing",
      id: "net-1",
    });
  });
});

/** The end of a refresh where nothing is proven: it fails, or keeps the state with a reason. */
describe("no proof", () => {
  const ofList: readonly (readonly [string, Reply, Expectation["sees"]])[] = [
    ["401", { status: 401, answer: { error: "Unauthorized" } }, { code: "key", says: /401/ }],
    ["403", { status: 403, answer: { error: "Forbidden" } }, { code: "key", says: /403/ }],
    ["429", { status: 429, answer: { error: "Slow" } }, { code: "rateLimit", says: /429/ }],
    ["500", { status: 500, answer: { error: "Oops" } }, { code: "platform", says: /500/ }],
    ["503", { status: 503, text: "<h1>Busy</h1>" }, { code: "platform", says: /503/ }],
    ["a page with 200", page, { code: "platform", says: /JSON/ }],
  ];

  test.each(ofList)("%s from the documented list of a network", async (_status, reply, sees) => {
    await refresh({ ...theNetwork, platform: { "GET /api/v1/networks": reply }, sees });
  });

  test.each(ofList)("%s from the assumed list of a volume", async (_status, reply, sees) => {
    await refresh({ ...theVolume, platform: { "GET /v1/volumes": reply }, sees });
  });

  test.each(ofList)("%s from a documented GET", async (_status, reply, sees) => {
    await refresh({ ...theImage, platform: { "GET /v1/images/img_1": reply }, sees });
  });

  test.each(ofList)("%s from a GET that is known to work", async (_status, reply, sees) => {
    await refresh({
      ...shownBy(volumeGet),
      platform: { "GET /v1/volumes/vol_1": reply, "GET /v1/volumes": reply },
      sees,
    });
  });

  test.each<[string, Row]>([
    [
      "a 404 that is a page, from a documented GET",
      {
        ...theImage,
        platform: { "GET /v1/images/img_1": noSuchRoute },
        sees: { code: "noRoute", says: /404/ },
      },
    ],
    [
      "a 404 with JSON from a documented list",
      {
        ...theNetwork,
        platform: { "GET /api/v1/networks": notFound("networks") },
        sees: { code: "notFound", says: /404|not found/ },
      },
    ],
    [
      "lists without it, and a documented GET that answers with something else",
      {
        definition: container,
        was: ["web", web],
        platform: {
          "GET /api/v1/instances": { answer: [] },
          "GET /api/v1/instances/web": { answer: { status: "ok" } },
        },
        sees: { says: /cannot be read/ },
        id: "web",
      },
    ],
    [
      "a 404 with JSON from an assumed GET that never showed anything, and no list",
      {
        ...theVolume,
        platform: { "GET /v1/volumes/vol_1": notFound("volume vol_1") },
        ...keptVolume,
      },
    ],
    [
      "an assumed list that is empty, twice",
      { ...theVolume, platform: { "GET /v1/volumes": { answer: [] } }, ...keptVolume },
    ],
    [
      "an assumed list that is empty, though it showed others 30 s before",
      {
        ...theVolume,
        platform: { "GET /v1/volumes": [{ answer: [otherVolume] }, { answer: [] }] },
        ...keptVolume,
      },
    ],
    [
      "an assumed list that is empty, though it showed this object before",
      {
        ...shownBy("GET /v1/volumes"),
        platform: { "GET /v1/volumes": { answer: [] } },
        ...keptVolume,
      },
    ],
    [
      "a part of a list",
      {
        ...theNetwork,
        platform: {
          "GET /api/v1/networks": { answer: { networks: [otherNetwork], has_more: true } },
        },
        sees: { says: /part/ },
        id: "net-1",
        state: lan,
      },
    ],
    [
      "no route that reads it",
      {
        ...theVolume,
        platform: {},
        sees: { says: /cannot be read|no way to read|nothing reads/i },
        id: "vol_1",
        state: data,
      },
    ],
  ])("%s", async (_happened, row) => void (await refresh(row)));

  test("an empty list that would remove several objects at once", async () => {
    const names = ["net-1", "net-2", "net-3"];
    const clock = new FakeClock();
    const run = newRun({ "GET /api/v1/networks": { answer: [] } }, {}, clock);
    const reads = names.map((name) => run.read(network, name, held({ name }, name)));
    const outcomes = await clock.during(Promise.all(reads));
    expect(outcomes.map(({ id }) => id)).not.toContain("");
    const says = outcomes.map(({ says }) => says).join("\n");
    expect(says).toMatch(/HOSTING_DELETED_BY_HAND/);
  });

  test.each<[string, Definition, string, Replies, readonly Props[]]>([
    [
      "of one container's forwards, an empty list",
      portForward,
      "web/tcp/",
      { "GET /api/v1/instances/web/ports": { answer: [] } },
      [1, 2].map((publicPort) => ({ ...forward, publicPort })),
    ],
    [
      "a list that shows others",
      network,
      "net-",
      { "GET /api/v1/networks": { answer: [otherNetwork] } },
      [{ name: "a" }, { name: "b" }],
    ],
  ])("but %s may lack several", async (_list, definition, prefix, platform, states) => {
    const clock = new FakeClock();
    const run = newRun(platform, {}, clock);
    const reads = states.map((state, at) =>
      run.read(definition, `${prefix}${at + 1}`, held(state, `object ${at}`)),
    );
    expect(await clock.during(Promise.all(reads))).toMatchObject([{ id: "" }, { id: "" }]);
  });

  test("says the same once where nothing can be read", async () => {
    const run = newRun({});
    for (const name of ["a", "b"]) await run.read(volume, `vol_${name}`, held(data, name));
    const warnings = run.context.said.filter((line) => line.startsWith("warning: "));
    expect(warnings).toHaveLength(1);
  });
});

describe("an object that nothing has shown since its create was answered", () => {
  const isDocumented = ({ definition: { kind } }: WatchedClass) =>
    (["list", "get"] as const).some(
      (verb) => findRoute(kind, verb, defaultAssumptions)?.standing === "documented",
    );
  const withStatus = watchedClasses().filter(([, { definition }]) =>
    Object.hasOwn(definition.outputs.shape, "status"),
  );
  const assumed = withStatus.filter(([, of]) => !isDocumented(of));
  const documented = withStatus.filter(([, of]) => isDocumented(of));

  const absent = notFound("object");
  const others = ({ id, ...shown }: Wire): Reply => ({
    answer: [{ ...shown, id: `${String(id).slice(0, 4)}other`, name: "o", email: "o@example.eu" }],
  });
  /** By the route that is known to work. */
  const platforms: Readonly<Record<"get" | "list", (of: WatchedClass) => Replies>> = {
    get: ({ list = "", get = "" }) => ({ [get]: absent, [list]: { answer: [] } }),
    list: ({ list = "", get = "", shown }) => ({ [get]: noSuchRoute, [list]: others(shown) }),
  };
  const stateOf = ({ definition: { kind }, inputs }: WatchedClass, verb: Verb, more: Props) => {
    const route = findRoute(kind, verb, defaultAssumptions);
    const created = { __echoes: [], __shown: {}, status: "pending", ...more };
    return held({ ...inputs, ...(route && works(routeKey(route))), ...created });
  };

  test("concerns classes that the spec does not show how to read", () => {
    expect(assumed.map(([name]) => name).sort()).toEqual([
      "access:ProjectMember",
      "compute:Server",
      "network:LoadBalancer",
      "storage:Volume",
    ]);
  });

  describe.each(["get", "list"] as const)("and an answer of its %s without it", (verb) => {
    const read = (of: WatchedClass, more: Props = {}, settings: Row["settings"] = {}) =>
      newRun(platforms[verb](of), settings).read(of.definition, of.id, stateOf(of, verb, more));

    test.each(assumed)("proves nothing of %s that was not ready", async (_class, of) => {
      const { code, id, says, state } = await read(of);
      expect({ code, id }, says).toEqual({ code: undefined, id: of.id });
      expect(state).toMatchObject({ status: "pending" });
      expect(says).toMatch(/that nothing has shown.*HOSTING_DELETED_BY_HAND/);
    });

    test.each(assumed)("proves the absence of %s that was shown once", async (_class, of) => {
      const [input = ""] = Object.keys(of.definition.inputs.shape);
      expect(await read(of, { __echoes: [input] })).toMatchObject({ id: "" });
      expect(await read(of, { __shown: { [input]: "in other words" } })).toMatchObject({ id: "" });
    });

    test.each(assumed)("proves the absence of %s that was ready", async (_class, of) => {
      expect(await read(of, { status: "active" })).toMatchObject({ id: "" });
    });

    test.each(assumed)("ends %s by the user's word", async (_class, of) => {
      expect(await read(of, {}, { deletedByHand: [of.id] })).toMatchObject({ id: "" });
    });
  });

  describe("is waited for where it was not ready", () => {
    const createOn = (shownAfter: number, more: Props = {}) => {
      let sentAt = Number.POSITIVE_INFINITY;
      const made = { id: "vol_1", name: "data", region: "eu", size_gb: 10 };
      const run = newRun({
        "POST /v1/volumes": ({ at }) => {
          sentAt = at;
          return { answer: { ...made, status: "creating" } };
        },
        "GET /v1/volumes": ({ at }) => {
          const isShown = at >= sentAt + shownAfter * 1000;
          return { answer: [otherVolume, ...(isShown ? [{ ...made, status: "available" }] : [])] };
        },
      });
      return run.create(volume, declared({ ...data, ...more }));
    };

    test("until a list shows it", async () => {
      const outcome = await createOn(300);
      expect(outcome).toMatchObject({ code: undefined, state: { status: "available" } });
    });

    test("until its time is over, and stays in the state then", async () => {
      const outcome = await createOn(3600, { timeouts: { create: "10m" } });
      expect(outcome).toMatchObject({
        code: "timeout",
        id: "vol_1",
        state: { status: "creating" },
      });
    });
  });

  test.each(documented)("a documented route proves the absence of %s", async (_class, of) => {
    const { list = "", get = "", shown } = of;
    const run = newRun({ [list]: others(shown), [get]: absent });
    const outcome = await run.read(of.definition, of.id, stateOf(of, "get", {}));
    expect(outcome).toMatchObject({ id: "" });
  });
});

describe("the user's word (HOSTING_DELETED_BY_HAND) is checked by one look and never hides what is there", () => {
  const shown = { id: "vol_1", name: "data", region: "eu", size_gb: 10 };
  test.each<[string, Row]>([
    [
      "nothing reads the kind",
      { ...theVolume, settings: { deletedByHand: ["vol_1"] }, platform: {}, ...gone },
    ],
    [
      "with its class",
      { ...theVolume, settings: { deletedByHand: ["Volume:vol_1"] }, platform: {}, ...gone },
    ],
    [
      "of another object",
      {
        ...theVolume,
        settings: { deletedByHand: ["vol_2"] },
        platform: {},
        sees: { says: /\S/ },
        id: "vol_1",
      },
    ],
    [
      "the object is shown by its GET",
      {
        ...theVolume,
        settings: { deletedByHand: ["vol_1"] },
        platform: { "GET /v1/volumes/vol_1": { answer: shown } },
        sees: "nothing",
        id: "vol_1",
      },
    ],
    [
      "the object is shown by its list",
      {
        ...theVolume,
        settings: { deletedByHand: ["vol_1"] },
        platform: { "GET /v1/volumes": { answer: [shown] } },
        sees: "nothing",
        id: "vol_1",
      },
    ],
    [
      "a page with 404 does not show it",
      {
        ...theImage,
        settings: { deletedByHand: ["img_1"] },
        platform: { "GET /v1/images/img_1": noSuchRoute },
        ...gone,
      },
    ],
    [
      "the look fails",
      {
        ...theNetwork,
        settings: { deletedByHand: ["net-1"] },
        platform: { "GET /api/v1/networks": { status: 500, answer: { error: "Oops" } } },
        sees: { code: "platform", says: /500/ },
      },
    ],
  ])("%s", async (_happened, row) => void (await refresh(row)));

  test("one list without it is enough", async () => {
    const { run } = await refresh({
      ...theNetwork,
      settings: { deletedByHand: ["net-1"] },
      platform: { "GET /api/v1/networks": { answer: [otherNetwork] } },
      ...gone,
    });
    expect(timesOf(run, "GET /api/v1/networks")).toHaveLength(1);
  });

  test("it ends a destroy where nothing can delete", async () => {
    const run = newRun({}, { deletedByHand: ["vol_1"] });
    const outcome = await run.remove(volume, { id: "vol_1", state: held(data) });
    expectOutcome(run, outcome, { sees: "nothing" });
  });
});

describe("a proven absence", () => {
  test("is an error for `get`", async () => {
    const run = newRun({ "GET /v1/images/img_1": notFound("image img_1") });
    const outcome = await run.read(image, "img_1", { ...held({}), __lookup: true });
    expectOutcome(run, outcome, { sees: { code: "notFound", says: /img_1/ } });
  });

  test("is success for a destroy", async () => {
    const absent = notFound("volume");
    const run = newRun({ "GET /v1/volumes/vol_1": absent, "DELETE /v1/volumes/vol_1": absent });
    const state = held({ ...data, ...works(volumeGet) });
    const { code, says } = await run.remove(volume, { id: "vol_1", state });
    expect({ code, says }).toEqual({ says: "" });
  });
});
