/** Rule 11: never more than the documented rate; deletes and lost creates first, then the rest. The limiter has its own tests. */
import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { createApi } from "../../../../provider/http/api.ts";
import { createRateLimiter } from "../../../../provider/http/rate-limit/rate-limiter.ts";
import { type Transport, TransportFailure } from "../../../../provider/http/transport/transport.ts";
import { ApiKey } from "../../../../provider/http/wire/api-key.ts";
import { processServices } from "../../../../provider/lifecycle/operation/context.ts";
import { network } from "../../../../resources/network/network.ts";
import { doorTo } from "../../../support/door.ts";
import { declared, held, newContext } from "../../../support/session.ts";
import { FakeClock } from "../../http/fake-clock.ts";

const documentedRate = 60;

/** A platform of networks behind the real limiter, in virtual time, and what left for it. */
function platform({ lose = "" } = {}) {
  const clock = new FakeClock();
  const names = new Set(["old"]);
  const left: { readonly request: string; readonly at: number }[] = [];
  const start = clock.now();
  const answer = (body: Json) => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const transport: Transport = {
    async send({ method, target, body = "{}" }) {
      const { name = "" }: { readonly name?: string } = JSON.parse(body);
      left.push({ request: `${method} ${name || target}`, at: (clock.now() - start) / 1000 });
      if (method === "DELETE") names.delete("old");
      if (name !== "") names.add(name);
      if (lose !== "" && name === lose) throw new TransportFailure("sent", "it was reset");
      if (name !== "") return answer({ id: `net-${name}`, name });
      return answer([...names].map((one) => ({ id: `net-${one}`, name: one })));
    },
    close: async () => undefined,
  };
  const api = createApi({
    transport,
    apiKey: new ApiKey("a-key-of-a-test-run", "a test"),
    limiter: createRateLimiter({ clock, random: () => 0 }),
    clock,
    random: () => 0,
  });
  const context = { ...newContext(), ...processServices(clock), clock, api };
  return { clock, left, door: doorTo(context, network) };
}

/** More creates than a minute has requests. */
const many = Array.from({ length: 70 }, (_, at) => `n${at}`);

/** The requests that left once the first minute's were used up, in order. */
function afterTheFirstMinute(left: readonly { request: string; at: number }[]): readonly string[] {
  return left.slice(documentedRate).map(({ request }) => request);
}

describe("while more waits than the rate allows", () => {
  test("a deletion that comes last is sent first", async () => {
    const { clock, left, door } = platform();
    const creates = many.map((name) => door.create(declared({ name }, name)));
    await clock.runUntil(clock.now() + 1000);
    expect(left).toHaveLength(documentedRate);
    const refresh = door.read({ id: "net-n0", state: held({ name: "n0" }, "n0") });
    const deletion = door.remove({ id: "net-old", state: held({ name: "old" }, "old") });
    await clock.during(Promise.all([...creates, refresh, deletion]));
    const order = afterTheFirstMinute(left);
    const firstCreate = order.findIndex((request) => request.startsWith("POST"));
    const gone = order.findIndex((request) => request.startsWith("DELETE"));
    expect(gone).toBeGreaterThanOrEqual(0);
    expect(gone).toBeLessThan(firstCreate);
  });

  test("the look for a create whose answer is lost is sent before what waits", async () => {
    const { clock, left, door } = platform({ lose: "n50" });
    const creates = many.map((name) => door.create(declared({ name }, name)));
    await clock.during(Promise.all(creates));
    const order = afterTheFirstMinute(left);
    expect(order[0]).toMatch(/^GET/);
    expect(left.filter(({ request }) => request === "POST n50")).toHaveLength(1);
  });

  test("no minute has more than the documented rate", async () => {
    const { clock, left, door } = platform();
    await clock.during(Promise.all(many.map((name) => door.create(declared({ name }, name)))));
    for (const { at } of left) {
      const inMinute = left.filter((other) => other.at >= at && other.at < at + 60);
      expect(inMinute.length).toBeLessThanOrEqual(documentedRate);
    }
  });
});
