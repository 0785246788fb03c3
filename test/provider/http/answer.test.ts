import { describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { HostingError } from "../../../provider/errors.ts";
import { addressSetting, readAnswer } from "../../../provider/http/answer.ts";
import { createScrub } from "../../../provider/http/wire/scrub.ts";

const { apiKey, container, instance, server, volume } = endpoints;
const scrub = createScrub(["hk_0123456789abcdef"]);
const asked = ["vol_1", "web"];
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
  return readAnswer(
    { status, headers: { "content-type": type }, body },
    { endpoint, asked, scrub },
  );
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

describe("an error that comes with a success", () => {
  test.each([container.list, volume.create, volume.update, container.delete])(
    "is a refusal: %j",
    (endpoint) => {
      const error = errorOf(200, { endpoint, body: says("quota exceeded.") });
      expect(error).toMatchObject({ code: "refused", status: 200, reason: "quota exceeded" });
      expect(error.message).toContain(
        "was answered 200 with an error: quota exceeded. Correct what it names",
      );
    },
  );

  test.each([
    { error: "quota exceeded", data: null },
    { error: "quota exceeded", code: 17, request: { id: "req-77" } },
    { error: "quota exceeded", items: [] },
  ])("is one with more beside it: %j", (body) => {
    expect(errorOf(202, { endpoint: volume.create, body: JSON.stringify(body) }).code).toBe(
      "refused",
    );
  });

  test.each([
    { error: null },
    { error: " " },
    { error: false },
    { id: "img_1", status: "failed", error: "the file is no image" },
    { name: "web", error: "it crashed" },
    { volume: { id: "vol_1" }, error: "it is not formatted" },
    [{ error: "it crashed" }],
  ])("is none in %j", (body) => {
    expect(read(200, { body: JSON.stringify(body) })).toEqual(body);
  });

  const shown = { id: "vol_1", name: "data", size_gb: 20, status: "available" };
  const job = { id: "op_7", type: "delete", status: "failed" };

  test.each<[object, string | undefined]>([
    [{ error: "it has snapshots", id: "vol_1" }, "it has snapshots"],
    [{ error: "it is protected", name: "web", instance: { name: "web" } }, "it is protected"],
    [{ success: false, message: "it is protected", data: shown }, "it is protected"],
    [{ ok: false, message: "it is protected" }, "it is protected"],
    [{ success: false }, undefined],
    [{ ...shown, error: "it is protected" }, "it is protected"],
    [{ volume: shown, error: { code: 409, message: "it is protected" } }, "it is protected"],
    [{ errors: [{ code: "protected", message: "it is so" }], data: null }, "it is so"],
    [{ error: true, message: "it is protected" }, "it is protected"],
    [{ error: { code: 409 } }, undefined],
    [{ status: "error", message: "it is protected" }, "it is protected"],
    [{ status: "fail", data: { volume: ["it is protected"] } }, "volume: it is protected"],
    [{ kind: "Status", status: "Failure", message: "it is so", code: 409 }, "it is so"],
    [{ statusCode: 409, message: "it is protected" }, "it is protected"],
    [{ error_code: 17, error_message: "it is protected" }, "it is protected"],
    [{ ...job, error: "it is protected" }, "it is protected"],
    [{ ...job, message: "it is protected" }, "it is protected"],
    [{ operation: job, error: "it is protected" }, "it is protected"],
    [{ operation: { ...job, message: "it is protected" } }, "it is protected"],
    [{ action: { id: 36804636, type: "detach", status: "errored" } }, undefined],
    [{ result: { task: { error: "it is protected" } } }, "it is protected"],
    [{ type: "error", error_code: 400, error: "it is so", metadata: null }, "it is so"],
  ])("is one of a deletion or a change, whatever stands beside it: %j", (body, reason) => {
    for (const endpoint of [container.delete, volume.update, volume.attach]) {
      const error = errorOf(200, { endpoint, body: JSON.stringify(body) });
      expect(error).toMatchObject({ code: "refused", status: 200, reason });
    }
  });

  test.each<object>([
    shown,
    { ...shown, error: null, errors: [], last_error: "it did not boot", success: true },
    { ...shown, error: "", error_message: "it did not boot", message: "deleted" },
    { ...shown, status: "failed", description: "my data" },
    { ...shown, status: "failed", error: "could not download it", message: "404" },
    { ...shown, success: true, error: "the last snapshot failed" },
    { ...shown, deleted: true, error: "the last snapshot failed" },
    { volume: { ...shown, status: "error", error: "it is degraded" } },
    { operation: { ...job, status: "running" }, error: {} },
    { action: "delete", status: "ok", errors: 0, code: 200, message: "done" },
    { error_code: 0, error_message: "Success", error: "none" },
    { type: "sync", status: "Success", status_code: 200, error_code: 0, error: "", metadata: {} },
    { type: "async", status_code: 100, metadata: { class: "task", status: "Running", err: "" } },
    { kind: "Status", status: "Success", details: { name: "web" }, code: 200 },
    [{ error: "it crashed" }],
  ])("is none of a deletion or a change in %j", (body) => {
    for (const endpoint of [container.delete, volume.update, volume.attach]) {
      expect(read(200, { endpoint, body: JSON.stringify(body) })).toEqual(body);
    }
  });

  test("is none of a deletion that is under way, whatever failed before", () => {
    const leaving = { id: "inst_1", status: "deleting", error: "it did not boot" };
    const body = JSON.stringify(leaving);
    expect(read(200, { endpoint: container.delete, body })).toEqual(leaving);
    expect(errorOf(200, { endpoint: volume.update, body }).code).toBe("refused");
  });

  test.each([
    { error: "quota exceeded", id: "req-1" },
    { volume: { id: "vol_1" }, error: "it is not formatted" },
    { protocol: "tcp", public_port: 20001, error: "pending dns" },
  ])("leaves open what a create made: %j", (body) => {
    const error = errorOf(201, { endpoint: volume.create, body: JSON.stringify(body) });
    const cause = `it was answered 201 with an error: ${body.error}`;
    expect(error).toMatchObject({ code: "unknownOutcome", doubt: { applied: false, cause } });
  });
});

describe("a refusal", () => {
  test.each<[number, string, Given]>([
    [400, "refused", { body: says("bad") }],
    [401, "key", {}],
    [403, "key", { type: "text/html", body: "<p>no</p>" }],
    [404, "notFound", { body: says("Instance web was not found") }],
    [404, "noRoute", { body: "{}" }],
    [404, "noRoute", { body: '{"error": 5}' }],
    [404, "noRoute", { body: '["error"]' }],
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

  test.each<[unknown, string | undefined]>([
    [{ error: { message: "size_gb too big.", code: 4 } }, "size_gb too big"],
    [{ message: "size_gb too big" }, "size_gb too big"],
    [{ error: "Bad Request", message: "size_gb too big" }, "size_gb too big"],
    [{ error: "Bad Request", message: " ", path: "/v1/volumes" }, "Bad Request"],
    [{ errors: [{ field: "size", detail: "too big" }] }, "size: too big"],
    [{ error: '{"code":1,"errors":[{"message":"too big."}]}' }, "too big"],
    [{ error: '{"code":1}' }, undefined],
    [{ error: '{"message": "cut o' }, undefined],
    [{ error: { code: 4 } }, undefined],
    [{ error: "[quota] is {spent}" }, "[quota] is {spent}"],
    [{ error: "no <name> is given" }, "no <name> is given"],
    [{ error: "<html><head><title>Too large</title></head><p>no" }, "Too large"],
    [{ error: "<html><p>Service&nbsp;unavailable</p>" }, undefined],
  ])("quotes of %j the words alone", (answer, reason) => {
    const body = JSON.stringify(answer);
    const error = errorOf(400, { endpoint: volume.create, body });
    expect(error.reason).toBe(reason);
    const why = reason === undefined ? ", and nothing says why. Check" : `: ${reason}. Correct`;
    expect(error.message).toContain(`POST /v1/volumes was refused (400)${why}`);
    expect(errorOf(500, { body }).message).not.toMatch(/<p>|code/);
  });

  test("that is a 404 has the words beside the phrase of its status for a reason", () => {
    const body = { error: "Not Found", message: "Cannot GET /v1/x", path: "/v1/x" };
    expect(errorOf(404, { body: JSON.stringify(body) })).toMatchObject({
      code: "notFound",
      reason: "Cannot GET /v1/x",
    });
  });

  test.each([
    { message: "Cannot GET /v1/volumes" },
    { detail: "Not Found" },
    { errors: [{ code: "ROUTE_NOT_FOUND", detail: "No ROUTE_FOUND for this" }] },
    { message: "not_found" },
  ])("without an error text is none about an object that is missing: %j", (body) => {
    expect(errorOf(404, { body: JSON.stringify(body) }).code).toBe("noRoute");
  });

  test.each([
    { detail: "volume vol_1 not found" },
    { error: { code: "not_found", message: "volume vol_1 not found" } },
    { errors: [{ title: "Not Found", detail: "volume vol_1 not found" }] },
  ])("without one is about what its words name: %j", (body) => {
    const { code, reason } = errorOf(404, { body: JSON.stringify(body) });
    expect([code, reason]).toEqual(["notFound", expect.stringContaining("volume vol_1 not found")]);
  });

  test("that is a 404 of a collection says that its address may be wrong", () => {
    expect(errorOf(404, { endpoint: container.list, body: says("Not Found") }).message).toBe(
      "GET /api/v1/instances found nothing: Not Found. Check that `hosting:baseUrl` is the platform's address.",
    );
  });

  test("names the route, the platform's words and what to do", () => {
    expect(
      errorOf(422, { endpoint: volume.create, body: says("size_gb must grow.") }).message,
    ).toBe(
      "POST /v1/volumes was refused (422): size_gb must grow. Correct what it names and run `pulumi up` again.",
    );
    expect(errorOf(404, { endpoint: container.get, body: says("No instance web") }).message).toBe(
      "GET /api/v1/instances/{name} found nothing: No instance web. If it was deleted by hand, run `pulumi refresh`; where that keeps it, set HOSTING_DELETED_BY_HAND.",
    );
  });

  test("of the key says where keys are set and what this one lacks", () => {
    const revoked = errorOf(401, { body: says("Unauthorized") }).message;
    expect(revoked).toContain("HOSTING_API_KEY");
    expect(revoked).toContain("pulumi config set --secret hosting:apiKey");
    expect(errorOf(403, { endpoint: apiKey.delete }).message).toContain("it needs Admin");
    expect(errorOf(403, { endpoint: server.create }).message).not.toContain("it needs");
  });

  test("of a route says which setting decides it", () => {
    expect(errorOf(405, { endpoint: assumed }).message).toContain("`hosting:assumptions`");
    expect(errorOf(405, { endpoint: instance.list }).message).toContain("`hosting:apiBaseUrl`");
    expect(errorOf(405, { endpoint: container.list }).message).toContain("`hosting:baseUrl`");
  });

  test("does not repeat secrets, escapes or long text", () => {
    const text = `key hk_0123456789abcdef \u001b[31mred ${"x".repeat(1000)}`;
    const { message } = errorOf(400, { body: says(text) });
    expect(message).toContain("key [secret] red xxx");
    expect(message.length).toBeLessThan(450);
  });

  test("without words gives none", () => {
    expect(errorOf(409, { body: says(" ... ") }).message).toContain(
      "was refused (409), and nothing says why. Check",
    );
  });
});

test("the address of a host is set where its prefix says", () => {
  expect(addressSetting(volume.create)).toContain("apiBaseUrl");
  expect(addressSetting(server.create)).toContain("hosting:baseUrl");
});

test.each([
  [
    "https://new.example/v1/instances?sig=abc#part",
    "was redirected (308, check `hosting:baseUrl`) to new.example/v1/instances",
  ],
  [
    "https://user:word@new.example:8443/x",
    "was redirected (308, check `hosting:baseUrl`) to new.example:8443/x",
  ],
  ["/sign-in?next=abc", "was redirected (308, check `hosting:baseUrl`) to /sign-in"],
  [
    "https://new.example/hk_0123456789abcdef",
    "was redirected (308, check `hosting:baseUrl`) to new.example/[secret]",
  ],
  ["http://[", "was redirected (308, check `hosting:baseUrl`)"],
  [undefined, "was redirected (308, check `hosting:baseUrl`)"],
])("was redirected to %s is named without what may be secret", (location, named) => {
  const headers = location === undefined ? {} : { location };
  const answer = { status: 308, headers, body: "" };
  expect(() => readAnswer(answer, { endpoint: container.create, scrub })).toThrow(
    `${named}; a redirect is not followed`,
  );
});
