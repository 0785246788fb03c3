/** Fault cases of one object that is asked for, changed, deleted or declared more than once. */
import { expect, test } from "vitest";
import { PartialFailure } from "../../provider/errors.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../provider/lifecycle/diff.ts";
import { read } from "../../provider/lifecycle/read.ts";
import { update } from "../../provider/lifecycle/update.ts";
import { container } from "../../resources/compute/container.ts";
import { floatingIp } from "../../resources/network/floating-ip.ts";
import { volume } from "../../resources/storage/volume.ts";
import { nextRun } from "../support/next-run.ts";
import { declared, errorOf, newContext, partialFailureOf } from "../support/session.ts";
import { openFaultWorld } from "./fault-world.ts";
import { page } from "./script.ts";

const post = "POST /api/v1/instances";
const list = "GET /api/v1/instances";
const web = declared({
  name: "web-1",
  type: "container",
  image: "debian/13",
  __generatedName: true,
});
const writes = (requests: readonly string[]) =>
  requests.filter((request) => !request.startsWith("GET "));

test("A11 floating-ip-reset: the next up and the next refresh are blocked, with the way out", async () => {
  const { context, newProcess, platform, run, server } = await openFaultWorld();
  server.script.push({ on: "POST /v1/floating-ips", answer: "reset" });
  const inputs = declared({ region: "eu" });
  const { id, properties: state } = await partialFailureOf(() =>
    run(() => create(context, floatingIp, inputs)),
  );
  const next = newProcess();
  const work = { id, state, inputs };
  expect(await run(() => diff(next, floatingIp, work))).toMatchObject({ replaces: [] });
  const blocked = await partialFailureOf(() => run(() => update(next, floatingIp, work)));
  expect(blocked.message).toContain("HOSTING_FORGET_UNRESOLVED=");
  expect(blocked.id).toBe(id);
  expect((await run(() => read(next, floatingIp, { id, props: state }))).id).toBe(id);
  expect((await errorOf(() => run(() => remove(next, floatingIp, work)))).code).toBe(
    "unknownOutcome",
  );
  expect(writes(server.arrived)).toEqual(["POST /v1/floating-ips"]);
  expect(platform.snapshot().floatingIp).toHaveLength(1);
});

test("A12 resize-repeat: a change that was carried out, and is refused when it is repeated, is done", async () => {
  const { context, platform, run, server } = await openFaultWorld();
  const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
  const { id, state } = await run(() => create(context, volume, inputs));
  server.script.push({ on: "PATCH /v1/volumes/*", answer: "reset" });
  const grown = { ...inputs, sizeGb: 20 };
  const after = await run(() => update(context, volume, { id, state, inputs: grown }));
  expect(after).toMatchObject({ sizeGb: 20 });
  expect(after).not.toHaveProperty("__unfinished");
  expect(platform.snapshot().volume).toMatchObject([{ id, size_gb: 20 }]);
  const patches = server.arrived.filter((request) => request.startsWith("PATCH "));
  expect(patches).toHaveLength(2);
  expect(server.accepted.filter((request) => request.startsWith("PATCH "))).toHaveLength(1);
});

test("A17 error-hook-retry: a second create of the same run finds what the first one made", async () => {
  const { context, platform, run, server } = await openFaultWorld();
  server.script.push(
    { on: post, answer: "reset" },
    // The look before the create, and the first one after its answer was lost.
    { on: list, answer: "whole" },
    { on: list, applied: "no", answer: page(200) },
  );
  const first = await run(() => create(context, container, web)).catch((error: unknown) => error);
  expect(first).toBeInstanceOf(PartialFailure);
  expect((await run(() => create(context, container, web))).id).toBe("web-1");
  expect(server.accepted.filter((request) => request === post)).toHaveLength(1);
  expect(platform.snapshot().container).toHaveLength(1);
});

test("A17 error-hook-retry: also when it was made but did not become ready in time", async () => {
  const { context, platform, run, server } = await openFaultWorld({ bootSeconds: 120 });
  const hasty = { ...web, timeouts: { create: 60 } };
  const first = await partialFailureOf(() => run(() => create(context, container, hasty)));
  expect(first).toMatchObject({ id: "web-1", code: "timeout" });
  const patient = { ...web, timeouts: { create: 300 } };
  expect((await run(() => create(context, container, patient))).id).toBe("web-1");
  expect(server.accepted.filter((request) => request === post)).toHaveLength(1);
  expect(platform.snapshot().container).toHaveLength(1);
});

test("A18 forced-replace, the new one first: the living one is neither adopted nor deleted", async () => {
  const { context, platform, run } = await openFaultWorld();
  const { id, state } = await run(() => create(context, container, web));
  const living = platform.snapshot().container;
  // The engine compares before it replaces, by a forced replacement as well.
  const later = nextRun(context);
  await run(() => diff(later, container, { id, state, inputs: web }));
  const error = await errorOf(() => run(() => create(later, container, web)));
  expect(error).not.toBeInstanceOf(PartialFailure);
  expect(error.message).toContain("deleteBeforeReplace");
  expect(platform.snapshot().container).toEqual(living);
});

test("A18 forced-replace, the old one first: there is one new object", async () => {
  const { context, platform, run, server } = await openFaultWorld();
  const { id, state } = await run(() => create(context, container, web));
  // The engine asks for no comparison before it replaces by force.
  const later = nextRun(context);
  await run(() => remove(later, container, { id, state }));
  expect((await run(() => create(later, container, web))).id).toBe("web-1");
  expect(server.accepted.filter((request) => request === post)).toHaveLength(2);
  expect(platform.snapshot().container).toHaveLength(1);
});

test("A18 forced-replace, the new one first, after a lost answer: the living one is not the new one", async () => {
  const { context, platform, run, server } = await openFaultWorld();
  const { id, state } = await run(() => create(context, container, web));
  const living = platform.snapshot().container;
  const later = nextRun(context);
  await run(() => diff(later, container, { id, state, inputs: web }));
  server.script.push({ on: post, applied: "no", answer: "reset" });
  const error = await errorOf(() => run(() => create(later, container, web)));
  expect(error).not.toBeInstanceOf(PartialFailure);
  expect(error.message).toContain("deleteBeforeReplace");
  expect(platform.snapshot().container).toEqual(living);
});

test("A19 twin-stacks: a name of equal stacks on two backends is refused, not shared", async () => {
  const { context, newProcess, platform, run } = await openFaultWorld();
  await run(() => create(context, container, web));
  const living = platform.snapshot().container;
  const other = { ...newProcess(), journal: newContext().journal };
  const error = await errorOf(() => run(() => create(other, container, web)));
  expect(error.message).toContain("was not created");
  expect(platform.snapshot().container).toEqual(living);
});
