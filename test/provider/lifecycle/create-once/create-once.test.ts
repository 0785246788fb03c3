import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { doubtName } from "../../../../provider/lifecycle/create/unresolved.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import {
  declared,
  errorOf,
  held,
  newContext,
  partialFailureOf,
  type TestContext,
} from "../../../support/session.ts";
import { body, five, list, lost, machine, none, post, seconds, web } from "./lost-create.ts";

/** A platform on which the answers to creates are lost; everything else is answered with what `show` says. */
function losing(show: () => Json): { api: TestContext["api"]; posts: () => number } {
  let posts = 0;
  const api: TestContext["api"] = {
    async call({ method }, request) {
      request.sending?.();
      if (method !== "POST") return show();
      posts += 1;
      throw lost();
    },
  };
  return { api, posts: () => posts };
}

describe("a create that is answered", () => {
  test("is in the journal with its id until the engine is seen to have stored it", async () => {
    const context = newContext([none, post]);
    const { id, state } = await create(context, container, web);
    const { token } = intentOf(context, container, web);
    expect(context.journal.find(token)?.id).toBe("web-1");
    compare(context, container, { id, state, inputs: web });
    expect(context.journal.find(token)).toBeUndefined();
  });
});

describe("a create whose answer is lost", () => {
  test("is found by its name and taken over: A01 post-then-reset", async () => {
    const context = newContext([none, { ...post, error: lost() }, list({})]);
    const { id, state } = await create(context, container, web);
    expect({ id, ...state }).toMatchObject({ id: "web-1", ipAddresses: ["10.0.0.2"] });
    expect(context.said).toEqual([
      'container "main": created although the answer was lost: it is web-1.',
    ]);
  });

  test("is sent once more when it was not carried out: A02 post-not-applied-reset", async () => {
    const context = newContext([none, { ...post, error: lost() }, ...five, none, none, post]);
    expect((await create(context, container, web)).id).toBe("web-1");
    expect(context.clock.sleeps).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 10_000]);
  });

  test("is waited for until lists show what a proxy may still deliver: A04 504-late-arrival", async () => {
    const context = newContext([none, { ...post, status: 504 }, ...five, list({})]);
    expect((await create(context, container, web)).id).toBe("web-1");
    expect(seconds(context)).toBe(120);
  });

  test("is not taken for absent by one list that shows nothing at all", async () => {
    const context = newContext([none, { ...post, status: 504 }, ...five, none, list({})]);
    expect((await create(context, container, web)).id).toBe("web-1");
    expect(seconds(context)).toBe(130);
  });

  test("is found though the answer was cut off: A05 201-cut-body", async () => {
    const cut = { ...post, status: 201, text: '{"name":' };
    expect((await create(newContext([none, cut, none, list({})]), container, web)).id).toBe(
      "web-1",
    );
  });

  test("is found where it led elsewhere", async () => {
    const led = { ...post, status: 303 };
    expect((await create(newContext([none, led, list({})]), container, web)).id).toBe("web-1");
  });

  test("is not sent once more where lists show a page of 100, beside which it may be", async () => {
    const page = Array.from({ length: 100 }, (_, at) => ({ ...machine, name: `other-${at}` }));
    const { api, posts } = losing(() => page);
    const failure = await partialFailureOf(() => create(newContext([], { api }), container, web));
    expect(failure.id).toMatch(/^unresolved-/);
    expect(posts()).toBe(1);
  });

  test("is not found by a name of the user's own that such a page did not show before", async () => {
    const page = Array.from({ length: 100 }, (_, at) => ({ ...machine, name: `other-${at}` }));
    const { api, posts } = losing(() => (posts() === 0 ? page : [machine]));
    const inputs = declared(body);
    const failure = await partialFailureOf(() =>
      create(newContext([], { api }), container, inputs),
    );
    expect(failure.id).toMatch(/^unresolved-/);
    expect(posts()).toBe(1);
  });

  test("is never taken for done by a page: A06 201-html", async () => {
    const page = { ...post, status: 201, text: "<h1>Sign in</h1>" };
    const context = newContext([none, page, ...five, none, post]);
    expect((await create(context, container, web)).id).toBe("web-1");
  });

  test("is found when its repeat meets it: A07 409-own", async () => {
    const again = { ...post, status: 409 };
    const calls = [none, { ...post, error: lost() }, ...five, none, none, again, list({})];
    expect((await create(newContext(calls), container, web)).id).toBe("web-1");
  });

  test("is stored once it is found, though the look at it fails then", async () => {
    const sent = { name: "data-1", region: "eu", size_gb: 10 };
    const given = declared({ name: "data-1", region: "eu", sizeGb: 10, __generatedName: true });
    const context = newContext([
      { call: "POST /v1/volumes", body: sent, error: lost() },
      { call: "GET /v1/volumes", answer: [{ id: "vol_1", ...sent }] },
      { call: "GET /v1/volumes/vol_1", status: 200, text: "<h1>Sign in</h1>" },
    ]);
    const failure = await partialFailureOf(() => create(context, volume, given));
    expect(failure).toMatchObject({ id: "vol_1", properties: { name: "data-1", sizeGb: 10 } });
  });

  test("is not sent while something has its name, whoever chose that: it may be retained", async () => {
    const error = await errorOf(() => create(newContext([list({})]), container, web));
    expect(error.message).toBe(
      'container "main" was not created: web-1 has the name "web-1" (`--replace` repeats a name, and so does a new stack of an old name). To replace it, set deleteBeforeReplace: true for this run, or change an input; for another one set `name`; to manage it here, set adopt to its id.',
    );
  });

  test("is not sent while a resource that an alias gave another name has it", async () => {
    const context = newContext([list({})]);
    const state = held(body);
    const inputs = declared(body, "moved");
    compare(context, container, { id: "web-1", state, inputs });
    const error = await errorOf(() => create(context, container, web));
    expect(error.message).toBe(
      'container "main" was not created: container "moved" has the name "web-1": set another `name` for this one.',
    );
  });

  test("is not sent either where two may have one name", async () => {
    const sent = { name: "web-1", region: "eu", plan: "small", image: "debian/13" };
    const given = declared({ ...sent, __generatedName: true });
    const old = { call: "GET /v1/instances", answer: [{ id: "inst_1", ...sent }] };
    const error = await errorOf(() => create(newContext([old]), instance, given));
    expect(error.message).toContain('was not created: inst_1 has the name "web-1" (`--replace`');
  });

  test("is not taken for one that a state has, where nothing shows names before", async () => {
    const sent = { name: "data-1", region: "eu", size_gb: 10 };
    const given = declared({ name: "data-1", region: "eu", sizeGb: 10, __generatedName: true });
    const volumes = { call: "GET /v1/volumes", answer: [{ id: "vol_1", ...sent }] };
    const calls = Array.from({ length: 6 }, () => volumes);
    const context = newContext([{ call: "POST /v1/volumes", body: sent, error: lost() }, ...calls]);
    context.memory.noteInState("volume", "vol_1");
    const { message } = await partialFailureOf(() => create(context, volume, given));
    expect(message).toContain("may exist: the answer was lost. After");
  });

  test("is not taken for an object with other properties: A08 409-foreign", async () => {
    const context = newContext([none, { ...post, error: lost() }, list({ image: "alpine/3.22" })]);
    const error = await errorOf(() => create(context, container, declared(body)));
    expect(error.message).toBe(
      'container "main" was not adopted: image of web-1 is "alpine/3.22", but the program says "debian/13", and it cannot be updated. Make the program say what is there, or delete it in the console.',
    );
  });

  test("is itself where the platform writes what was sent in its own way", async () => {
    const context = newContext([none, { ...post, error: lost() }, list({ image: "Debian 13" })]);
    const { id, state } = await create(context, container, web);
    expect({ id, image: state["image"] }).toEqual({ id: "web-1", image: "debian/13" });
  });

  test("is found in a list that lags: A09 lagging-list", async () => {
    const calls = [none, { ...post, error: lost() }, none, none, none, none, list({})];
    expect((await create(newContext(calls), container, web)).id).toBe("web-1");
  });

  describe("where lists show of an instance", () => {
    const sent = { name: "web-1", region: "eu", plan: "small", image: "debian/13" };
    const given = declared({ ...sent, __generatedName: true });
    const all = (...answer: Json[]) => ({ call: "GET /v1/instances", answer });
    const post = { call: "POST /v1/instances", body: sent };
    const gone = { ...post, error: lost() };
    const unnamed = { id: "inst_1", label: "web-1" };
    const looks = (list: Expected) => new Array<Expected>(6).fill(list);

    test.each([
      ["what is new", all()],
      ["what was there before", all(unnamed)],
    ])("no names, it is not sent again: %s may be it", async (_what, before) => {
      const context = newContext([before, gone, ...looks(all(unnamed))]);
      const failure = await partialFailureOf(() => create(context, instance, given));
      expect(failure.id).toMatch(/^unresolved-/);
    });

    test("no name of some alone, it is sent again", async () => {
      const list = all(unnamed, { id: "inst_2", name: "other" });
      const made = { ...post, answer: { id: "inst_3", ...sent, status: "stopped" } };
      const context = newContext([list, gone, ...looks(list), made]);
      expect((await create(context, instance, given)).id).toBe("inst_3");
    });

    test("no region, it is found by its name", async () => {
      const own = { id: "inst_3", name: "web-1", status: "stopped" };
      const itself = { call: "GET /v1/instances/inst_3", answer: { ...own, region: "eu" } };
      const context = newContext([all(), gone, all(own), itself]);
      expect((await create(context, instance, given)).id).toBe("inst_3");
    });
  });

  test("is unresolved when nothing shows an id like those of its kind", async () => {
    const sent = { name: "web-1", region: "eu", plan: "small", image: "debian/13" };
    const given = declared({ ...sent, __generatedName: true });
    const all = { call: "GET /v1/instances", answer: [{ uuid: "8f14", ...sent }] };
    const make = { call: "POST /v1/instances", body: sent, answer: { uuid: "8f14", ...sent } };
    const context = newContext([{ ...all, answer: [] }, make, all]);
    const failure = await partialFailureOf(() => create(context, instance, given));
    expect(failure.id).toMatch(/^unresolved-/);
    expect(failure.message).toContain("maybe as one without id");
  });

  test("is unresolved when two bear its name: A10 twin-names", async () => {
    const rules = { name: "edge-1", inbound: [], outbound: [] };
    const twins = [
      { id: "fw_1", name: "edge-1" },
      { id: "fw_2", name: "edge-1" },
    ];
    const context = newContext([
      { call: "GET /api/v1/firewalls", answer: [] },
      { call: "POST /api/v1/firewalls", body: rules, error: lost() },
      { call: "GET /api/v1/firewalls", answer: twins },
    ]);
    const given = declared({ ...rules, __generatedName: true });
    const failure = await partialFailureOf(() => create(context, firewall, given));
    expect(failure.message).toContain("may exist, maybe as fw_1 or fw_2: ");
    expect(failure.id).toMatch(/^unresolved-[0-9a-f]{20}$/);
  });

  test("is unresolved where nothing can be looked for: A11 floating-ip-reset", async () => {
    const inputs = declared({ region: "eu" });
    const reserve = { call: "POST /v1/floating-ips", body: { region: "eu" }, error: lost() };
    const failure = await partialFailureOf(() => create(newContext([reserve]), floatingIp, inputs));
    expect(failure.properties).toMatchObject({
      ...inputs,
      __unresolved: { applied: false, settlesAt: expect.any(Number), at: expect.any(Number) },
      __unfinished: failure.message,
    });
    const { at } = Object(failure.properties["__unresolved"]);
    const doubt = doubtName(failure.id.replace("unresolved-", ""), at);
    expect(failure.message).toBe(
      `floating IP "main" may exist: the answer was lost. After 08:00:15 UTC look in the console for a floating IP in region "eu": if there, set adopt to its id; if not, run HOSTING_FORGET_UNRESOLVED=${doubt} pulumi up.`,
    );
  });

  test("sends one mail at most: A15 invite-unknown", async () => {
    const inputs = { projectId: "proj_1", email: "ada@example.com", role: "viewer" };
    const invite = {
      call: "POST /v1/projects/proj_1/members",
      body: { email: "ada@example.com", role: "viewer" },
      error: lost(),
    };
    const members = { call: "GET /v1/projects/proj_1/members", status: 404, text: "no page" };
    const looks = [members, members, members, members, members, members];
    const context = newContext([invite, ...looks]);
    const failure = await partialFailureOf(() => create(context, projectMember, declared(inputs)));
    expect(failure.id).toMatch(/^unresolved-/);
  });

  test("brings a bucket whose credentials stay unknown: A16 bucket-lost-credentials", async () => {
    const context = newContext(
      [
        { call: "GET /api/v1/storage/buckets", answer: [] },
        { call: "POST /api/v1/storage/buckets", body: { name: "files-1" }, error: lost() },
        { call: "GET /api/v1/storage/buckets", answer: [{ name: "files-1", status: "active" }] },
      ],
      { assumedRoutes: "never" },
    );
    const given = declared({ name: "files-1", __generatedName: true });
    const { id } = await create(context, bucket, given);
    expect(id).toBe("files-1");
    expect(context.said.join("\n")).toContain("accessKey, secretKey are shown at creation only");
  });

  test("is found by what makes it one of a kind where it has no name", async () => {
    const inputs = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 80 };
    const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };
    const path = "/api/v1/instances/web/ports";
    const context = newContext([
      { call: `POST ${path}`, body: forward, error: lost() },
      { call: `GET ${path}`, answer: [forward] },
    ]);
    const { id } = await create(context, portForward, declared(inputs));
    expect(id).toBe("web/tcp/20001");
  });

  test("is looked for in time where each look has to be confirmed", async () => {
    const inputs = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 80 };
    const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };
    const path = "/api/v1/instances/web/ports";
    const [send, empty] = [
      { call: `POST ${path}`, body: forward },
      { call: `GET ${path}`, answer: [] },
    ];
    const looks = Array.from({ length: 6 }, () => empty);
    const context = newContext([
      { ...send, error: lost(90_000) },
      ...looks,
      { ...send, answer: forward },
      { ...empty, answer: [forward] },
    ]);
    await create(context, portForward, declared(inputs));
    expect(seconds(context)).toBeLessThan(200);
  });

  test("is found by an assumed list, which proves no absence", async () => {
    const sent = { name: "data-1", region: "eu", size_gb: 10 };
    const given = { name: "data-1", region: "eu", sizeGb: 10 };
    const made = { id: "vol_1", ...sent, status: "available" };
    const make = { call: "POST /v1/volumes", body: sent, error: lost() };
    const volumes = { call: "GET /v1/volumes", answer: [made] };
    const get = { call: "GET /v1/volumes/vol_1", answer: made };
    const generated = declared({ ...given, __generatedName: true });
    const found = await create(newContext([make, volumes, get]), volume, generated);
    expect(found.id).toBe("vol_1");

    const empty = { ...volumes, answer: [] };
    const unseen = newContext([make, empty, empty, empty, empty, empty, empty]);
    expect((await partialFailureOf(() => create(unseen, volume, generated))).message).toContain(
      'volume "main" may exist: the answer was lost. After',
    );
    const fixed = newContext([make, volumes]);
    expect(
      (await partialFailureOf(() => create(fixed, volume, declared(given)))).message,
    ).toContain("may exist, maybe as vol_1: ");
  });

  test("is unresolved when the operation's time is over before it is certain", async () => {
    const context = newContext([none, { ...post, error: lost() }, none, none, none, none]);
    const inputs = { ...web, timeouts: { create: 20 } };
    const failure = await partialFailureOf(() => create(context, container, inputs));
    expect(failure.message).toContain("may exist: the answer was lost.");
  });
});
