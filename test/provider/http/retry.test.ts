import { describe, expect, test } from "vitest";
import { endpoints, type Method } from "../../../provider/contract/endpoints.ts";
import { failureError, retryDelay, retryPolicy } from "../../../provider/http/retry.ts";
import { TransportFailure } from "../../../provider/http/transport.ts";

const unsent = new TransportFailure("unsent", "the connection was refused");
const sent = new TransportFailure("sent", "the connection was reset");
const status = (code: number) => ({ status: code, headers: {}, body: "" });
const random = () => 0.5;

describe("repeating", () => {
  test.each<[Method, string, Parameters<typeof retryDelay>[1], boolean]>([
    ["GET", "unsent", unsent, true],
    ["POST", "unsent", unsent, true],
    ["DELETE", "unsent", unsent, true],
    ["GET", "sent", sent, true],
    ["POST", "sent", sent, false],
    ["PATCH", "sent", sent, false],
    ["DELETE", "sent", sent, false],
    ["GET", "500", status(500), true],
    ["GET", "504", status(504), true],
    ["GET", "408", status(408), true],
    ["POST", "503", status(503), false],
    ["DELETE", "502", status(502), false],
    ["GET", "404", status(404), false],
    ["GET", "429", status(429), false],
    ["GET", "200", status(200), false],
  ])("%s after %s: %#", (method, _name, outcome, repeated) => {
    expect(retryDelay(method, outcome, { retries: 0, random }) !== undefined).toBe(repeated);
  });

  test("ends after three repeats, each after a longer wait", () => {
    const delays = [0, 1, 2, 3].map((retries) => retryDelay("GET", sent, { retries, random }));
    expect(delays).toEqual([125, 250, 500, undefined]);
    expect(retryPolicy.retries).toBe(3);
  });
});

describe("the error for no answer", () => {
  const scrub = (text: string) => text;
  test.each([
    ["unsent", unsent, endpoints.volume.create],
    ["unsent", unsent, endpoints.container.list],
    ["platform", sent, endpoints.container.list],
    ["unknownOutcome", sent, endpoints.volume.create],
    ["unknownOutcome", sent, endpoints.container.delete],
  ])("is %s", (code, failure, endpoint) => {
    const error = failureError(failure, { endpoint, scrub });
    expect(error.code).toBe(code);
    expect(error.message).toContain(`${endpoint.method} ${endpoint.prefix}${endpoint.path} `);
    expect(error.message).toContain(failure.reason);
  });
});
