import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { importedImage } from "../../../../resources/compute/imported-image.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../../support/session.ts";
import { seconds } from "../create-once/lost-create.ts";

const gone = { id: "", state: {}, inputs: {} };
const missing = { status: 404, answer: { error: "there is no such volume" } };
const page = { status: 404, text: "<h1>Not found</h1>" };

function refreshVolume(answer: Partial<Expected>, routes: Props) {
  const context = newContext([{ call: "GET /v1/volumes/vol_1", ...answer }]);
  const props = held({ region: "eu", sizeGb: 10, __routes: routes });
  return read(context, volume, { id: "vol_1", props });
}

const get = { call: "GET /v1/volumes/vol_1" };
/** Nothing is known of the list, so that an empty one says nothing. */
const list = { call: "GET /v1/volumes", answer: [] };
const trusted = { "GET /v1/volumes/{volume_id}": "works" };

describe("an answer to GET of one object", () => {
  const props = held({ region: "eu", sizeGb: 10, __routes: trusted });
  const work = { id: "vol_1", props };

  test("proves that it is gone by a 404 with a JSON error, on a route that worked before", async () => {
    const context = newContext([{ ...get, ...missing }, list]);
    expect(await read(context, volume, work)).toEqual(gone);
  });

  test("proves nothing by it where the list has the object: such routes are there no more", async () => {
    const shown = { ...list, answer: [{ id: "vol_1", status: "available" }] };
    const context = newContext([{ ...get, ...missing }, shown]);
    expect(await read(context, volume, work)).toMatchObject({ id: "vol_1" });
  });

  const nothing: Expected = { ...get, status: 404, answer: { error: "Not Found" } };
  const bare: Expected = { ...get, status: 404, answer: { detail: "Not found." } };
  const other = { ...list, answer: [{ id: "vol_2", status: "available" }] };
  const learned = { ...trusted, "GET /v1/volumes": "works" };

  test("proves it whatever it says beside a whole list that showed it before", async () => {
    const props = held({ region: "eu", __routes: learned });
    const context = newContext([nothing, other]);
    expect(await read(context, volume, { id: "vol_1", props })).toEqual(gone);
  });

  test("proves it without words beside two lists: a page of a proxy, and lists that lag (seed 1020878)", async () => {
    const props = held({ region: "eu", __routes: learned });
    const shown = { ...list, answer: [{ id: "vol_1", status: "available" }] };
    const context = newContext([{ ...get, ...page }, other, shown]);
    expect((await read(context, volume, { id: "vol_1", props })).id).toBe("vol_1");
  });

  test.each([nothing, bare])(
    "proves it beside two such lists that never showed it: $answer",
    async (first) => {
      const context = newContext([first, other, other]);
      expect(await read(context, volume, work)).toEqual(gone);
      expect(seconds(context)).toBe(30);
    },
  );

  test("proves nothing of a documented path while its list is not there either", async () => {
    const props = held({ region: "eu", name: "pic", __routes: trusted });
    const picture = { call: "GET /v1/images/img_1", status: 404, answer: { error: "Not Found" } };
    const images = { call: "GET /v1/images", status: 404, answer: { error: "Not Found" } };
    const seen = { ...get, answer: { id: "vol_1", status: "available" } };
    const context = newContext([seen, picture, images]);
    await read(context, volume, work);
    expect((await read(context, importedImage, { id: "img_1", props })).id).toBe("img_1");
  });

  test("proves it by such a 404 alone once another object answered in this run", async () => {
    const other = { call: "GET /v1/volumes/vol_2", answer: { id: "vol_2", status: "available" } };
    const context = newContext([other, { ...get, ...missing }]);
    await read(context, volume, { ...work, id: "vol_2" });
    expect(await read(context, volume, work)).toEqual(gone);
  });

  test.each([
    ["Cannot GET /v1/volumes/vol_1", "vol_1"],
    ["Not Found", "vol_1"],
    ["The origin volume did not find a current representation", "vol_1"],
    ["No static resource v1/volumes/vol_1.", "vol_1"],
    ["volume 'data' not found", ""],
    ["vol_1 does not exist", ""],
    ["The requested volumetric data was not found on this server", "vol_1"],
    ["No such Volumes", ""],
  ])("is read by its words where no list answers either: %s (spec 7.1)", async (error, id) => {
    const unknown = { ...list, status: 404, answer: { error: "Not Found" } };
    const context = newContext([{ ...get, status: 404, answer: { error } }, unknown]);
    expect((await read(context, volume, work)).id).toBe(id);
  });

  test.each<[string, Partial<Expected>, Props]>([
    ["404 with a JSON error on a route that never worked", missing, {}],
    ["404 without a JSON error on a route that never worked", page, {}],
    ["404 with JSON that is no error", { status: 404, answer: {} }, {}],
    ["405 on a route that never worked", { status: 405, answer: { error: "no" } }, {}],
    ["200 with no object", { answer: [] }, trusted],
    ["200 with nothing", {}, trusted],
  ])("proves nothing by %s: the state is kept", async (_answer, answer, routes) => {
    const result = await refreshVolume(answer, routes);
    expect(result).toMatchObject({ id: "vol_1", state: { region: "eu", sizeGb: 10 } });
  });

  test.each<[string, Partial<Expected>, string]>([
    ["401", { status: 401, answer: { error: "no" } }, "key"],
    ["403", { status: 403, answer: { error: "no" } }, "key"],
    ["405", { status: 405, answer: { error: "no" } }, "noRoute"],
    ["409", { status: 409, answer: { error: "no" } }, "refused"],
    ["429", { status: 429, answer: { error: "no" } }, "rateLimit"],
    ["500", { status: 500, answer: { error: "no" } }, "platform"],
    ["503 with a page", { status: 503, text: "<h1>Maintenance</h1>" }, "platform"],
    ["200 with a page", { text: "<h1>Sign in</h1>" }, "platform"],
    ["a lost connection", { error: new HostingError("unsent", "not sent") }, "unsent"],
  ])("proves nothing by %s: the refresh fails", async (_answer, answer, code) => {
    expect((await errorOf(() => refreshVolume(answer, trusted))).code).toBe(code);
  });

  test.each([page, { status: 404, answer: {} }])(
    "proves nothing by a 404 without words where no list answers: the refresh fails",
    async (answer) => {
      const context = newContext([
        { ...get, ...answer },
        { ...list, ...page },
      ]);
      expect((await errorOf(() => read(context, volume, work))).code).toBe("noRoute");
    },
  );

  test("proves it by 404 on a documented route at once, beside a list that shows others", async () => {
    const context = newContext([
      { call: "GET /api/v1/instances", answer: [{ name: "job" }] },
      { call: "GET /api/v1/instances/web", ...missing },
    ]);
    const props = held({ name: "web", image: "debian/13" });
    expect(await read(context, container, { id: "web", props })).toEqual(gone);
  });
});

describe("a list without the object", () => {
  const props = held({ name: "web", region: "eu", plan: "small", image: "debian/13" });
  const list = "GET /v1/instances";
  const others = [{ id: "inst_2" }];

  function refreshInstance(expected: readonly Expected[]) {
    const context = newContext(expected, { assumptions: { "routes.instance.get": "none" } });
    return { context, result: read(context, instance, { id: "inst_1", props }) };
  }

  test("proves that it is gone when a second list agrees, after the longest lag", async () => {
    const { context, result } = refreshInstance([
      { call: list, answer: others },
      { call: list, answer: others },
    ]);
    expect(await result).toEqual(gone);
    expect(context.clock.sleeps).toEqual([30_000]);
  });

  test.each([[others], [[]]])(
    "proves nothing by an empty one after %j: a third decides",
    async (first) => {
      const empty = { call: list, answer: [] };
      const { context, result } = refreshInstance([{ call: list, answer: first }, empty, empty]);
      expect(await result).toEqual(gone);
      expect(context.clock.sleeps).toEqual([30_000, 10_000]);
      const back = { call: list, answer: [{ id: "inst_1", status: "running" }] };
      const kept = refreshInstance([{ call: list, answer: first }, empty, back]).result;
      expect(await kept).toMatchObject({ id: "inst_1" });
    },
  );

  test("proves nothing when the second one has it", async () => {
    const { result } = refreshInstance([
      { call: list, answer: [] },
      { call: list, answer: [{ id: "inst_1", status: "running" }] },
    ]);
    expect(await result).toMatchObject({ id: "inst_1", state: { status: "running" } });
  });

  test.each<[string, Json]>([
    ["names a next page", { instances: others, next: "/v1/instances?page=2" }],
    ["has a cursor", { data: others, next_cursor: "abc" }],
    ["says that there is more", { data: others, has_more: true }],
    ["counts more than it shows", { data: others, total: 2 }],
    ["is two lists", { data: others, deleted: [{ id: "inst_3" }] }],
    ["is no list", { instances: {} }],
    ["is nothing", null],
  ])("proves nothing when it %s", async (_what, answer) => {
    const { result } = refreshInstance([{ call: list, answer }]);
    expect(await result).toMatchObject({ id: "inst_1", state: { region: "eu" } });
  });

  test.each([10, 100])("proves nothing when it has exactly %i entries", async (length) => {
    const page = Array.from({ length }, (_none, at) => ({ id: `inst_other${at}` }));
    const { context, result } = refreshInstance([{ call: list, answer: page }]);
    expect(await result).toMatchObject({ id: "inst_1", state: { region: "eu" } });
    expect(context.said).toEqual([
      "warning: what GET /v1/instances answers may be a part of a longer list, so the state of each is kept as it is; for one that was deleted by hand, set HOSTING_DELETED_BY_HAND=<id>.",
    ]);
  });

  test("proves it with the list before it, when that is as old as lists lag", async () => {
    const calls = [list, list].map((call) => ({ call, answer: others }));
    const context = newContext(calls, { assumptions: { "routes.instance.get": "none" } });
    const lookFor = (id: string) => read(context, instance, { id, props });
    expect(await lookFor("inst_2")).toMatchObject({ id: "inst_2" });
    expect(await lookFor("inst_1")).toEqual(gone);
    expect(await lookFor("inst_3")).toEqual(gone);
    expect(context.clock.sleeps).toEqual([30_000]);
  });

  test("proves nothing right after the object was created", async () => {
    const context = newContext([{ call: list, answer: others }]);
    context.memory.noteCreated("instance", "inst_1");
    expect(await read(context, instance, { id: "inst_1", props })).toMatchObject({ id: "inst_1" });
    expect(context.said).toEqual([
      "warning: what was created a moment ago may not be shown yet, so the state of each is kept as it is; for one that was deleted by hand, set HOSTING_DELETED_BY_HAND=<id>.",
    ]);
  });

  test("proves nothing when the second one is not complete", async () => {
    const { result } = refreshInstance([
      { call: list, answer: others },
      { call: list, answer: { data: others, has_more: true } },
    ]);
    expect(await result).toMatchObject({ id: "inst_1" });
  });

  test("is asked for again by a GET where there is one", async () => {
    const context = newContext([
      { call: list, answer: others },
      { call: "GET /v1/instances/inst_1", answer: { id: "inst_1", status: "running" } },
    ]);
    const result = await read(context, instance, { id: "inst_1", props });
    expect(result).toMatchObject({
      id: "inst_1",
      state: { __routes: { "GET /v1/instances/{instance_id}": "works" } },
    });
  });

  test("proves nothing while a GET that works gives no usable answer", async () => {
    const context = newContext([
      { call: list, answer: others },
      { call: "GET /v1/instances/inst_1", answer: [] },
    ]);
    const state = { ...props, __routes: { "GET /v1/instances/{instance_id}": "works" } };
    const result = await read(context, instance, { id: "inst_1", props: state });
    expect(result).toMatchObject({ id: "inst_1", state: { region: "eu" } });
  });

  test("proves nothing on an assumed route that never showed an object", async () => {
    const assumptions = { "routes.volume.get": "none" };
    const context = newContext([{ call: "GET /v1/volumes", answer: [] }], { assumptions });
    const state = declared({ region: "eu", sizeGb: 10 });
    expect(await read(context, volume, { id: "vol_1", props: state })).toMatchObject({
      id: "vol_1",
    });
  });

  test("proves it on an assumed route that showed the object before", async () => {
    const assumptions = { "routes.volume.get": "none" };
    const calls = [1, 2, 3].map(() => ({ call: "GET /v1/volumes", answer: [] }));
    const state = held({ region: "eu", sizeGb: 10, __routes: { "GET /v1/volumes": "works" } });
    const context = newContext(calls, { assumptions });
    expect(await read(context, volume, { id: "vol_1", props: state })).toEqual(gone);
  });

  test("of port forwards proves nothing before others agree", async () => {
    const forwards = "GET /api/v1/instances/web/ports";
    const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };
    const state = held({
      instanceName: "web",
      protocol: "tcp",
      publicPort: 20_001,
      targetPort: 80,
    });
    const twice = newContext([
      { call: forwards, answer: [] },
      { call: forwards, answer: [forward] },
    ]);
    const work = { id: "web/tcp/20001", props: state };
    expect(await read(twice, portForward, work)).toMatchObject({ id: "web/tcp/20001" });
    const agreed = [1, 2, 3].map(() => ({ call: forwards, answer: [] }));
    expect(await read(newContext(agreed), portForward, work)).toEqual(gone);
  });
});

describe("a static get of what is not there", () => {
  const lookup = { __lookup: true };

  test.each<[string, Partial<Expected>]>([
    ["404 with a JSON error", missing],
    ["404 without", page],
  ])("is an error after %s, never an empty resource", async (_answer, answer) => {
    const context = newContext([{ call: "GET /v1/volumes/vol_1", ...answer }]);
    const error = await errorOf(() => read(context, volume, { id: "vol_1", props: lookup }));
    expect(error).toMatchObject({
      code: "notFound",
      message:
        "volume vol_1 was not read: the platform has none with this id. Correct the id in the program.",
    });
  });

  test("is an error where nothing can be read", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const error = await errorOf(() => read(context, volume, { id: "vol_1", props: lookup }));
    expect(error.message).toBe(
      "volume vol_1 was not read: the platform offers no way to read one. Write its values into the program instead.",
    );
  });
});
