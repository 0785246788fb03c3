/** Rule 12: every stop is one error with one way out, every partial result is stored, every guess is a named assumption. */
import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { container } from "../../../../resources/compute/container.ts";
import { importedImage } from "../../../../resources/compute/imported-image.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Replies, Reply } from "../../../support/fake-api.ts";
import { declared, held, world } from "../../../support/session.ts";
import { samples } from "../../../support/session-inputs.ts";
import { lostAnswer, newRun, type Outcome, type Run, writesOf } from "./run.ts";

const web = declared({ name: "web", type: "container", image: "debian/13" });
const shownWeb = {
  name: "web",
  image: "debian/13",
  ip_addresses: ["10.0.0.2"],
  ipv6_addresses: [],
};
const ofWeb = {
  list: "GET /api/v1/instances",
  get: "GET /api/v1/instances/web",
  create: "POST /api/v1/instances",
  action: "POST /api/v1/instances/web/action",
};

const data = declared({ name: "data", region: "eu", sizeGb: 10 });
const shownData = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const ofData = {
  list: "GET /v1/volumes",
  get: "GET /v1/volumes/vol_1",
  create: "POST /v1/volumes",
  update: "PATCH /v1/volumes/vol_1",
  delete: "DELETE /v1/volumes/vol_1",
};

const front = declared({ ...samples["network:LoadBalancer"] });
const ofFront = {
  get: "GET /v1/load-balancers/lb-1",
  update: "PATCH /v1/load-balancers/lb-1",
  create: "POST /v1/load-balancers",
};
const shownFront = { id: "lb-1", name: "shop", status: "active", ip_addresses: ["203.0.113.9"] };

const refusal = (status: number, error: string): Reply => ({ status, answer: { error } });
const lost = lostAnswer();

/** A container that is made and then shown with a status. */
function madeWeb(status: string): Replies {
  // It can be used once it has an address.
  const shown = { ...shownWeb, status, ...(status === "creating" && { ip_addresses: [] }) };
  let isMade = false;
  return {
    [ofWeb.list]: () => ({ answer: isMade ? [shown] : [] }),
    [ofWeb.get]: { answer: shown },
    [ofWeb.create]: () => {
      isMade = true;
      return { answer: shown };
    },
  };
}

interface Row {
  readonly definition: Definition;
  readonly inputs: Props;
  readonly platform: Replies;
  readonly code: string;
  readonly says: RegExp;
  readonly id: string | RegExp;
}

/** The state that the engine needs for the next `up`. */
function expectStored({ id, state, reasons, says }: Outcome, inputs: Props, wanted: Row["id"]) {
  expect(id, says).toEqual(typeof wanted === "string" ? wanted : expect.stringMatching(wanted));
  // The value that was reached, where that is another one: the next comparison finds it.
  expect(Object.keys(state)).toEqual(expect.arrayContaining(Object.keys(inputs)));
  expect(state["__world"]).toBe(world);
  expect(state["__provider"]).toBe(inputs["__provider"]);
  expect(state["__unfinished"]).toEqual(expect.any(String));
  expect(reasons).toHaveLength(1);
}

function expectOneLine({ says }: Outcome): void {
  const [message = ""] = says.split("\n");
  expect(message).toMatch(/^\S.*\.$/);
  expect(message.length).toBeLessThanOrEqual(300);
}

describe("a create that made something and then fails stores it", () => {
  test.each<[string, Row]>([
    [
      "its status is a word of `words.failed`",
      {
        definition: container,
        inputs: web,
        platform: madeWeb("error"),
        code: "failed",
        says: /error/,
        id: "web",
      },
    ],
    [
      "it is still on its way at its deadline",
      {
        definition: container,
        inputs: { ...web, timeouts: { create: "1m" } },
        platform: madeWeb("creating"),
        code: "timeout",
        says: /60 s.*creating/,
        id: "web",
      },
    ],
    [
      "an import that failed, with the platform's reason",
      {
        definition: importedImage,
        inputs: declared({ ...samples["compute:ImportedImage"] }),
        platform: {
          "POST /v1/images/import": { answer: { id: "img_1", status: "importing", progress: 0 } },
          "GET /v1/images/img_1": {
            answer: { id: "img_1", status: "failed", error: "no such file", progress: 3 },
          },
        },
        code: "failed",
        says: /no such file/,
        id: "img_1",
      },
    ],
    [
      "nothing can be read of it",
      {
        definition: container,
        inputs: web,
        platform: {
          [ofWeb.list]: [{ answer: [] }, refusal(500, "Oops")],
          [ofWeb.get]: refusal(500, "Oops"),
          [ofWeb.create]: { answer: { name: "web", status: "creating" } },
        },
        code: "platform",
        says: /500/,
        id: "web",
      },
    ],
    [
      "a request that follows it is refused",
      {
        definition: container,
        inputs: { ...web, desiredState: "stopped" },
        platform: { ...madeWeb("running"), [ofWeb.action]: refusal(403, "not allowed") },
        code: "key",
        says: /403/,
        id: "web",
      },
    ],
    [
      "its answer is lost, and nobody can say",
      {
        definition: volume,
        inputs: data,
        platform: { [ofData.create]: lost },
        code: "unknownOutcome",
        says: /HOSTING_FORGET_UNRESOLVED/,
        id: /^unresolved-/,
      },
    ],
  ])("%s", async (_happened, { definition, inputs, platform, code, says, id }) => {
    const outcome = await newRun(platform).create(definition, inputs);
    expect(outcome).toMatchObject({ code, says: expect.stringMatching(says) });
    expectStored(outcome, inputs, id);
    expectOneLine(outcome);
  });

  test("the process is to stop while it waits", async () => {
    const stopping = new AbortController();
    const platform = madeWeb("creating");
    const get = platform[ofWeb.list];
    const run = newRun(
      {
        ...platform,
        [ofWeb.list]: (sent) => {
          if (writesOf(run).length > 0) stopping.abort();
          return typeof get === "function" ? get(sent) : undefined;
        },
      },
      { stopping: stopping.signal },
    );
    expectStored(await run.create(container, web), web, "web");
  });

  test("the next `up` goes on where it stopped, and makes nothing", async () => {
    const failed = await newRun(madeWeb("error")).create(container, web);
    const run = newRun(madeListed("running"));
    const object = { id: "web", state: failed.state };
    expect(await run.plan(container, object, web)).toMatchObject({ changes: true, replaces: [] });
    const outcome = await run.update(container, object, web);
    expect(outcome).toMatchObject({ id: "web", code: undefined });
    expect(outcome.state).not.toHaveProperty("__unfinished");
    expect(writesOf(run)).toEqual([]);
  });
});

test("a look that fails after a create is no failure: the next refresh looks as well", async () => {
  const run = newRun({
    "GET /api/v1/firewalls": [{ answer: [] }, refusal(500, "Oops")],
    "POST /api/v1/firewalls": { answer: { id: "fw-1", name: "edge" } },
  });
  const inputs = declared({ name: "edge", inbound: [], outbound: [] });
  expect(await run.create(firewall, inputs)).toMatchObject({ id: "fw-1", code: undefined });
  expect(run.sent.map(({ call }) => call).slice(-1)).toEqual(["GET /api/v1/firewalls"]);
});

function madeListed(status: string): Replies {
  const shown = { ...shownWeb, status };
  return { [ofWeb.list]: { answer: [shown] }, [ofWeb.get]: { answer: shown } };
}

describe("a create that made nothing stores nothing", () => {
  test.each<[string, Reply, string, RegExp]>([
    ["refused", refusal(422, "size_gb is too large"), "refused", /size_gb is too large/],
    ["not allowed", refusal(403, "Forbidden"), "key", /403/],
    [
      "never sent",
      { error: new HostingError("unsent", "the host name was not found.") },
      "unsent",
      /host name/,
    ],
  ])("%s: a later create is sent", async (_what, reply, code, says) => {
    const run = newRun({
      [ofData.create]: [reply, { answer: shownData }],
      [ofData.get]: { answer: shownData },
    });
    const outcome = await run.create(volume, data);
    expect(outcome).toMatchObject({ id: undefined, code, says: expect.stringMatching(says) });
    expectOneLine(outcome);
    expect(await run.create(volume, data)).toMatchObject({ id: "vol_1", code: undefined });
  });
});

describe("an answer of 200 with nothing but an error is a refusal", () => {
  const quota: Reply = { answer: { error: "quota exceeded" } };
  const state = held({ ...data, __routes: { "GET /v1/volumes/{volume_id}": "works" } });
  const object = { id: "vol_1", state };
  test.each<[string, string, (run: Run) => Promise<Outcome>]>([
    ["a create made nothing", ofData.create, (run) => run.create(volume, data)],
    [
      "an update is not done",
      ofData.update,
      (run) => run.update(volume, object, { ...data, sizeGb: 20 }),
    ],
    [
      "a deleted one is there",
      ofData.delete,
      (run) => run.remove(volume, { ...object, state: { ...state, timeouts: { delete: "1m" } } }),
    ],
  ])("%s", async (_what, call, work) => {
    const run = newRun({ [ofData.get]: { answer: shownData }, [call]: quota });
    const { code, says } = await work(run);
    expect({ code, says }).toEqual({
      code: expect.stringMatching(/refused|timeout/),
      says: expect.stringContaining("quota exceeded"),
    });
  });
});

describe("a change that fails", () => {
  test("of which nothing is seen is not stored as done", async () => {
    const state = held({ ...web, desiredState: "running" });
    const inputs = { ...web, desiredState: "stopped", timeouts: { update: "1m" } };
    const run = newRun({ ...madeListed("running"), [ofWeb.action]: { answer: {} } });
    const outcome = await run.update(container, { id: "web", state }, inputs);
    expect(outcome.code).toBe("timeout");
    expectOneLine(outcome);
    expect(outcome.state["desiredState"] ?? state["desiredState"]).toBe("running");
  });

  test("after an adoption keeps the id", async () => {
    const run = newRun({ ...madeListed("running"), [ofWeb.action]: refusal(403, "Forbidden") });
    const inputs = { ...web, desiredState: "stopped", adopt: "web" };
    const outcome = await run.create(container, inputs);
    expect(outcome.code).toBe("key");
    expectStored(outcome, inputs, "web");
    const object = { id: "web", state: outcome.state };
    const next = newRun({}).plan(container, object, inputs);
    expect(await next).not.toMatchObject({ changes: false });
  });
});

describe("an assumed route that the platform does not have", () => {
  const state = held({ ...front });
  const changed = { ...front, backendInstances: ["inst_2"] };

  test.each<[string, Reply]>([
    ["405 in JSON", refusal(405, "Method Not Allowed")],
    ["501 in JSON", refusal(501, "Not Implemented")],
  ])("%s rules it out: stored, and the next `up` replaces", async (_what, reply) => {
    const run = newRun({ [ofFront.get]: { answer: shownFront }, [ofFront.update]: reply });
    const outcome = await run.update(loadBalancer, { id: "lb-1", state }, changed);
    expect(outcome.says).toMatch(/up` again.*replaced/);
    expect(outcome.id).toBe("lb-1");
    const object = { id: "lb-1", state: outcome.state };
    const { replaces } = await newRun({}).plan(loadBalancer, object, changed);
    expect(replaces).toEqual(["backendInstances"]);
  });

  test.each<[string, Reply]>([
    ["404 in JSON", refusal(404, "not found")],
    ["404 as a page", { status: 404, text: "<h1>Not Found</h1>" }],
  ])(
    "%s is an error that names the assumption to set, and replaces nothing",
    async (_what, reply) => {
      const run = newRun({ [ofFront.get]: { answer: shownFront }, [ofFront.update]: reply });
      const outcome = await run.update(loadBalancer, { id: "lb-1", state }, changed);
      expect(outcome.says).toMatch(/routes\.loadBalancer\.update/);
      const after = outcome.id === undefined ? state : outcome.state;
      const { replaces } = await newRun({}).plan(
        loadBalancer,
        { id: "lb-1", state: after },
        changed,
      );
      expect(replaces).toEqual([]);
    },
  );

  test.each<[string, Parameters<typeof newRun>[1]]>([
    ["by the assumption `none`", { assumptions: { "routes.loadBalancer.update": "none" } }],
    ["by `assumedRoutes: never`", { assumedRoutes: "never" }],
  ])("%s: the preview says replace at once", async (_what, settings) => {
    const run = newRun({}, settings);
    const { replaces } = await run.plan(loadBalancer, { id: "lb-1", state }, changed);
    expect(replaces).toEqual(["backendInstances"]);
    const update = await run.update(loadBalancer, { id: "lb-1", state }, changed);
    expect(update).toMatchObject({ code: "noRoute" });
  });
});

describe("every guess can be set", () => {
  test.each<[string, Parameters<typeof newRun>[1], Replies, Props]>([
    [
      "a path",
      { assumptions: { "routes.volume.get": "GET /v1/disks/{volume_id}" } },
      { "GET /v1/disks/vol_1": { answer: { ...shownData, status: "attached" } } },
      { status: "attached" },
    ],
    [
      "that there is no path",
      { assumptions: { "routes.volume.get": "none" } },
      { "GET /v1/volumes": { answer: [{ ...shownData, status: "in_use" }] } },
      { status: "in_use" },
    ],
    [
      "the field of a status",
      { assumptions: { "fields.status": "phase" } },
      { [ofData.get]: { answer: { ...shownData, phase: "bound" } } },
      { status: "bound" },
    ],
  ])("%s", async (_what, settings, platform, expected) => {
    const run = newRun(platform, settings);
    expect(await run.read(volume, "vol_1", held({ ...data }))).toMatchObject({
      id: "vol_1",
      state: expected,
    });
  });

  test("a word that is waited for", async () => {
    const settings = { assumptions: { "words.pending": ["cooking"] } };
    const cooking = { ...shownData, status: "cooking" };
    const run = newRun(
      {
        [ofData.create]: { answer: cooking },
        [ofData.get]: [{ answer: cooking }, { answer: shownData }],
      },
      settings,
    );
    expect(await run.create(volume, data)).toMatchObject({ state: { status: "available" } });
  });

  test("a word that nobody knows never waits and never fails", async () => {
    const odd = { ...shownData, status: "Simmering" };
    const run = newRun({ [ofData.create]: { answer: odd }, [ofData.get]: { answer: odd } });
    expect(await run.create(volume, data)).toMatchObject({ id: "vol_1", code: undefined });
  });
});

describe("no error shows a secret", () => {
  test("the key of a certificate", async () => {
    const inputs = declared({ ...samples["network:Certificate"] });
    const key = String(inputs["privateKey"]).split("\n")[1] ?? "";
    for (const reply of [refusal(422, "no"), lost]) {
      const run = newRun({ "POST /v1/certificates": reply });
      const { says, code } = await run.create(certificate, inputs);
      expect(code).toBeDefined();
      expect(says).not.toContain(key);
    }
  });

  test("the credentials of a bucket, though its create fails later", async () => {
    const made = { name: "files", secret_key: "s3cr3t-of-the-bucket", access_key: "AK-1" };
    const run = newRun({
      "GET /api/v1/storage/buckets": [{ answer: [] }, refusal(500, "Oops")],
      "POST /api/v1/storage/buckets": { answer: { ...made, status: "creating" } },
    });
    const outcome = await run.create(bucket, declared({ name: "files" }));
    expect(outcome.says).not.toMatch(/s3cr3t-of-the-bucket|AK-1/);
    expect(outcome.state).toMatchObject({ secretKey: "s3cr3t-of-the-bucket" });
  });
});
