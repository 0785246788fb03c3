import { describe, expect, test } from "vitest";
import type { Json } from "../../../provider/contract/naming.ts";
import { asListing, SharedLists } from "../../../provider/lifecycle/lists.ts";
import { InstantClock } from "../../support/session.ts";

const items = [{ id: "a" }, { id: "b" }];

describe("a list", () => {
  test.each<[string, Json]>([
    ["as such", items],
    ["in an envelope of any name", { volumes: items }],
    ["in an envelope with other facts", { data: items, total: 2, next: null, has_more: false }],
    ["with fewer counted than shown", { data: items, total: 0 }],
  ])("%s is complete", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items, complete: true });
  });

  test.each<[string, Json]>([
    ["with a next page", { data: items, next: "/page/2" }],
    ["with the number of a next page", { data: items, next_page: 2 }],
    ["with a cursor", { data: items, cursor: "abc" }],
    ["with a next cursor", { data: items, next_cursor: "abc" }],
    ["with more to come", { data: items, has_more: true }],
    ["with more counted than shown", { data: items, total: 3 }],
  ])("%s is not complete", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items, complete: false });
  });

  test.each<[string, Json]>([
    ["nothing", null],
    ["a text", "none"],
    ["an object without a list", { volumes: {} }],
    ["two lists", { volumes: items, deleted: [] }],
  ])("that is %s shows nothing and proves nothing", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items: [], complete: false });
  });

  test("skips what is no object", () => {
    expect(asListing([1, null, ["x"], { id: "a" }]).items).toEqual([{ id: "a" }]);
  });
});

describe("a shared list", () => {
  function counting(clock = new InstantClock()) {
    let loads = 0;
    const load = async () => {
      loads += 1;
      return [{ load: loads }];
    };
    return { clock, lists: new SharedLists(clock), load, loads: () => loads };
  }

  test("is loaded once for all that ask while it is under way", async () => {
    const { clock, lists, load, loads } = counting();
    const asked = [1, 2, 3].map(() => lists.get("volumes", clock.now(), load));
    const [first, ...others] = await Promise.all(asked);
    expect(loads()).toBe(1);
    for (const other of others) expect(other).toBe(first);
  });

  test("is used again as long as it is new enough", async () => {
    const { clock, lists, load, loads } = counting();
    const asked = clock.now();
    await lists.get("volumes", asked, load);
    await clock.sleep(60_000);
    await lists.get("volumes", asked, load);
    expect(loads()).toBe(1);
  });

  test("is loaded again for who wants a newer one", async () => {
    const { clock, lists, load } = counting();
    await lists.get("volumes", clock.now(), load);
    await clock.sleep(1);
    expect((await lists.get("volumes", clock.now(), load)).items).toEqual([{ load: 2 }]);
  });

  test("is one per key", async () => {
    const { clock, lists, load, loads } = counting();
    await Promise.all(["volumes", "networks"].map((key) => lists.get(key, clock.now(), load)));
    expect(loads()).toBe(2);
  });

  test("that fails fails for all that share it, and is loaded again for the next", async () => {
    const { clock, lists, load } = counting();
    const failing = async (): Promise<Json> => {
      throw new Error("no");
    };
    const asked = [1, 2].map(() => lists.get("volumes", clock.now(), failing));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await lists.get("volumes", clock.now(), load)).complete).toBe(true);
  });
});
