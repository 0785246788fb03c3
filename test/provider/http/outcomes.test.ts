import { describe, expect, test } from "vitest";
import { type Effect, type Endpoint, effectOf, endpoints } from "../../../contract/endpoints.ts";
import { failureError } from "../../../provider/http/answer.ts";
import {
  classify,
  type Outcome,
  retryDelay,
  settlesInMs,
  type Verdict,
  verdicts,
} from "../../../provider/http/outcomes.ts";
import { TransportFailure } from "../../../provider/http/transport/transport.ts";

const { container, volume } = endpoints;
const status = (code: number) => ({ status: code, headers: {}, body: "" });
const unsent = new TransportFailure("unsent", "the connection was refused");
const sent = new TransportFailure("sent", "the connection was reset");
const untrusted = new TransportFailure("unsent", "it has expired", { permanent: true });

/** The table turned over: what an outcome means for one effect, and for which outcomes that is so. */
test.each<[Effect, Partial<Record<Verdict, readonly string[]>>]>([
  [
    "read",
    {
      repeat: ["unsent", "lost", "unclear", "busy"],
      final: ["redirected", "garbled", "foreign", "answered"],
    },
  ],
  [
    "create",
    {
      repeat: ["unsent", "busy"],
      unknown: ["lost", "unclear", "redirected", "garbled", "foreign"],
      final: ["answered"],
    },
  ],
  [
    "set",
    {
      repeat: ["unsent", "lost", "unclear", "busy"],
      final: ["redirected", "answered"],
      applied: ["garbled"],
      unknown: ["foreign"],
    },
  ],
  [
    "delete",
    {
      repeat: ["unsent"],
      unknown: ["lost", "unclear", "foreign"],
      final: ["busy", "redirected", "answered"],
      applied: ["garbled"],
    },
  ],
])("what follows a %s is settled for every outcome", (effect, followed) => {
  const found = Object.groupBy(Object.entries(verdicts), ([, row]) => row[effect]);
  const named = Object.entries(found).map(([verdict, all]) => [
    verdict,
    all.map(([outcome]) => outcome),
  ]);
  expect(Object.fromEntries(named)).toEqual(followed);
});

test.each<[Effect, Readonly<Record<string, Endpoint>>]>([
  ["read", { list: container.list }],
  ["delete", { delete: container.delete }],
  [
    "create",
    {
      container: container.create,
      forward: endpoints.portForward.create,
      import: endpoints.image.import,
      member: endpoints.projectMember.create,
      server: endpoints.server.create,
    },
  ],
  [
    "set",
    {
      action: container.action,
      share: endpoints.image.share,
      attach: volume.attach,
      detach: volume.detach,
      update: volume.update,
      assign: endpoints.floatingIp.assign,
      unassign: endpoints.floatingIp.unassign,
    },
  ],
])("to %s is the effect of %j", (effect, all) => {
  expect(new Set(Object.values(all).map(effectOf))).toEqual(new Set([effect]));
});

test.each<[string, Outcome]>([
  ["unsent", unsent],
  ["lost", sent],
  ["unclear", status(500)],
  ["unclear", status(408)],
  ["unclear", status(425)],
  ["redirected", status(300)],
  ["redirected", status(301)],
  ["redirected", status(303)],
  ["answered", status(307)],
  ["answered", status(200)],
  ["answered", status(404)],
  ["answered", status(429)],
])("the outcome is %s: %#", (sorted, outcome) => {
  expect(classify(outcome, { endpoint: volume.attach })).toBe(sorted);
});

test.each<[number, Outcome]>([
  [15_000, sent],
  [90_000, new TransportFailure("sent", "no answer", { timedOut: true })],
  [15_000, status(500)],
  [15_000, status(503)],
  [90_000, status(502)],
  [90_000, status(504)],
  [90_000, status(524)],
  [90_000, status(408)],
])("a request may be under way for %i ms more: %#", (ms, outcome) => {
  expect(settlesInMs(outcome)).toBe(ms);
});

describe("repeating", () => {
  test.each<[string, Endpoint, Outcome, readonly (number | undefined)[]]>([
    ["a read, three times", container.list, sent, [125, 250, 500, undefined]],
    ["nothing of a server that is not trusted", container.list, untrusted, [undefined]],
    ["no create whose answer is lost", volume.create, sent, [undefined]],
    [
      "what is busy, for more than a minute",
      volume.attach,
      status(423),
      [...[1, 2, 3, 4, 8, 8, 8, 8, 8, 8, 8, 8].map((seconds) => seconds * 1000), undefined],
    ],
  ])("%s", (_what, endpoint, outcome, delays) => {
    const found = classify(outcome, { endpoint });
    const waits = delays.map((_delay, repeats) =>
      retryDelay(endpoint, outcome, { found, repeats, random: () => 0.5 }),
    );
    expect(waits).toEqual(delays);
  });
});

test.each([
  ["unsent", unsent, volume.create],
  ["unsent", unsent, container.list],
  ["platform", sent, container.list],
  ["unknownOutcome", sent, volume.create],
  ["unknownOutcome", sent, container.delete],
])("the error for no answer is %s, with the route and the reason", (code, failure, endpoint) => {
  const error = failureError(failure, { endpoint, scrub: (text) => text });
  expect(error.code).toBe(code);
  expect(error.message).toContain(`${endpoint.method} ${endpoint.prefix}${endpoint.path} `);
  expect(error.message).toContain(failure.reason);
});
