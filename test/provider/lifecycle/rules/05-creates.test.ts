/** Rule 5: at most one object per create, whatever answer is lost and whatever process is killed. */
import { describe, expect, test } from "vitest";
import type { Journal } from "../../../../provider/coordination/journal.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { type ErrorCode, HostingError } from "../../../../provider/errors.ts";
import { tokenOfCreate } from "../../../../provider/lifecycle/create/unresolved.ts";
import { endRun } from "../../../../provider/lifecycle/end-run.ts";
import { intentOf } from "../../../../provider/lifecycle/operation/intent.ts";
import { container } from "../../../../resources/compute/container.ts";
import { image } from "../../../../resources/compute/image.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { isPlugin } from "../../../support/door.ts";
import { noSuchRoute, type Replies, type Reply, type Sent } from "../../../support/fake-api.ts";
import { declared, held } from "../../../support/session.ts";
import { checked } from "../../../support/session-object.ts";
import {
  journalOfTest,
  killAt,
  laterBy,
  lostAnswer,
  newRun,
  notFound,
  type Outcome,
  type Run,
  timesOf,
  writesOf,
} from "./run.ts";

/** Seconds after which a request without an answer can no longer arrive, as its error says. */
const settles = 15;
const lost = lostAnswer(settles);
const full: Reply = { status: 503, answer: { error: "no capacity in region eu" } };
const unresolved = /^unresolved-/;

/** A kind with what its objects look like. */
interface Subject {
  readonly definition: Definition;
  readonly inputs: Props;
  readonly routes: { readonly list: string; readonly create: string; readonly get: string };
  readonly shown: Props;
}

const ofContainer: Subject = {
  definition: container,
  inputs: declared({ name: "web", type: "container", image: "debian/13" }),
  routes: {
    list: "GET /api/v1/instances",
    create: "POST /api/v1/instances",
    get: "GET /api/v1/instances/web",
  },
  shown: { name: "web", status: "running", ip_addresses: ["10.0.0.2"], ipv6_addresses: [] },
};
const ofNetwork: Subject = {
  definition: network,
  inputs: declared({ name: "lan" }),
  routes: {
    list: "GET /api/v1/networks",
    create: "POST /api/v1/networks",
    get: "GET /api/v1/networks/net-1",
  },
  shown: { id: "net-1", name: "lan" },
};
const ofVolume: Subject = {
  definition: volume,
  inputs: declared({ name: "data", region: "eu", sizeGb: 10 }),
  routes: { list: "GET /v1/volumes", create: "POST /v1/volumes", get: "GET /v1/volumes/vol_1" },
  shown: { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" },
};
const ofAddress: Subject = {
  definition: floatingIp,
  inputs: declared({ region: "eu" }),
  routes: {
    list: "GET /v1/floating-ips",
    create: "POST /v1/floating-ips",
    get: "GET /v1/floating-ips/fip_1",
  },
  shown: { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: null },
};
const ofImage: Subject = {
  definition: image,
  inputs: declared({ name: "base", source: { instanceId: "inst_1", snapshot: "nightly" } }),
  routes: { list: "GET /v1/images", create: "POST /v1/images", get: "GET /v1/images/img_1" },
  shown: { id: "img_1", name: "base", status: "available" },
};

const ofForward: Subject = {
  definition: portForward,
  inputs: declared({ instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 80 }),
  routes: {
    list: "GET /api/v1/instances/web/ports",
    create: "POST /api/v1/instances/web/ports",
    get: "GET /api/v1/instances/web/ports/20001",
  },
  shown: { protocol: "tcp", public_port: 20_001, target_port: 80 },
};

function json(value: unknown) {
  return JSON.parse(JSON.stringify(value));
}

/** How far a create is when the platform is asked. */
interface Moment {
  /** Creates that were sent. */
  readonly posts: number;
  /** Since the first of them. */
  readonly seconds: number;
}

/** A platform whose list shows what it has at each moment; undefined where it has no list. */
interface Platform {
  readonly list: ((moment: Moment) => readonly Props[] | Reply) | undefined;
  /** Answers to the creates, one after another. */
  readonly create: readonly (Reply | undefined)[];
  readonly get?: Reply;
}

function repliesOf({ routes, shown }: Subject, { list, create, get }: Platform): Replies {
  const posts: Sent[] = [];
  const momentOf = ({ at }: Sent): Moment => {
    const first = posts[0]?.at ?? at;
    return { posts: posts.length, seconds: (at - first) / 1000 };
  };
  return {
    [routes.create]: (one) => {
      posts.push(one);
      return create[Math.min(posts.length, create.length) - 1];
    },
    [routes.get]: (one) => {
      const items = list?.(momentOf(one));
      const isThere = !isList(items) || items.some(({ name }) => name === shown["name"]);
      return get ?? (isThere ? { answer: json(shown) } : notFound);
    },
    ...(list && {
      [routes.list]: (one: Sent): Reply => {
        const found = list(momentOf(one));
        return isList(found) ? { answer: json(found) } : found;
      },
    }),
  };
}

function isList(found: unknown): found is readonly Props[] {
  return Array.isArray(found);
}

interface Expected {
  /** Id in the state, of the error as well. */
  readonly id: string | RegExp;
  /** The gist of the error, where there is one. */
  readonly sees?: RegExp;
  readonly posts: number;
}

async function expectEnd(
  run: Run,
  subject: Subject,
  outcome: Outcome,
  expected: Expected,
): Promise<void> {
  const { id, code, says } = outcome;
  expect(id, says).toEqual(
    typeof expected.id === "string" ? expected.id : expect.stringMatching(expected.id),
  );
  const { sees } = expected;
  expect({ code, says }).toEqual(
    sees === undefined
      ? { code: undefined, says: expect.anything() }
      : { code: "unknownOutcome", says: expect.stringMatching(sees) },
  );
  if (sees === undefined) expect(says).not.toMatch(/warning|undefined/);
  // The row of what exists stays until a state has it, and that of what may exist until the user ends it.
  // (The plugin has a token of its own for what exists.)
  const { token } = intentOf(run.context, subject.definition, subject.inputs);
  const open = await run.context.journal.find(
    unresolved.test(id ?? "") ? tokenOfCreate(id ?? "") : token,
    Infinity,
  );
  if (sees !== undefined) expect(open).toMatchObject({ id: undefined });
  else if (!isPlugin) expect(open).toMatchObject({ id });
  expect(writesOf(run)).toEqual(new Array(expected.posts).fill(subject.routes.create));
}

const waysOut = /adopt.*HOSTING_FORGET_UNRESOLVED|HOSTING_FORGET_UNRESOLVED.*adopt/;
const other = (shown: Props): Props => ({ ...shown, id: "vol_9", name: "other" });

describe("a create whose answer is lost", () => {
  const made = { answer: json(ofContainer.shown) };
  test.each<[string, Subject, Platform, Expected]>([
    [
      "it was made, and is found by its name: taken over",
      ofContainer,
      { list: ({ posts }) => (posts > 0 ? [ofContainer.shown] : []), create: [lost] },
      { id: "web", posts: 1 },
    ],
    [
      "it was made, and is found late",
      ofContainer,
      { list: ({ seconds }) => (seconds > 20 ? [ofContainer.shown] : []), create: [lost] },
      { id: "web", posts: 1 },
    ],
    [
      "it was made, and the platform writes its name in capitals",
      ofNetwork,
      {
        list: ({ posts }) => (posts > 0 ? [{ ...ofNetwork.shown, name: "LAN" }] : []),
        create: [lost],
      },
      { id: "net-1", posts: 1 },
    ],
    [
      "it was made, and lists go on showing one of its name that was deleted",
      ofNetwork,
      {
        list: ({ seconds }) => [
          { id: "net-0", name: "lan", status: "deleted" },
          ...(seconds > 2 ? [ofNetwork.shown] : []),
        ],
        create: [lost],
      },
      { id: "net-1", posts: 1 },
    ],
    [
      "it was not made, and the whole documented list would show it: sent once more",
      ofContainer,
      {
        list: ({ posts }) => (posts > 1 ? [ofContainer.shown] : []),
        create: [lost, made],
      },
      { id: "web", posts: 2 },
    ],
    [
      "it was not made, and the whole assumed list shows others: sent once more",
      ofVolume,
      {
        list: ({ posts }) => [other(ofVolume.shown), ...(posts > 1 ? [ofVolume.shown] : [])],
        create: [lost, { answer: json(ofVolume.shown) }],
      },
      { id: "vol_1", posts: 2 },
    ],
    [
      "sent once more, it is refused, because the first came through after all: taken over",
      ofContainer,
      {
        list: ({ posts }) => (posts > 1 ? [ofContainer.shown] : []),
        create: [lost, { status: 409, answer: { error: 'an instance named "web" exists' } }],
      },
      { id: "web", posts: 2 },
    ],
    [
      "sent once more, its answer is lost as well, and no list can be read any more: nobody can say",
      ofContainer,
      {
        list: ({ posts }) => (posts > 1 ? { status: 500, answer: { error: "Oops" } } : []),
        create: [lost, lost],
      },
      { id: unresolved, sees: /sent twice.*adopt/, posts: 2 },
    ],
    [
      "sent once more, it was made, as an answer without an id says, and nothing is listed: nobody can say",
      ofVolume,
      { list: () => [other(ofVolume.shown)], create: [lost, { answer: {} }] },
      { id: unresolved, sees: /sent twice.*adopt/, posts: 2 },
    ],
    [
      "sent once more, it is refused for a name that is taken, and nothing is listed: nobody can say",
      ofContainer,
      { list: () => [], create: [lost, { status: 422, answer: { error: "it exists" } }] },
      { id: unresolved, sees: /sent twice.*refused \(422\): it exists.*adopt/, posts: 2 },
    ],
    [
      "sent once more, it is refused as a conflict, and nothing is listed: nobody can say",
      ofContainer,
      { list: () => [], create: [lost, { status: 409, answer: { error: "no" } }] },
      { id: unresolved, sees: /sent twice.*adopt/, posts: 2 },
    ],
    [
      "no list tells: the platform's own words are in the message",
      ofVolume,
      { list: undefined, create: [full] },
      { id: unresolved, sees: /\(503\): no capacity in region eu\..*adopt/, posts: 1 },
    ],
    [
      "two of that name, one of them in another region: nobody can say which",
      ofVolume,
      {
        list: ({ posts }) =>
          posts > 0 ? [ofVolume.shown, { ...ofVolume.shown, id: "vol_2", region: "us" }] : [],
        create: [lost],
      },
      { id: unresolved, sees: /vol_1 or vol_2/, posts: 1 },
    ],
    [
      "a part of a list shows one of its name, which others may have had: nobody can say",
      ofVolume,
      {
        list: ({ posts }) => ({
          answer: json({ volumes: posts > 0 ? [ofVolume.shown] : [], has_more: true }),
        }),
        create: [lost],
      },
      { id: unresolved, sees: /vol_1.*adopt/, posts: 1 },
    ],
    [
      "the entries of a whole list have ids and no names: nobody can say",
      ofNetwork,
      { list: () => [{ id: "net-9" }], create: [lost] },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "a forward was not made: sent once more",
      ofForward,
      {
        list: ({ posts }) => (posts > 1 ? [ofForward.shown] : []),
        create: [lost, { answer: {} }],
      },
      { id: "web/tcp/20001", posts: 2 },
    ],
    [
      "a forward, of whose list a part is shown: nobody can say",
      ofForward,
      { list: () => ({ answer: { ports: [], has_more: true } }), create: [lost] },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "it was made, as an answer without an id says, and the whole list does not show it",
      ofVolume,
      { list: () => [other(ofVolume.shown)], create: [{ answer: {} }] },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "nobody can say: the last look at a list fails",
      ofNetwork,
      {
        list: ({ seconds }) => (seconds > 40 ? { status: 500, answer: { error: "Oops" } } : []),
        create: [lost],
      },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "nobody can say: no list",
      ofVolume,
      { list: undefined, create: [lost] },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "nobody can say: an assumed list that is empty",
      ofVolume,
      { list: () => [], create: [lost] },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "nobody can say: a part of a list",
      ofNetwork,
      { list: () => ({ answer: { networks: [], has_more: true } }), create: [lost] },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "nobody can say: a list that fails",
      ofNetwork,
      {
        list: ({ posts }) => (posts > 0 ? { status: 500, answer: { error: "Oops" } } : []),
        create: [lost],
      },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "one of that name in another region: nobody can say",
      ofVolume,
      {
        list: ({ posts }) => (posts > 0 ? [{ ...ofVolume.shown, id: "vol_2", region: "us" }] : []),
        create: [lost],
      },
      { id: unresolved, sees: /vol_2/, posts: 1 },
    ],
    [
      "one of that name whose id is not shown: nobody can say",
      ofVolume,
      { list: ({ posts }) => (posts > 0 ? [{ name: "data" }] : []), create: [lost] },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "it was made, and its region is not shown: taken over",
      ofVolume,
      {
        list: ({ posts }) => (posts > 0 ? [{ ...ofVolume.shown, region: null }] : []),
        create: [lost],
      },
      { id: "vol_1", posts: 1 },
    ],
    [
      "it was made, has a name of nobody else, and its region is spelled otherwise: taken over",
      { ...ofVolume, inputs: { ...ofVolume.inputs, __generatedName: true } },
      {
        list: ({ posts }) => (posts > 0 ? [{ ...ofVolume.shown, region: "EU-1" }] : []),
        create: [lost],
      },
      { id: "vol_1", posts: 1 },
    ],
    [
      "it was made, and its name in capitals is its id: taken over",
      ofNetwork,
      { list: ({ posts }) => (posts > 0 ? [{ name: "LAN" }] : []), create: [lost] },
      { id: "LAN", posts: 1 },
    ],
    [
      "two of that name: nobody can say which",
      ofVolume,
      {
        list: ({ posts }) =>
          posts > 0 ? [ofVolume.shown, { ...ofVolume.shown, id: "vol_2" }] : [],
        create: [lost],
      },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
    [
      "a kind without a name, though it is listed: nobody can say which",
      ofAddress,
      {
        list: ({ posts }) => [
          { ...ofAddress.shown, id: "fip_7" },
          ...(posts > 0 ? [ofAddress.shown] : []),
        ],
        create: [lost],
      },
      { id: unresolved, sees: waysOut, posts: 1 },
    ],
  ])("%s", async (_happened, subject, platform, expected) => {
    const run = newRun(repliesOf(subject, platform));
    const outcome = await run.create(subject.definition, subject.inputs);
    await expectEnd(run, subject, outcome, expected);
    // An answer that came says nothing; what was found without one is named.
    if (expected.sees === undefined && expected.posts === 1)
      expect(outcome.says).toContain(outcome.id);
  });

  const refusal = (status: number, error: string): Reply => ({ status, answer: { error } });
  test.each<[string, Reply, ErrorCode, RegExp]>([
    ["a key that may not", refusal(403, "this key may only read"), "key", /only read/],
    ["a wrong input", refusal(422, "image is unknown"), "refused", /image is unknown/],
    ["a quota", refusal(403, "quota exceeded"), "refused", /quota exceeded.*Make room/],
    ["a quota, as a conflict", refusal(409, "quota exceeded"), "refused", /quota exceeded/],
    ["no room", full, "platform", /no capacity in region eu.*later/],
    ["a lost answer", lost, "platform", /sent twice.*later/],
  ])(
    "sent once more, and nothing is listed after %s: an error, and the next run makes it",
    async (_why, second, code, says) => {
      const platform = {
        list: ({ posts }: Moment) => (posts > 2 ? [ofContainer.shown] : []),
        create: [lost, second, made],
      };
      const replies = repliesOf(ofContainer, platform);
      const run = newRun(replies);
      const outcome = await run.create(container, ofContainer.inputs);
      expect(outcome).toMatchObject({ id: undefined, code, says: expect.stringMatching(says) });
      const { token } = intentOf(run.context, container, ofContainer.inputs);
      expect(await run.context.journal.find(token, Infinity)).toBeUndefined();
      const next = await run.create(container, ofContainer.inputs);
      expect(next).toMatchObject({ id: "web", code: undefined });
    },
  );

  test("a second request leaves when the first can no longer arrive, and the search after it ends likewise", async () => {
    const run = newRun(repliesOf(ofContainer, { list: () => [], create: [lost, lost] }));
    await run.create(container, ofContainer.inputs);
    const [first = 0, second = 0] = timesOf(run, ofContainer.routes.create);
    const looks = timesOf(run, ofContainer.routes.list);
    expect(second - first).toBeGreaterThanOrEqual(settles);
    expect((looks.at(-1) ?? 0) - second).toBe(second - first);
  });

  test("what another declaration has is not taken over", async () => {
    const list = ({ posts }: Moment) => (posts > 0 ? [ofVolume.shown] : []);
    const run = newRun(repliesOf(ofVolume, { list, create: [lost] }));
    const theirs = declared({ name: "data", region: "eu", sizeGb: 10 }, "other");
    await run.plan(volume, { id: "vol_1", state: held(theirs, "other") }, theirs);
    const outcome = await run.create(volume, ofVolume.inputs);
    await expectEnd(run, ofVolume, outcome, { id: unresolved, sees: waysOut, posts: 1 });
  });

  test("nothing is sent twice before the first can no longer arrive", async () => {
    const platform = { list: () => [], create: [lost, made] };
    const run = newRun(repliesOf(ofContainer, platform));
    await run.create(container, ofContainer.inputs);
    const [first, second] = run.sent.filter(({ call }) => call.startsWith("POST"));
    const seconds = ((second?.at ?? 0) - (first?.at ?? 0)) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(settles);
    // Every look is one list: none waits for a second one.
    expect(seconds).toBeLessThan(settles + 40);
  });

  test("a request that was never sent is an error, and nothing is looked for", async () => {
    const unsent = { error: new HostingError("unsent", "the host name was not found.") };
    const platform = { list: () => [], create: [unsent] };
    const run = newRun(repliesOf(ofNetwork, platform));
    const outcome = await run.create(network, ofNetwork.inputs);
    expect(outcome).toMatchObject({ id: undefined, code: "unsent" });
  });
});

describe("the run after one that was killed in a create", () => {
  const journal = journalOfTest();

  /** A run that ends right after a request left, of which no answer comes. */
  async function kill(subject: Subject, platform: Platform, call: string): Promise<void> {
    const run = newRun(repliesOf(subject, platform), { journal: journal.open(1) });
    void run.create(subject.definition, subject.inputs);
    await killAt(run, call);
  }

  /** Killed after the request left and before its answer. */
  const killUnanswered = (subject: Subject) =>
    kill(subject, { list: () => [], create: [undefined] }, subject.routes.create);

  /** Killed after the answer brought the id, while it was waited for. */
  async function killAnswered(subject: Subject): Promise<void> {
    const answer = json({ ...subject.shown, status: "creating" });
    const replies = repliesOf(subject, { list: () => [], create: [{ answer }] });
    const platform = { ...replies, [subject.routes.get]: () => undefined };
    const run = newRun(platform, { journal: journal.open(1) });
    void run.create(subject.definition, subject.inputs);
    await killAt(run, subject.routes.get);
  }

  async function nextRun(
    subject: Subject,
    platform: Platform,
    { running = [], key }: { readonly running?: readonly number[]; readonly key?: string } = {},
  ) {
    const settings = { journal: journal.open(2, { running }), ...(key && { keyMark: () => key }) };
    const run = newRun(repliesOf(subject, platform), settings);
    return { run, outcome: await run.create(subject.definition, subject.inputs) };
  }

  const never: Reply = { error: new HostingError("bug", "a second create was sent") };

  test.each<[string, Subject, Platform, Expected]>([
    [
      "it is listed: taken over",
      ofContainer,
      { list: () => [ofContainer.shown], create: [never] },
      { id: "web", posts: 0 },
    ],
    [
      "it is listed, and its list is assumed: taken over",
      ofVolume,
      { list: () => [ofVolume.shown], create: [never] },
      { id: "vol_1", posts: 0 },
    ],
    [
      "it is not in the whole list: created",
      ofContainer,
      {
        list: ({ posts }) => (posts > 0 ? [ofContainer.shown] : []),
        create: [{ answer: json(ofContainer.shown) }],
      },
      { id: "web", posts: 1 },
    ],
    [
      "it is not in the whole assumed list, which shows others: created",
      ofVolume,
      {
        list: ({ posts }) => [other(ofVolume.shown), ...(posts > 0 ? [ofVolume.shown] : [])],
        create: [{ answer: json(ofVolume.shown) }],
      },
      { id: "vol_1", posts: 1 },
    ],
    [
      "nothing lists its kind: a placeholder",
      ofVolume,
      { list: undefined, create: [never] },
      { id: unresolved, sees: waysOut, posts: 0 },
    ],
    [
      "it has no name: a placeholder, whatever is listed",
      ofAddress,
      { list: () => [ofAddress.shown], create: [never] },
      { id: unresolved, sees: waysOut, posts: 0 },
    ],
  ])("killed before the answer, %s", async (_happened, subject, platform, expected) => {
    await killUnanswered(subject);
    const { run, outcome } = await nextRun(subject, platform);
    await expectEnd(run, subject, outcome, expected);
    if (expected.sees === undefined && expected.posts === 0)
      expect(outcome.says).toContain(outcome.id);
  });

  test("it is listed, and a look at it fails: its id is stored, and nothing is sent", async () => {
    await killUnanswered(ofVolume);
    const get = { status: 500, answer: { error: "Oops" } };
    const platform = { list: () => [ofVolume.shown], create: [never], get };
    const { run, outcome } = await nextRun(ofVolume, platform);
    expect(outcome).toMatchObject({ id: "vol_1", code: expect.any(String) });
    expect(writesOf(run)).toEqual([]);
  });

  test.each<[string, Subject, Platform, Expected]>([
    [
      "a volume is there: taken over by its id",
      ofVolume,
      { list: undefined, create: [never] },
      { id: "vol_1", posts: 0 },
    ],
    [
      "nothing reads the volume: it was made, and is there",
      ofVolume,
      { list: undefined, create: [never], get: noSuchRoute },
      { id: "vol_1", posts: 0 },
    ],
    [
      "a floating IP is there: taken over by its id",
      ofAddress,
      { list: undefined, create: [never] },
      { id: "fip_1", posts: 0 },
    ],
    [
      "an image was deleted since, by a 404 of its documented GET: created",
      ofImage,
      {
        list: undefined,
        create: [{ answer: json({ ...ofImage.shown, id: "img_1" }) }],
        get: notFound,
      },
      { id: "img_1", posts: 1 },
    ],
  ])("killed after the answer, %s", async (_happened, subject, platform, expected) => {
    if (subject === ofAddress) await killWithId(subject);
    else await killAnswered(subject);
    const { run, outcome } = await nextRun(subject, platform);
    await expectEnd(run, subject, outcome, expected);
  });

  test.each([
    ["a volume", ofVolume],
    ["a network", ofNetwork],
    ["an image", ofImage],
  ])(
    "killed after the answer, its id shows another name than was sent for %s: a placeholder",
    async (_what, subject) => {
      await killAnswered(subject);
      const shown = { ...subject.shown, name: "production-db" };
      const get = { status: 200, answer: json(shown) };
      const { run, outcome } = await nextRun(subject, {
        list: () => [shown],
        create: [never],
        get,
      });
      expect(outcome).toMatchObject({
        id: expect.stringMatching(unresolved),
        says: expect.stringMatching(waysOut),
      });
      expect(writesOf(run)).toEqual([]);
      expect(outcome.says).not.toContain("production-db");
    },
  );

  /** An engine that dies also stores an object that is ready by its answer. */
  async function killWithId(subject: Subject): Promise<void> {
    const replies = repliesOf(subject, {
      list: () => [],
      create: [{ answer: json(subject.shown) }],
    });
    await newRun(replies, { journal: journal.open(1) }).create(subject.definition, subject.inputs);
  }

  test.each([
    ["a name of the user's", { name: "data" }],
    ["a generated name", {}],
  ])(
    "the program has another size by now, and %s: taken over, and grown to it",
    async (_whose, named) => {
      const sized = (sizeGb: number) =>
        checked(volume, declared({ ...named, region: "eu", sizeGb }));
      const shown = { ...ofVolume.shown, name: sized(10)["name"] };
      const subject = { ...ofVolume, inputs: sized(10), shown };
      await killUnanswered(subject);
      let size = 10;
      const replies = repliesOf(subject, {
        list: () => [{ ...shown, size_gb: size }],
        create: [never],
      });
      const platform: Replies = {
        ...replies,
        "PATCH /v1/volumes/vol_1": () => {
          size = 20;
          return { answer: json({ ...shown, size_gb: size }) };
        },
        "GET /v1/volumes/vol_1": () => ({ answer: json({ ...shown, size_gb: size }) }),
      };
      const run = newRun(platform, { journal: journal.open(2) });
      const outcome = await run.create(volume, sized(20));
      expect(outcome).toMatchObject({ id: "vol_1", state: { sizeGb: 20 } });
      expect(writesOf(run)).toEqual(["PATCH /v1/volumes/vol_1"]);
    },
  );

  test("it is not there, as the user says: created", async () => {
    await killUnanswered(ofAddress);
    const { outcome } = await nextRun(ofAddress, { list: undefined, create: [never] });
    const [word = ""] = /(?<=HOSTING_FORGET_UNRESOLVED=)[\w-]+/.exec(outcome.says) ?? [];
    const settings = { journal: journal.open(3, { after: 3600 }), forgetUnresolved: [word] };
    const replies = repliesOf(ofAddress, {
      list: undefined,
      create: [{ answer: json(ofAddress.shown) }],
    });
    const run = newRun(replies, settings, laterBy(3600));
    expect(await run.create(floatingIp, ofAddress.inputs)).toMatchObject({ id: "fip_1" });
  });

  test("a process that still runs has it under way: an error, and nothing is sent", async () => {
    await killUnanswered(ofContainer);
    const platform = { list: () => [], create: [never] };
    const { run, outcome } = await nextRun(ofContainer, platform, { running: [1] });
    expect(outcome).toMatchObject({ id: undefined, code: "unsent" });
    expect(writesOf(run)).toEqual([]);
  });

  test.each<[string, readonly Props[], RegExp]>([
    ["it is not shown", [], /./],
    ["one of that name is shown", [ofContainer.shown], /maybe as web/],
  ])(
    "with another key, to which %s: a placeholder, and nothing is sent",
    async (_what, all, sees) => {
      await killUnanswered(ofContainer);
      const platform = { list: () => all, create: [never] };
      const { run, outcome } = await nextRun(ofContainer, platform, { key: "the key of Ben" });
      await expectEnd(run, ofContainer, outcome, { id: unresolved, sees, posts: 0 });
    },
  );

  test("it was to replace one of the same name: taken over", async () => {
    const inputs = { ...ofContainer.inputs, image: "debian/14" };
    const replacing = {
      ...ofContainer,
      inputs,
      shown: { ...ofContainer.shown, image: "debian/14" },
    };
    await killUnanswered(replacing);
    const platform = { list: () => [replacing.shown], create: [never] };
    const run = newRun(repliesOf(replacing, platform), { journal: journal.open(2) });
    const old = { id: "web", state: held(ofContainer.inputs) };
    expect(await run.plan(container, old, inputs)).toMatchObject({ replaces: ["image"] });
    await expectEnd(run, replacing, await run.create(container, inputs), { id: "web", posts: 0 });
  });

  describe("a row of the journal", () => {
    const twice = { answer: json({ ...ofAddress.shown, id: "fip_2" }) };

    test("is dropped when the run ends in good order: the holder of the name is somebody then", async () => {
      const platform = {
        list: ({ posts }: Moment) => (posts > 0 ? [ofContainer.shown] : []),
        create: [{ answer: json(ofContainer.shown) }],
      };
      const run = newRun(repliesOf(ofContainer, platform), { journal: journal.open(1) });
      await run.create(container, ofContainer.inputs);
      await endRun(run.context);
      const later = { list: () => [ofContainer.shown], create: [never] };
      const { outcome } = await nextRun(ofContainer, later);
      expect(outcome).toMatchObject({ id: undefined, says: expect.stringMatching(/adopt/) });
    });

    test("of a kind without a name stays when the run ends, for an engine that stored nothing", async () => {
      await killWithId(ofAddress);
      const run = newRun({}, { journal: journal.open(3) });
      await endRun(run.context);
      const { run: next, outcome } = await nextRun(ofAddress, { list: undefined, create: [never] });
      await expectEnd(next, ofAddress, outcome, { id: "fip_1", posts: 0 });
    });

    test.each(["diff", "read", "remove"] as const)(
      "is dropped when an operation is shown a state with its id: %s",
      async (operation) => {
        await killWithId(ofAddress);
        const replies = { [ofAddress.routes.get]: { answer: json(ofAddress.shown) } };
        const gone = { ...replies, [ofAddress.routes.get]: notFound };
        const run = newRun(operation === "remove" ? gone : replies, { journal: journal.open(2) });
        const state = held({ ...ofAddress.inputs, __routes: { [routeOfGet]: "works" } });
        if (operation === "diff") {
          await run.plan(floatingIp, { id: "fip_1", state }, ofAddress.inputs);
        } else if (operation === "read") await run.read(floatingIp, "fip_1", state);
        else await run.remove(floatingIp, { id: "fip_1", state });
        const { run: next, outcome } = await nextRun(ofAddress, {
          list: undefined,
          create: [twice],
        });
        await expectEnd(next, ofAddress, outcome, { id: "fip_2", posts: 1 });
      },
    );

    test("that nothing asks for any more is named at the end of the run, as the platform knows it", async () => {
      await killUnanswered(ofNetwork);
      const run = newRun({}, { journal: journal.open(2) });
      const another = { id: "vol_9", state: held({ name: "x", region: "eu", sizeGb: 1 }, "x") };
      await run.plan(volume, another, declared({ name: "x", region: "eu", sizeGb: 1 }, "x"));
      expect(await endRun(run.context)).toBe(true);
      expect(run.context.said.join("\n")).toMatch(/network.*lan/);
    });
  });
});

const routeOfGet = "GET /v1/floating-ips/{id}";

describe("the line on disk", () => {
  const platform = { list: () => [], create: [{ answer: json(ofVolume.shown) }] };

  /** A journal that tells what is done to it. */
  function watched(log: string[]): Journal {
    const inner = newRun({}).context.journal;
    return {
      find: (token, until) => inner.find(token, until),
      sent: async (intent, until) => {
        await inner.sent(intent, until);
        log.push("line");
      },
      made: async (intent, id) => {
        await inner.made(intent, id);
        log.push(id);
      },
      aheadMs: () => inner.aheadMs(),
      drop: (token) => inner.drop(token),
      endWithState: (object) => inner.endWithState(object),
      unsettled: (stack) => inner.unsettled(stack),
      endRun: () => inner.endRun(),
      stopping: (machine) => inner.stopping(machine),
      isStopped: (object) => inner.isStopped(object),
      endStop: (object) => inner.endStop(object),
    };
  }

  test("comes before the request, and the id after its answer", async () => {
    const log: string[] = [];
    const replies = repliesOf(ofVolume, platform);
    const create = replies[ofVolume.routes.create];
    const run = newRun(
      {
        ...replies,
        [ofVolume.routes.create]: (one) => {
          log.push("request");
          return typeof create === "function" ? create(one) : undefined;
        },
      },
      { journal: watched(log) },
    );
    await run.create(volume, ofVolume.inputs);
    expect(log).toEqual(["line", "request", "vol_1"]);
  });

  test("has no input but names, and no secret", async () => {
    const rows: unknown[] = [];
    const journal = { ...watched([]), sent: async (intent: unknown) => void rows.push(intent) };
    const replies = {
      "GET /v1/images": { answer: [] },
      "POST /v1/images": { answer: { id: "img_1", status: "available" } },
      "GET /v1/images/img_1": { answer: ofImage.shown },
    };
    await newRun(json(replies), { journal }).create(image, ofImage.inputs);
    const text = JSON.stringify(rows);
    expect(text).toContain("base");
    expect(text).not.toMatch(/nightly|inst_1/);
  });

  test("cannot be written: nothing is created", async () => {
    const failing = new HostingError("unsent", "the journal cannot be written.");
    const journal: Journal = {
      ...watched([]),
      sent: async () => {
        throw failing;
      },
    };
    const run = newRun(repliesOf(ofVolume, platform), { journal });
    const outcome = await run.create(volume, ofVolume.inputs);
    expect(outcome).toMatchObject({ id: undefined, code: "unsent" });
    expect(writesOf(run)).toEqual([]);
  });
});
