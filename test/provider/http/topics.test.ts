/** A refusal is sorted by its words where its status is not enough. */
import { describe, expect, test } from "vitest";
import { type Assumptions, resolveAssumptions } from "../../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { isTooManyRequests, topicOf } from "../../../provider/http/outcomes.ts";

const { container, volume } = endpoints;

interface Given {
  readonly endpoint?: Endpoint;
  readonly headers?: Readonly<Record<string, string>>;
  readonly set?: Partial<Assumptions>;
}

function refusal(
  status: number,
  error: string,
  { endpoint = volume.create, ...given }: Given = {},
) {
  const headers = { "content-type": "application/json", ...given.headers };
  const asked = { endpoint, words: resolveAssumptions(given.set ?? {}) };
  const response = { status, headers, body: JSON.stringify({ error }) };
  return { topic: topicOf(response, asked), isRate: isTooManyRequests(response, asked) };
}

describe("the topic of a refusal", () => {
  test.each<[string | undefined, number, string]>([
    ["limit", 403, "server limit reached"],
    ["limit", 409, "project quota of 10 instances exceeded"],
    ["limit", 409, "the instance already has the maximum number of attached volumes (2)"],
    ["limit", 429, "you have reached the maximum number of volumes"],
    ["inUse", 403, "certificate in use by load balancer"],
    ["inUse", 409, "volume vol_1 is attached"],
    ["taken", 409, 'a volume named "data" already exists'],
    ["taken", 422, "Name has already been taken"],
    // Fields of a machine are called limits, and names of objects say nothing.
    [undefined, 422, "cpu_limit must be a number"],
    [undefined, 403, "this key may not change quota-db"],
    [undefined, 409, 'volume "quota" is being resized'],
    [undefined, 403, "insufficient permissions"],
  ])("is %s: %i %s", (topic, status, error) => {
    expect(refusal(status, error).topic).toBe(topic);
  });

  test("is found by the words that are set, and by no others", () => {
    const set = { "words.limit": ["Kontingent"] };
    expect(refusal(403, "Das Kontingent ist erreicht", { set }).topic).toBe("limit");
    expect(refusal(403, "quota exceeded", { set }).topic).toBeUndefined();
  });
});

describe("a 429", () => {
  type End = "an answer" | "waited for";
  test.each<[string, End, string, Given]>([
    ["for a quota, to a create", "an answer", "maximum number of servers reached", {}],
    ["for a quota, to a change", "an answer", "quota exceeded", { endpoint: volume.update }],
    ["to a read", "waited for", "quota exceeded", { endpoint: container.list }],
    ["to a deletion", "waited for", "quota exceeded", { endpoint: container.delete }],
    ["that has its end", "waited for", "quota exceeded", { headers: { "retry-after": "7" } }],
    ["for a rate", "waited for", "limit of 3600 requests per hour reached", {}],
    ["for a rate in quotes", "waited for", "quota exceeded for 'Queries per minute'", {}],
    ["without a reason", "waited for", "Too Many Requests", {}],
  ])("%s is %s", (_which, end, error, given) => {
    expect(refusal(429, error, given).isRate).toBe(end === "waited for");
  });
});
