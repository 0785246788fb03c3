import { describe, expect, test, vi } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { doubtName } from "../../../../provider/lifecycle/create/unresolved.ts";
import { compare, diff } from "../../../../provider/lifecycle/diff.ts";
import { Operation } from "../../../../provider/lifecycle/operation/operation.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import type { Expected } from "../../../support/fake-api.ts";
import {
  declared,
  held,
  newContext,
  partialFailureOf,
  type TestContext,
} from "../../../support/session.ts";
import { lost } from "./lost-create.ts";

const sent = { name: "web-frontend-of-the-shop-abcdefgh", region: "eu", plan: "s", image: "d/13" };
const inputs = declared({ ...sent, __generatedName: true });
const made = { id: "inst_1", ...sent, status: "running" };
const post = { call: "POST /v1/instances", body: sent };
const cut = { id: "inst_9", name: sent.name.slice(0, 20) };
const other = { id: "inst_2", name: "other" };

function list(...items: readonly Props[]): Expected {
  return { call: "GET /v1/instances", answer: items.map((item) => ({ ...made, ...item })) };
}

const six = (...items: readonly Props[]) => new Array<Expected>(6).fill(list(...items));

/** A create whose answer is lost, and what lists show before and after it. */
function lostBetween(before: Expected, ...after: readonly Expected[]) {
  return newContext([before, { ...post, error: lost() }, ...after]);
}

describe("a lost create on a platform that may write names in its own way", () => {
  test.each([
    ["cut", cut.name],
    ["in another case", "Web-Frontend-of-the-Shop-abcdefgh"],
    ["in some other way", "acme_web"],
  ])("is not sent again when something new has a name that is %s", async (_how, name) => {
    const context = lostBetween(list(other), ...six(other, { ...cut, name }));
    const { message } = await partialFailureOf(() => create(context, instance, inputs));
    expect(message).toContain("may exist, maybe as inst_9: the answer was lost.");
    expect(message.length).toBeLessThanOrEqual(300);
  });

  test("is sent again when all that lists show was there before", async () => {
    const context = lostBetween(list(cut, other), ...six(cut, other), { ...post, answer: made });
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
  });

  test("is sent again when a state has what is new", async () => {
    const context = lostBetween(list(), ...six(other), { ...post, answer: made });
    const state = held({ ...sent, name: "other" }, "other");
    compare(context, instance, { id: "inst_2", state, inputs: state });
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
  });

  test("is sent again when another resource of the run asks for the name of what is new", async () => {
    const context = lostBetween(list(), ...six(other), { ...post, answer: made });
    const claim = { name: "other", region: "eu" };
    context.memory.claimName("instance", claim, { declaration: "d2", subject: "s2" });
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
  });

  test("stays open when lists show nothing of that name later on", async () => {
    const context = lostBetween(list(), ...six({ ...cut, name: "acme_web" }));
    const { id, properties: state } = await partialFailureOf(() =>
      create(context, instance, inputs),
    );
    const next = newContext([list(other)]);
    await next.clock.sleep(600_000);
    expect((await diff(next, instance, { id, state, inputs })).replaces).toEqual([]);
  });

  test("of a run that was killed is not sent again when the cut name is there", async () => {
    const killed = newContext();
    killed.journal.sent(intentOf(killed, instance, inputs));
    const next = newContext(six(cut), { journal: killed.journal });
    const { message } = await partialFailureOf(() => create(next, instance, inputs));
    expect(message).toContain("may exist, maybe as inst_9");
  });
});

describe("an object whose name is its id, which the answer to its create writes in another way", () => {
  const wanted = { name: "Web-1", type: "container", image: "debian/13" };
  const free = { call: "GET /api/v1/instances", answer: [] };
  const making = { call: "POST /api/v1/instances", body: wanted };
  const lower = { ...wanted, name: "web-1", status: "running", ip_addresses: ["10.0.0.3"] };
  const shown = { ...free, answer: [lower] };

  test("has the id that the platform knows it by", async () => {
    const context = newContext([free, { ...making, answer: lower }]);
    const { id, state } = await create(context, container, declared(wanted));
    expect([id, state["name"]]).toEqual(["web-1", "Web-1"]);
    expect((await read(newContext([shown]), container, { id, props: state })).id).toBe("web-1");
  });

  test("keeps its own where the answer has the name of something else", async () => {
    const answer = { ...lower, name: "create-container" };
    const own = { ...free, answer: [{ ...lower, name: "Web-1" }, { name: "other" }] };
    const context = newContext([free, { ...making, answer }, own]);
    expect((await create(context, container, declared(wanted))).id).toBe("Web-1");
  });

  test("keeps its own at once where a list is a part, and says nothing of it", async () => {
    const part = { ...free, answer: { items: [{ ...lower, name: "other" }], next: "abc" } };
    const answer = { ...lower, name: "web-1.eu.example.com" };
    const context = newContext([part, { ...making, answer }, part]);
    expect((await create(context, container, declared(wanted))).id).toBe("Web-1");
    expect(context.clock.sleeps).toEqual([]);
  });

  const post = { call: "POST /api/v1/storage/buckets", body: { name: "my_Bucket" } };
  const answer = { name: "my-bucket", access_key: "AK", secret_key: "SK" };
  const listed = (...names: readonly string[]) => ({
    call: "GET /api/v1/storage/buckets",
    answer: names.map((name) => ({ name })),
  });
  const own = declared({ name: "my_Bucket" });

  test("has it by any spelling by which a list shows it, maybe a moment later", async () => {
    const calls = [listed("a"), { ...post, answer }, listed("a"), listed("a", "my-bucket")];
    const { id, state } = await create(newContext(calls), bucket, own);
    expect({ id, state }).toMatchObject({ id: "my-bucket", state: { secretKey: "SK" } });
  });

  describe("where the list is as long as a page may be", () => {
    const ten = Array.from({ length: 10 }, (_, at) => `other-${at}`);

    test("has the one of the answer once a list shows it a moment later", async () => {
      const calls = [
        listed(...ten),
        { ...post, answer },
        listed(...ten),
        listed(...ten, "my-bucket"),
      ];
      expect((await create(newContext(calls), bucket, own)).id).toBe("my-bucket");
    });

    test("is in doubt where none does", async () => {
      const after = new Array<Expected>(11).fill(listed(...ten));
      const context = newContext([listed(...ten), { ...post, answer }, ...after]);
      const { message } = await partialFailureOf(() => create(context, bucket, own));
      expect(message).toContain("which nothing shows to be it");
    });
  });

  test.each([
    ["was there before", ["my-bucket"], 6],
    ["is in no list", ["other"], 11],
  ])("is in doubt where what the answer names %s", async (_what, names, looks) => {
    const after = new Array<Expected>(looks).fill(listed(...names));
    const context = newContext([listed(...names), { ...post, answer }, ...after]);
    const { id, message } = await partialFailureOf(() => create(context, bucket, own));
    expect(id).toMatch(/^unresolved-/);
    expect(message).toContain(
      'may exist: the answer calls it "my-bucket", which nothing shows to be it. After',
    );
    expect(message.length).toBeLessThanOrEqual(300);
  });

  test("is in doubt where that was there before, also where others have listed all since", async () => {
    const looks = new Array<Expected>(7).fill(listed("my-bucket"));
    const context = newContext([listed("my-bucket"), { ...post, answer }, ...looks]);
    const { call } = context.api;
    vi.spyOn(context.api, "call").mockImplementation(async (endpoint, request) => {
      const answered = await call(endpoint, request);
      if (endpoint.method === "POST") await othersList(context);
      return answered;
    });
    const { message } = await partialFailureOf(() => create(context, bucket, own));
    expect(message).toContain("which nothing shows to be it");
  });

  /** Another resource of the run asks for the list. */
  async function othersList({ clock, ...context }: TestContext): Promise<void> {
    await clock.sleep(1);
    const other = new Operation({ clock, ...context }, bucket, { name: "create", props: own });
    await other.requests.list(endpoints.bucket.list);
  }

  describe("keeps what its creation alone showed while it is in doubt", () => {
    const keys = { accessKey: "AK", secretKey: "SK" };
    async function unresolvedBucket() {
      const after = new Array<Expected>(11).fill(listed("other"));
      const { journal, ...context } = newContext([listed("other"), { ...post, answer }, ...after]);
      const { id, properties: state } = await partialFailureOf(() =>
        create({ journal, ...context }, bucket, own),
      );
      return { id, state, journal };
    }

    test("and once a refresh finds it", async () => {
      const { id, state } = await unresolvedBucket();
      const next = newContext([listed("my_Bucket")]);
      await next.clock.sleep(600_000);
      const { id: found, state: known } = await read(next, bucket, { id, props: state });
      expect([found, known]).toEqual(["my_Bucket", expect.objectContaining(keys)]);
    });

    test.each([
      ["once a list shows it", own, "my_Bucket"],
      ["once it is adopted", { ...own, name: "acme-b", adopt: "acme-b" }, "acme-b"],
    ])("and with the next run %s", async (_when, inputs, name) => {
      const { id, state, journal } = await unresolvedBucket();
      const next = newContext([listed(name)], { journal });
      await next.clock.sleep(600_000);
      expect((await diff(next, bucket, { id, state, inputs })).replaces).toEqual(["adopt"]);
      const { id: made, state: known } = await create(next, bucket, inputs);
      expect([made, known]).toEqual([name, expect.objectContaining(keys)]);
      expect(next.said.join()).not.toContain("stay unknown");
    });

    test("and nothing of it for another one, once it is forgotten", async () => {
      const { id, state, journal } = await unresolvedBucket();
      const { at } = Object(state["__unresolved"]);
      const forgetUnresolved = [doubtName(id.replace("unresolved-", ""), at)];
      const again = { ...answer, name: "my_Bucket", access_key: "AK2", secret_key: "SK2" };
      const calls = [listed(), { ...post, answer: again }];
      const next = newContext(calls, { journal, forgetUnresolved });
      await next.clock.sleep(600_000);
      await diff(next, bucket, { id, state, inputs: own });
      const { state: known } = await create(next, bucket, own);
      expect(known).toMatchObject({ accessKey: "AK2", secretKey: "SK2" });
    });
  });

  test("is in doubt where nothing can be read any more: it was made all the same", async () => {
    const down = { ...listed(), status: 503, answer: { error: "later" } };
    const context = newContext([listed(), { ...post, answer }, down, down]);
    const { message } = await partialFailureOf(() => create(context, bucket, own));
    expect(message).toContain("may exist: the answer calls it");
  });

  test("is in doubt where another resource of the run asks for the name of the answer", async () => {
    const after = new Array<Expected>(6).fill(listed("my-bucket"));
    const context = newContext([listed(), { ...post, answer }, ...after]);
    context.memory.claimName("bucket", answer, { declaration: "d2", subject: "s2" });
    const { message } = await partialFailureOf(() => create(context, bucket, own));
    expect(message).toContain("may exist: the answer calls it");
  });

  test("is the next one of what this run deleted to make room for it", async () => {
    const context = newContext([listed("my-bucket"), { ...post, answer }, listed("my-bucket")]);
    context.memory.noteDeleted("bucket", "my-bucket");
    expect((await create(context, bucket, own)).id).toBe("my-bucket");
  });
});
