import { describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { failureError } from "../../../provider/http/answer.ts";
import {
  classify,
  type Outcome,
  retryDelay,
  retryPolicy,
} from "../../../provider/http/outcomes.ts";
import { TransportFailure } from "../../../provider/http/transport/transport.ts";

const unsent = new TransportFailure("unsent", "the connection was refused");
const sent = new TransportFailure("sent", "the connection was reset");
const untrusted = new TransportFailure("unsent", "the certificate has expired", {
  permanent: true,
});
const status = (code: number) => ({ status: code, headers: {}, body: "" });

const { container, volume } = endpoints;

describe("repeating", () => {
  test.each([
    ["a list after nothing was sent", container.list, unsent, true],
    ["a list of a server that is not trusted", container.list, untrusted, false],
    ["a create after nothing was sent", volume.create, unsent, true],
    ["a deletion after nothing was sent", container.delete, unsent, true],
    ["a list whose answer is lost", container.list, sent, true],
    ["a create whose answer is lost", volume.create, sent, false],
    ["an update whose answer is lost", volume.update, sent, true],
    ["an attachment whose answer is lost", volume.attach, sent, true],
    ["a deletion whose answer is lost", container.delete, sent, false],
    ["a list after 500", container.list, status(500), true],
    ["a list after 504", container.list, status(504), true],
    ["a list after 408", container.list, status(408), true],
    ["a create after 503", volume.create, status(503), false],
    ["an update after 503", volume.update, status(503), true],
    ["a deletion after 502", container.delete, status(502), false],
    ["a list after 404", container.list, status(404), false],
    ["a list after 429", container.list, status(429), false],
    ["a list after 200", container.list, status(200), false],
  ])("%s", (_name, endpoint, outcome, repeated) => {
    expect(delayAfter(endpoint, outcome, 0) !== undefined).toBe(repeated);
  });

  test("ends after three repeats, each after a longer wait", () => {
    const delays = [0, 1, 2, 3].map((repeats) => delayAfter(container.list, sent, repeats));
    expect(delays).toEqual([125, 250, 500, undefined]);
    expect(retryPolicy.retries).toBe(3);
  });

  test("of what is busy ends after more than a minute", () => {
    const seconds = Array.from({ length: 13 }, (_none, repeats) =>
      delayAfter(volume.attach, status(423), repeats),
    ).map((delay) => delay && delay / 1000);
    expect(seconds).toEqual([1, 2, 3, 4, 8, 8, 8, 8, 8, 8, 8, 8, undefined]);
  });
});

function delayAfter(endpoint: Endpoint, outcome: Outcome, repeats: number): number | undefined {
  const found = classify(outcome, { endpoint });
  return retryDelay(endpoint, outcome, { found, repeats, random: () => 0.5 });
}

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
