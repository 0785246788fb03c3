import { describe, expect, test } from "vitest";
import { defaultAssumptions } from "../../../../contract/assumptions.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import type { PartialFailure } from "../../../../provider/errors.ts";
import type { Api } from "../../../../provider/http/api.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import type { Context } from "../../../../provider/lifecycle/operation/context.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { type Expected, fakeApi, freeName } from "../../../support/fake-api.ts";
import { declared, newContext, partialFailureOf } from "../../../support/session.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });

/** The calls of a volume's creation: each further answer of its GET shows one of the statuses. */
function calls(...statuses: readonly string[]): readonly Expected[] {
  const body = { name: "data", region: "eu", size_gb: 10 };
  const answers = statuses.map((status) => ({ id: "vol_1", status }));
  return [
    freeName("POST /v1/volumes"),
    { call: "POST /v1/volumes", body, answer: { id: "vol_1", status: "creating" } },
    ...answers.map((answer) => ({ call: "GET /v1/volumes/vol_1", answer })),
  ];
}

function make(context: Context, more: Props = {}) {
  return create(context, volume, { ...inputs, ...more });
}

describe("a status word", () => {
  test.each([
    ...defaultAssumptions["words.ready"].map((word) => [word.toUpperCase(), "ready"] as const),
    ...defaultAssumptions["words.failed"].map((word) => [word, "failed"] as const),
    ...defaultAssumptions["words.pending"].map((word) => [word, "pending"] as const),
    ["Creating", "pending"] as const,
    // In no list, so the object can be used.
    ...["detached", "ok", "", "no such word"].map((word) => [word, "ready"] as const),
  ])("%j means that the object is %s", async (status, meaning) => {
    const api: Api = {
      call: async ({ method, path }) =>
        method === "GET" && path === "/volumes" ? [] : { id: "vol_1", status },
    };
    const made = make(newContext([], { api }), { timeouts: { create: 1 } }).then(
      () => "ready",
      (error: PartialFailure) => (error.code === "timeout" ? "pending" : error.code),
    );
    expect(await made).toBe(meaning);
  });

  test.each([undefined, null, 5, {}])("%j is none, so nothing is waited for", async (status) => {
    const shown = { id: "vol_1", ...(status === undefined ? {} : { status }) };
    const context = newContext([...calls(), { call: "GET /v1/volumes/vol_1", answer: shown }]);
    expect((await make(context)).id).toBe("vol_1");
  });

  test("is ready where the list says so, though another one has it as well", async () => {
    const assumptions = { "words.ready": ["new"] };
    const context = newContext(calls("new"), { assumptions });
    expect((await make(context)).state).toMatchObject({ status: "new" });
  });

  test("is what the assumptions say", async () => {
    const assumptions = {
      "words.pending": ["available"],
      "words.ready": ["lit"],
      "words.failed": ["dim"],
      "fields.status": "glow",
    };
    const looks = ["available", "lit"].map((glow) => ({
      call: "GET /v1/volumes/vol_1",
      answer: { id: "vol_1", glow },
    }));
    const context = newContext([...calls(), ...looks], { assumptions });
    expect((await make(context)).state).toMatchObject({ status: "lit" });
  });
});

describe("waiting", () => {
  test("looks ever less often, and at least every ten seconds", async () => {
    const api = fakeApi(calls(...new Array(8).fill("creating"), "available"));
    const seconds: number[] = [];
    const { clock, ...rest } = newContext();
    const start = clock.now();
    const timed: Api = {
      call(endpoint, request) {
        seconds.push((clock.now() - start) / 1000);
        return api.call(endpoint, request);
      },
    };
    await make({ ...rest, clock, api: timed });
    // The names, the create, a look at once, and then those of one who waits.
    expect(seconds).toEqual([0, 0, 0, 2, 5, 10, 18, 28, 38, 48, 58]);
  });

  test("says how it stands after 15 seconds, and ever less often after that", async () => {
    const context = newContext(calls(...new Array(7).fill("creating"), "available"));
    await make(context);
    expect(context.said).toEqual([
      '"creating", 15 s so far (volume "main")',
      '"creating", 30 s so far (volume "main")',
    ]);
  });

  test("P07 unknown-status: takes an unknown word for ready, and says so in a line for all", async () => {
    const context = newContext(calls("Fermenting"));
    expect((await make(context)).state).toMatchObject({ status: "Fermenting" });
    // It names no object, so that it is shown once for all of them.
    expect(context.said).toEqual([
      '"Fermenting", the status of a volume, is no known word and taken for ready; if it is not, add it to words.pending in hosting:assumptions.',
    ]);
  });

  test("shows an unknown word without what a terminal would obey", async () => {
    const context = newContext(calls("\u001b[2Jsimmering"));
    await make(context);
    expect(context.said.join()).toMatch(/^"simmering", the status of a volume,/);
  });

  test("P08 flapping: ends with the first look that shows it ready, whatever was before", async () => {
    const context = newContext(calls("creating", "resizing", "creating", "available"));
    expect((await make(context)).state).toMatchObject({ status: "available" });
  });

  test.each([
    ["is there again", ["creating", undefined, undefined, "creating", undefined, "available"]],
    ["is there at the third look", ["creating", undefined, undefined, "available"]],
  ])("goes on when an object that was missing %s", async (_when, statuses) => {
    const looks = statuses.map((status) => ({
      call: "GET /v1/volumes/vol_1",
      ...(status === undefined
        ? { status: 404, answer: { error: "no volume" } }
        : { answer: { id: "vol_1", status } }),
    }));
    const context = newContext([...calls(), ...looks]);
    expect((await make(context)).state).toMatchObject({ status: "available" });
  });

  test("never goes past the deadline", async () => {
    const context = newContext(calls("creating", "creating"));
    const start = context.clock.now();
    await partialFailureOf(() => make(context, { timeouts: { create: 1 } }));
    expect(context.clock.now() - start).toBeLessThanOrEqual(1000);
  });

  test("ends at once where nothing can be read", async () => {
    const blind = newContext(calls().slice(1), { assumedRoutes: "never" });
    expect((await make(blind)).state).toMatchObject({ status: "creating" });
    const gone = { call: "GET /v1/volumes/vol_1", status: 404, answer: { error: "no volume" } };
    const untrusted = newContext([...calls(), gone, { call: "GET /v1/volumes", answer: [] }]);
    expect((await make(untrusted)).state).toMatchObject({ status: "creating" });
  });

  test("ends with the first word that means failure", async () => {
    const context = newContext(calls("creating", "Broken"));
    const failure = await partialFailureOf(() => make(context));
    expect(failure.message).toBe(
      'volume "main" (vol_1) exists but will not become usable: its status is "Broken". Delete it in the console and run `pulumi refresh`, then `pulumi up`; or, with deleteBeforeReplace: true, `pulumi up --replace <urn>`.',
    );
  });
});

describe("a container", () => {
  const body = { name: "web", type: "container", image: "debian/13" };
  const given = declared({ ...body, __generatedName: true });
  const post = {
    call: "POST /api/v1/instances",
    body: { name: "web", type: "container", image: "debian/13" },
  };
  const list = "GET /api/v1/instances";

  test.each([
    ["an IPv4 address", { status: "whatever", ip_addresses: ["10.0.0.2"] }],
    ["an IPv6 address", { status: "whatever", ipv6_addresses: ["2001:db8::2"] }],
    ["rest", { status: "stopped", ip_addresses: [] }],
    ["a word that says so, where no address is shown", { status: "running" }],
    ["no status at all", { name: "web" }],
  ])("is ready by %s", async (_fact, answer) => {
    const context = newContext([freeName(post.call), { ...post, answer }]);
    expect((await create(context, container, given)).id).toBe("web");
    expect(context.clock.sleeps).toEqual([]);
  });

  test("with a word that nobody knows is waited for half a minute where it has no address", async () => {
    const answer = { name: "web", status: "simmering", ip_addresses: [] };
    const looks = new Array<Expected>(6).fill({ call: list, answer: [answer] });
    const context = newContext([freeName(post.call), { ...post, answer }, ...looks]);
    const start = context.clock.now();
    expect((await create(context, container, given)).id).toBe("web");
    const seconds = (context.clock.now() - start) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(seconds).toBeLessThan(45);
  });

  test("that runs is waited for longer than that", async () => {
    const answer = { name: "web", status: "running", ip_addresses: [] };
    const done = { ...answer, ip_addresses: ["10.0.0.2"] };
    const looks = new Array<Expected>(15).fill({ call: list, answer: [answer] });
    const calls = [freeName(post.call), { ...post, answer }, ...looks];
    const context = newContext([...calls, { call: list, answer: [done] }]);
    const start = context.clock.now();
    const { state } = await create(context, container, given);
    expect(state).toMatchObject({ ipAddresses: ["10.0.0.2"] });
    expect(context.clock.now() - start).toBeGreaterThan(60_000);
  });

  test("is waited for until it has an address, although it runs", async () => {
    const answer = { name: "web", status: "running", ip_addresses: [] };
    const done = { ...answer, ip_addresses: ["10.0.0.2"] };
    const context = newContext([
      freeName(post.call),
      { ...post, answer },
      { call: list, answer: [answer] },
      { call: list, answer: [done] },
    ]);
    const { state } = await create(context, container, given);
    expect(state).toMatchObject({ ipAddresses: ["10.0.0.2"] });
  });
});

describe("an instance that a list shows without its addresses", () => {
  const body = { name: "web", region: "eu-1", plan: "small", image: "debian/13" };
  const web = declared(body);
  const listed = { id: "inst_1", name: "web", status: "running" };
  const list = { call: "GET /v1/instances", answer: [listed] };
  const made = [
    { call: list.call, answer: [] },
    { call: "POST /v1/instances", body, answer: { id: "inst_1", status: "provisioning" } },
  ];
  const itself = (addresses: readonly string[]) => {
    const answer = { ...listed, ip_addresses: [...addresses], ipv6_addresses: [] };
    return { call: "GET /v1/instances/inst_1", answer };
  };

  test("is asked for them by itself, and waited for until it has one", async () => {
    const looks = [list, itself([]), list, itself(["198.18.0.2"])];
    const { state } = await create(newContext([...made, ...looks]), instance, web);
    expect(state).toMatchObject({ status: "running", ipAddresses: ["198.18.0.2"] });
  });

  test("is ready all the same where the platform reads no instance alone", async () => {
    const missing = { call: itself([]).call, status: 405, answer: { error: "not allowed" } };
    const { state } = await create(newContext([...made, list, missing]), instance, web);
    expect(state).toMatchObject({ status: "running" });
  });
});
