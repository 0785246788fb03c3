import { describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { HostingError } from "../../../provider/errors.ts";
import { addressSetting, readAnswer } from "../../../provider/http/answer.ts";
import { createScrub } from "../../../provider/scrub.ts";

const { apiKey, container, instance, server, volume } = endpoints;
const scrub = createScrub(["hk_0123456789abcdef"]);
const assumed: Endpoint = {
  ...volume.create,
  method: "GET",
  standing: "assumed",
  scope: "not shown",
};

interface Given {
  readonly endpoint?: Endpoint;
  readonly type?: string;
  readonly body?: string;
}

function read(
  status: number,
  { endpoint = container.list, type = "application/json", body = "" }: Given = {},
) {
  return readAnswer({ status, headers: { "content-type": type }, body }, { endpoint, scrub });
}

function errorOf(status: number, given: Given = {}): HostingError {
  try {
    read(status, given);
  } catch (error) {
    if (HostingError.isInstance(error)) return error;
  }
  throw new Error("no HostingError was thrown");
}

const says = (error: string) => JSON.stringify({ error });

describe("a success", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/problem+json",
    "Application/JSON",
    "text/plain; charset=utf-8",
  ])("is the body of type %s", (type) => {
    expect(read(200, { type, body: '{"id":"vol_1"}' })).toEqual({ id: "vol_1" });
  });

  test("without a body is null", () => {
    expect(read(204)).toBeNull();
    expect(read(200, { type: "text/plain", body: " \n" })).toBeNull();
  });

  test.each<[string, Given]>([
    ["a page", { type: "text/html", body: "<html>Sign in</html>" }],
    ["plain text", { type: "text/plain", body: "Sign in" }],
    ["a number as plain text", { type: "text/plain", body: "5" }],
    ["no type", { type: "", body: "{}" }],
    ["half a body", { body: '{"id":"vol_' }],
    ["deep nesting", { body: "[".repeat(40) + "]".repeat(40) }],
  ])("with %s is no answer, and a created thing may exist", (_name, given) => {
    expect(errorOf(200, given).code).toBe("platform");
    expect(errorOf(201, { ...given, endpoint: volume.create }).code).toBe("unknownOutcome");
    expect(errorOf(200, given).message).not.toMatch(/Sign in|vol_/);
  });

  test("that is a page proves neither a deletion nor a change", () => {
    const page = { type: "text/html", body: "<html>Sign in</html>" };
    for (const endpoint of [container.delete, volume.update, volume.create]) {
      const error = errorOf(200, { ...page, endpoint });
      expect(error).toMatchObject({ code: "unknownOutcome", doubt: { applied: false } });
    }
  });

  test("in JSON that is cut off is a deletion or a change all the same", () => {
    const cut = { body: '{"id":"vol_' };
    expect(read(200, { ...cut, endpoint: container.delete })).toBeNull();
    expect(read(200, { ...cut, endpoint: volume.update })).toBeNull();
    const error = errorOf(201, { ...cut, endpoint: volume.create });
    expect(error).toMatchObject({ code: "unknownOutcome", doubt: { applied: true } });
  });
});

test.each([container.list, volume.create, volume.update, container.delete])(
  "an error that comes with a success is a refusal: %j",
  (endpoint) => {
    const error = errorOf(200, { endpoint, body: says("quota exceeded.") });
    expect(error).toMatchObject({ code: "refused", status: 200, reason: "quota exceeded" });
    const broken = { id: "vol_1", status: "failed", error: "it is not formatted" };
    expect(read(200, { endpoint, body: JSON.stringify(broken) })).toEqual(broken);
  },
);

describe("a refusal", () => {
  test.each<[number, string, Given]>([
    [400, "refused", { body: says("bad") }],
    [401, "key", {}],
    [403, "key", { type: "text/html", body: "<p>no</p>" }],
    [404, "notFound", { body: says("Instance web was not found") }],
    [404, "noRoute", { body: "{}" }],
    [404, "noRoute", { body: '{"error": 5}' }],
    [404, "noRoute", { body: "[]" }],
    [404, "notFound", { body: '{"message":"No instance web"}' }],
    [404, "noRoute", { type: "text/html", body: says("Instance web was not found") }],
    [404, "noRoute", {}],
    [405, "noRoute", { body: says("Method not allowed") }],
    [408, "platform", {}],
    [409, "refused", { body: says("taken") }],
    [422, "refused", { type: "text/html", body: "<p>no</p>" }],
    [429, "rateLimit", {}],
    [500, "platform", {}],
    [503, "unknownOutcome", { endpoint: container.delete }],
    [503, "unknownOutcome", { endpoint: volume.update }],
    [502, "unknownOutcome", { endpoint: volume.create }],
    [504, "unknownOutcome", { endpoint: volume.attach }],
    [301, "platform", {}],
    [303, "platform", { endpoint: volume.update }],
    [303, "unknownOutcome", { endpoint: volume.create }],
    [302, "unknownOutcome", { endpoint: container.create }],
    [307, "platform", { endpoint: volume.create }],
    [308, "platform", { endpoint: volume.create }],
  ])("%i is %s", (status, code, given) => {
    const error = errorOf(status, given);
    expect(error.code).toBe(code);
    expect(error.status).toBe(status);
    expect(error.message).not.toMatch(/\n|<p>/);
  });

  test.each<[string, string | undefined, object]>([
    ["in an object", "size_gb too big", { error: { message: "size_gb too big.", code: 4 } }],
    ["nowhere", undefined, { code: 4 }],
    ["in no letter", undefined, { error: " ... " }],
  ])("quotes the platform's words alone: %s", (_where, reason, body) => {
    const error = errorOf(400, { endpoint: volume.create, body: JSON.stringify(body) });
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(reason ?? "nothing says why");
  });

  test.each<[number, Endpoint, RegExp]>([
    [422, volume.create, /^POST \/v1\/volumes .*no web.*`pulumi up`/],
    [404, container.list, /^GET \/api\/v1\/instances .*no web.*`hosting:baseUrl`/],
    [404, container.get, /^GET \/api\/v1\/instances\/\{name\} .*no web.*HOSTING_DELETED_BY_HAND/],
    [401, container.list, /HOSTING_API_KEY.*pulumi config set --secret hosting:apiKey/],
    [403, apiKey.delete, /it needs Admin/],
    [403, server.create, /^(?!.*it needs)/],
    [405, assumed, /`hosting:assumptions`/],
    [405, instance.list, /`hosting:apiBaseUrl`/],
    [405, container.list, /`hosting:baseUrl`/],
  ])("%i names the route, the platform's words and what to do: %#", (status, endpoint, message) => {
    expect(errorOf(status, { endpoint, body: says("no web") }).message).toMatch(message);
  });

  test("does not repeat secrets, escapes or long text", () => {
    const text = `key hk_0123456789abcdef \u001b[31mred ${"x".repeat(1000)}`;
    const { message } = errorOf(400, { body: says(text) });
    expect(message).toContain("key [secret] red xxx");
    expect(message.length).toBeLessThan(300);
  });
});

test("the address of a host is set where its prefix says", () => {
  expect(addressSetting(volume.create)).toContain("apiBaseUrl");
  expect(addressSetting(server.create)).toContain("hosting:baseUrl");
});

test.each([
  ["https://new.example/v1/instances?sig=abc#part", " to new.example/v1/instances;"],
  ["https://user:word@new.example:8443/x", " to new.example:8443/x;"],
  ["/sign-in?next=abc", " to /sign-in;"],
  ["https://new.example/hk_0123456789abcdef", " to new.example/[secret];"],
  ["http://[", "(308, check `hosting:baseUrl`);"],
  [undefined, "(308, check `hosting:baseUrl`);"],
])("a redirect to %s is named without what may be secret, and not followed", (location, named) => {
  const headers = location === undefined ? {} : { location };
  const answer = { status: 308, headers, body: "" };
  expect(() => readAnswer(answer, { endpoint: container.create, scrub })).toThrow(named);
});
