import { describe, expect, test } from "vitest";
import { type Effect, effectOf, endpoints } from "../../../contract/endpoints.ts";
import { classify, settlesInMs, type Verdict, verdicts } from "../../../provider/http/outcomes.ts";
import { TransportFailure } from "../../../provider/http/transport/transport.ts";

const status = (code: number) => ({ status: code, headers: {}, body: "" });

test("a request that creates is sent again only when nothing was carried out", () => {
  const repeated = Object.entries(verdicts).filter(([, row]) => row.create === "repeat");
  expect(repeated.map(([outcome]) => outcome)).toEqual(["unsent", "busy"]);
});

test("a create that leads elsewhere may have been carried out", () => {
  expect(verdicts.redirected).toEqual({
    read: "final",
    create: "unknown",
    set: "final",
    delete: "final",
  });
});

test("a deletion counts as carried out only when the platform itself answered with a success", () => {
  const applied = Object.entries(verdicts).filter(([, row]) => row.delete === "applied");
  expect(applied.map(([outcome]) => outcome)).toEqual(["garbled"]);
});

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
  const rows = Object.entries(verdicts).map(([outcome, row]) => ({
    outcome,
    verdict: row[effect],
  }));
  const found = Object.groupBy(rows, ({ verdict }) => verdict);
  expect(
    Object.fromEntries(
      Object.entries(found).map(([verdict, all]) => [verdict, all.map(({ outcome }) => outcome)]),
    ),
  ).toEqual(followed);
});

test.each<[string, Effect]>([
  ["container.list", "read"],
  ["container.create", "create"],
  ["container.action", "set"],
  ["container.delete", "delete"],
  ["portForward.create", "create"],
  ["image.import", "create"],
  ["image.share", "set"],
  ["volume.attach", "set"],
  ["volume.detach", "set"],
  ["volume.update", "set"],
  ["floatingIp.assign", "set"],
  ["floatingIp.unassign", "set"],
  ["projectMember.create", "create"],
  ["server.create", "create"],
])("%s is a %s", (name, effect) => {
  const all = Object.entries(endpoints).flatMap(([kind, routes]) =>
    Object.entries(routes).map(([verb, endpoint]) => ({ name: `${kind}.${verb}`, endpoint })),
  );
  expect(all.filter((one) => one.name === name).map((one) => effectOf(one.endpoint))).toEqual([
    effect,
  ]);
});

describe("sorting", () => {
  test.each([
    ["unsent", new TransportFailure("unsent", "refused")],
    ["lost", new TransportFailure("sent", "reset")],
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
  ])("%s: %#", (sorted, outcome) => {
    expect(classify(outcome, { endpoint: endpoints.volume.attach })).toBe(sorted);
  });

  test.each([
    [15_000, new TransportFailure("sent", "reset")],
    [90_000, new TransportFailure("sent", "no answer", { timedOut: true })],
    [15_000, status(500)],
    [15_000, status(503)],
    [90_000, status(502)],
    [90_000, status(504)],
    [90_000, status(408)],
  ])("a request may be under way for %i ms more: %#", (ms, outcome) => {
    expect(settlesInMs(outcome)).toBe(ms);
  });
});
