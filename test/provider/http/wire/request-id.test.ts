import { expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { readAnswer } from "../../../../provider/http/answer.ts";
import { requestIdIn } from "../../../../provider/http/wire/request-id.ts";
import { withSubject } from "../../../../provider/lifecycle/identity/subject.ts";
import { createScrub } from "../../../../provider/scrub.ts";
import { errorOf } from "../../../support/session.ts";

const secret = "hk_0123456789abcdefWXYZ";
const scrub = createScrub([secret]);
const answer = (headers: Readonly<Record<string, string>>, status = 200, body = "") => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body,
});

test.each([
  ["x-request-id", "0b6b3a4e-1f6c-4f5e-9d60-2f1f3b1f9a11"],
  ["request-id", "req_123ABC"],
  ["x-amzn-requestid", "C5W2D5T1"],
  ["x-openstack-request-id", "req-7c3f"],
  ["opc-request-id", "A1B2/C3D4/E5F6"],
  ["x-ms-correlation-request-id", "aa-bb-cc"],
  ["x-correlation-id", "aa:bb"],
])("%s is one", (name, id) => {
  expect(requestIdIn(answer({ [name]: id }), scrub)).toBe(id);
});

test.each([
  ["another header", { "x-client-id": "1234", etag: "abcd" }],
  ["no word", { "x-request-id": "" }],
  ["a sentence", { "x-request-id": "ask support for it" }],
  ["a long text", { "x-request-id": "a".repeat(81) }],
  ["the key", { "x-request-id": secret }],
])("%s is none", (_what, headers) => {
  expect(requestIdIn(answer(headers), scrub)).toBeUndefined();
});

test("the usual one comes before others", () => {
  const headers = { "x-trace-id": "trace", "x-request-id": "request" };
  expect(requestIdIn(answer(headers), scrub)).toBe("request");
});

test.each([
  [409, '{"error":"name is taken"}', "refused"],
  [401, '{"error":"no"}', "key"],
  [404, '{"error":"no such volume"}', "notFound"],
  [503, "<h1>busy</h1>", "unknownOutcome"],
  [200, "<h1>sign in</h1>", "unknownOutcome"],
])("an error for %i has it, once, whatever its words", async (status, body, code) => {
  const headers = { "x-request-id": "req_77", "content-type": "text/html" };
  const type = body.startsWith("{") ? { "content-type": "application/json" } : {};
  const response = answer({ ...headers, ...type }, status, body);
  const error = await errorOf(() =>
    readAnswer(response, { endpoint: endpoints.volume.create, scrub }),
  );
  const named = withSubject(error, 'volume "data"');
  const reworded = error.reworded('volume "data" was not created. Try again.');
  expect([error.code, error.requestId]).toEqual([code, "req_77"]);
  expect(reworded.message).toBe('volume "data" was not created. Try again. (Request id: req_77)');
  expect(HostingError.isInstance(named) && named.message.split("req_77")).toHaveLength(2);
});
