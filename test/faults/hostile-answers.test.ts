/** Fault cases of hostile input and answers. */
import { describe, expect, test } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { certificate } from "../../resources/network/certificate.ts";
import { volume } from "../../resources/storage/volume.ts";
import { listenWith } from "../provider/http/transport/sockets.ts";
import { declared, errorOf } from "../support/session.ts";
import { definitionOf, samples } from "../support/session-inputs.ts";
import { openFaultWorld } from "./fault-world.ts";
import type { Answer } from "./script.ts";

test("S04 redirect-307: a certificate's key does not follow to another host", async () => {
  const { context, platform, run, server } = await openFaultWorld();
  const other = await listenWith("HTTP/1.1 200 OK", "content-length: 0", "", "");
  const location = `${other.origin}/v1/certificates`;
  const redirect: Answer = { status: 307, body: {}, headers: { location } };
  server.script.push({ on: "POST /v1/certificates", applied: "no", answer: redirect });
  const inputs = declared(samples["network:Certificate"] ?? {});
  const error = await errorOf(() => run(() => create(context, certificate, inputs)));
  expect(error.message).toContain("redirect");
  expect(other.connections()).toBe(0);
  expect(platform.snapshot().certificate).toEqual([]);
});

/** Kinds whose names are in paths (spec 2.1). */
const named = ["compute:Container", "storage:Bucket", "storage:PoolVolume"];

describe.each(named)("S05 name-dotdot: a %s", (type) => {
  test.each(["..", ".", "", "a/b", "%2e%2e", "a\r\nb", "x".repeat(300)])(
    "named %j is refused before anything is sent",
    (name) => {
      const inputs = declared({ ...samples[type], name });
      const settings = { mailEnabled: false, now: Date.now() };
      const { problems } = check(definitionOf(type), settings, { oldInputs: {}, inputs });
      expect(problems.filter(({ severity }) => severity !== "warning")).toEqual([
        expect.objectContaining({ property: "name" }),
      ]);
    },
  );
});

const data = declared({ name: "data-1", region: "eu", sizeGb: 10, __generatedName: true });

test.each(["../../x", "vol_\n", "vol_../x", "vol_a/b", "", 5, null])(
  "S06 hostile-id: %j is not stored, the volume is found by its name",
  async (id) => {
    const { context, platform, run, server } = await openFaultWorld();
    const answer = { status: 201, body: { id, name: "data-1" } };
    server.script.push({ on: "POST /v1/volumes", answer });
    const made = await run(() => create(context, volume, data));
    expect(platform.snapshot().volume).toMatchObject([{ id: made.id }]);
    expect(JSON.stringify(made.state)).not.toContain("..");
  },
);

const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
const answers: readonly [name: string, body: string, problem: string][] = [
  ["deep-json", deep, "too deep or has too many items"],
  ["wide-json", `[${"0,".repeat(4_000_000)}0]`, "too deep or has too many items"],
  ["wider-json", `[${"0,".repeat(10_000_000)}0]`, "larger than 8 MiB"],
  ["deep-json of a proto-json", `{"__proto__":${deep}}`, "too deep or has too many items"],
];

test.each(answers)("S07 %s is refused", async (_name, body, problem) => {
  const { context, run, server } = await openFaultWorld();
  server.script.push({ on: "GET /v1/instances", answer: { status: 200, body }, times: 4 });
  const deadline = context.clock.now() + 60_000;
  const error = await errorOf(() =>
    run(() => context.api.call(endpoints.instance.list, { deadline })),
  );
  expect(error.code).toBe("platform");
  expect(error.message).toContain(problem);
});

test("S07 proto-json sets no prototype, and nothing of it is stored", async () => {
  const { context, run, server } = await openFaultWorld();
  const rest = JSON.stringify({ id: "vol_1", status: "available", size_gb: 10 }).slice(1);
  const body = `{"__proto__":{"polluted":true},"constructor":{"prototype":{}},${rest}`;
  server.script.push(
    { on: "POST /v1/volumes", applied: "no", answer: { status: 201, body } },
    { on: "GET /v1/volumes/vol_1", answer: { status: 200, body }, times: 9 },
  );
  const { state } = await run(() => create(context, volume, data));
  expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  expect(JSON.stringify(state)).not.toMatch(/polluted|constructor/);
});

test("S10 ansi-error: what would move the cursor or hide text is taken out", async () => {
  const { context, run, server } = await openFaultWorld();
  const error = "\u001b[2J\u001b]0;title\u0007\u001b[31mno\u001b[0m\r\nroom\u202e\u0000 left";
  server.script.push({
    on: "POST /v1/volumes",
    applied: "no",
    answer: { status: 422, body: { error } },
  });
  const thrown = await errorOf(() => run(() => create(context, volume, data)));
  expect(thrown.message).toContain("no room left (422).");
  expect(thrown.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
