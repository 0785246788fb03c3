import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { importedImage } from "../../../../resources/compute/imported-image.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { errorOf, held, newContext, type TestContext } from "../../../support/session.ts";
import { seconds } from "../create-once/lost-create.ts";

/** What Rails, Spring and NestJS answer, and what Django and FastAPI do: neither names anything. */
const said = { status: 404, answer: { error: "Not Found" } };
const bare = { status: 404, answer: {} };
const works = { "GET /v1/volumes/{volume_id}": "works" };
const learned = { ...works, "GET /v1/volumes": "works" };
const inputs = { region: "eu", sizeGb: 10 };
const list = (...ids: readonly string[]) => ({
  call: "GET /v1/volumes",
  answer: ids.map((id): Json => ({ id, status: "available" })),
});

function refresh(context: TestContext, routes: Readonly<Record<string, string>>, id = "vol_1") {
  return read(context, volume, { id, props: held({ ...inputs, __routes: routes }) });
}

test("a list that showed the object before is asked twice once it is empty", async () => {
  const context = newContext([{ call: "GET /v1/volumes/vol_1", ...said }, list(), list("vol_1")]);
  expect((await refresh(context, learned)).id).toBe("vol_1");
});

describe("a deletion of ours that began before", () => {
  const object = { type: "volume", id: "vol_1" };

  test.each([said, bare])("is why a GET and a list miss the object: %j", async (missing) => {
    const context = newContext([{ call: "GET /v1/volumes/vol_1", ...missing }, list()]);
    context.journal.deletionBegan(object);
    expect((await refresh(context, works)).id).toBe("");
    expect(seconds(context)).toBe(0);
  });

  test("says nothing once it was refused and is some time ago", async () => {
    const context = newContext([{ call: "GET /v1/volumes/vol_1", ...said }, list(), list("vol_1")]);
    context.journal.deletionBegan(object);
    await context.clock.sleep(11 * 60_000);
    expect((await refresh(context, learned)).id).toBe("vol_1");
  });

  test("does not explain what the list shows", async () => {
    const look = [{ call: "GET /v1/volumes/vol_1", ...said }, list("vol_1")];
    const context = newContext([...look, ...look]);
    context.journal.deletionBegan(object);
    expect((await refresh(context, works)).id).toBe("vol_1");
  });

  test("explains it to its own run no sooner: it may have been refused", async () => {
    const missing = { call: "GET /v1/volumes/vol_1", ...said };
    const erase = { call: "DELETE /v1/volumes/vol_1", ...said };
    const state = held({ ...inputs, __routes: works });
    const context = newContext([missing, list(), list(), erase, missing, list()]);
    await remove(context, volume, { id: "vol_1", state });
    expect(seconds(context)).toBe(30);
  });
});

test("what this run has deleted is no other one that is missing from an empty list", async () => {
  const steps = (id: string, lists = 3): readonly Expected[] => [
    { call: `GET /v1/volumes/${id}`, ...bare },
    ...new Array<Expected>(lists).fill(list()),
    { call: `DELETE /v1/volumes/${id}`, ...bare },
    { call: `GET /v1/volumes/${id}`, ...bare },
    list(),
  ];
  const context = newContext([...steps("vol_1"), ...steps("vol_2", 2)]);
  const state = held({ ...inputs, __routes: works });
  await remove(context, volume, { id: "vol_1", state });
  await expect(remove(context, volume, { id: "vol_2", state })).resolves.toBeUndefined();
});

describe("beside a list that is a part", () => {
  const image = { call: "GET /v1/images/img_1" };
  const page = {
    call: "GET /v1/images",
    answer: { images: [{ id: "img_9" }], next: "/v1/images?page=2" },
  };
  const work = { id: "img_1", props: held({ region: "eu", name: "pic" }) };

  test("a 404 that names nothing counts once another one agrees, half a minute later", async () => {
    const context = newContext([{ ...image, ...said }, page, { ...image, ...said }]);
    expect((await read(context, importedImage, work)).id).toBe("");
    expect(seconds(context)).toBe(30);
  });

  test("it was a moment's where the next look shows it", async () => {
    const shown = { ...image, answer: { id: "img_1", status: "available" } };
    const context = newContext([{ ...image, ...said }, page, shown]);
    expect((await read(context, importedImage, work)).id).toBe("img_1");
  });
});

describe("a forward in a container that was deleted by hand, whose 404 has no words", () => {
  const ports = { call: "GET /api/v1/instances/web/ports", ...bare };
  const containers = (...names: readonly string[]) => ({
    call: "GET /api/v1/instances",
    answer: names.map((name) => ({ name, status: "running" })),
  });
  const forward = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 80 };
  const work = { id: "web/tcp/20001", props: held(forward) };

  test("went with it", async () => {
    const web = { call: "GET /api/v1/instances/web", ...bare };
    const context = newContext([ports, containers("job"), web, containers("job")]);
    expect((await read(context, portForward, work)).id).toBe("");
  });

  test("is not known where that is there: the refresh fails", async () => {
    const context = newContext([ports, containers("web")]);
    expect((await errorOf(() => read(context, portForward, work))).code).toBe("noRoute");
  });
});

test("of what may have its id again, like a forward, an earlier deletion says nothing (seed 491)", async () => {
  const other = { protocol: "tcp", public_port: 20_000, target_port: 22 };
  const mine = { protocol: "tcp", public_port: 20_001, target_port: 80 };
  const ports = (...answer: readonly Json[]) => ({
    call: "GET /api/v1/instances/web/ports",
    answer: [...answer],
  });
  const found = ports(other, mine);
  const context = newContext([ports(other), found, found]);
  const object = { type: "compute:PortForward", id: "web/tcp/20001" };
  context.journal.deletionBegan(object);
  context.journal.deletionDone(object);
  const forward = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 80 };
  const { id } = await read(context, portForward, { id: object.id, props: held(forward) });
  expect(id).toBe(object.id);
});
