import type * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { PortForward } from "../../../resources/compute/port-forward.ts";
import {
  VolumeAttachment,
  volumeAttachment,
} from "../../../resources/storage/volume-attachment.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";
import { mockEngine, watchOptions } from "../../support/session-mocks.ts";

mockEngine();
const attachment = classUnderTest(volumeAttachment);
const inputs = { volumeId: "vol_1", instanceId: "inst_1" };
const trusted = { ...inputs, __routes: { "GET /v1/volumes/{volume_id}": "works" } };
const id = "vol_1/inst_1";
const attach = { call: "POST /v1/volumes/vol_1/attach", body: { instance_id: "inst_1" } };
const detach = { call: "POST /v1/volumes/vol_1/detach" };
const missing = { status: 404, answer: { error: "no such volume" } };
const get = (rest: Partial<Expected>): Expected => ({ call: "GET /v1/volumes/vol_1", ...rest });
const shows = (shown: object) => get({ answer: { id: "vol_1", ...shown } });
const at = (instance_id: string | null) => shows({ instance_id });
const page = { status: 404, text: "no page" };
const blind = [get(page), { call: "GET /v1/volumes", ...page }];

describe("a refused attachment", () => {
  const refused = { ...attach, status: 409, answer: { error: "busy" } };
  const made = (...looks: readonly Expected[]) =>
    create(newContext([refused, ...looks]), volumeAttachment, declared(inputs));

  test.each([
    ["the instance", at("inst_1")],
    ["it as an object", shows({ instance_id: { id: "inst_1" } })],
  ])("is there when the volume names %s", async (_what, look) => {
    expect((await made(look, look)).id).toBe(id);
  });

  test.each([
    ["is in another instance", [at("inst_2")], "vol_1 is attached to inst_2"],
    ["does not say where it is", [shows({ status: "in-use" })], "busy (409)"],
    ["is attached nowhere", [at(null)], "busy (409)"],
    ["cannot be read", blind, "busy (409)"],
  ])("says why when the volume %s", async (_what, looks, reason) => {
    const error = await errorOf(() => made(...looks));
    expect(error.code).toBe("refused");
    expect(error.message).toContain(reason);
  });
});

describe("a volume that shows", () => {
  test.each<[shown: object, where: "here" | "elsewhere" | "unknown"]>([
    [{ instance_id: "inst_1" }, "here"],
    [{ instance_id: { id: "inst_1", name: "web" } }, "here"],
    [{ instance_id: "inst_2" }, "elsewhere"],
    [{ instance_id: null, last_instance_id: "inst_1" }, "elsewhere"],
    [{ instance_id: "" }, "elsewhere"],
    [{}, "unknown"],
    [{ attached_to: "inst_2" }, "unknown"],
    [{ instance_id: ["inst_2"] }, "unknown"],
  ])("%j of an attachment is %s", async (shown, where) => {
    const look = shows(shown);
    const isGone = where === "elsewhere";
    expect((await attachment.read(id, trusted, [look])).id).toBe(isGone ? "" : id);
    // A volume in another instance by now stays there.
    const last = where === "here" ? at(null) : look;
    await attachment.delete(id, trusted, isGone ? [look] : [look, detach, last]);
  });

  test("where it is in a field of another name is read by the assumption", async () => {
    const assumptions = { "fields.instanceId": "attached_to" };
    const calls = [attach, shows({ attached_to: "inst_1" })];
    const { state } = await create(
      newContext(calls, { assumptions }),
      volumeAttachment,
      declared(inputs),
    );
    const look = newContext([shows({ attached_to: null })], { assumptions });
    expect((await read(look, volumeAttachment, { id, props: state })).id).toBe("");
  });
});

describe("a refresh of an attachment", () => {
  test("finds its end when the volume is gone, and proves nothing when that cannot be read", async () => {
    expect((await attachment.read(id, trusted, [get(missing)])).id).toBe("");
    expect(await attachment.read(id, inputs, blind)).toMatchObject({ id, inputs });
  });
});

describe("the end of an attachment", () => {
  const refused = { ...detach, status: 409, answer: { error: "not attached" } };

  test.each<[string, Props, readonly Expected[]]>([
    ["the volume is detached", trusted, [at("inst_1"), detach, at(null)]],
    ["the volume is gone", trusted, [get(missing)]],
    ["nobody can say where it is", inputs, [...blind, detach, ...blind]],
    ["a refusal comes of its being detached", trusted, [at("inst_1"), refused, at(null)]],
  ])("is done where %s", async (_what, state, calls) => {
    await attachment.delete(id, state, calls);
  });

  test("fails when the platform knows no such route: the volume is where it was", async () => {
    const calls = [at("inst_1"), { ...detach, ...page }, at("inst_1")];
    expect((await errorOf(() => attachment.delete(id, trusted, calls))).code).toBe("gap");
  });

  test("names the way out where nobody can say whether it has ended", async () => {
    const calls = [...blind, refused, ...blind];
    const error = await errorOf(() => attachment.delete(id, inputs, calls));
    expect(error.message).toContain("HOSTING_DELETED_BY_HAND=VolumeAttachment:vol_1/inst_1");
  });
});

test.each([{ volumeId: "vol_2" }, { instanceId: "inst_2" }])(
  "a volume is in one instance at a time: %j detaches first",
  (change) => {
    expect(attachment.diff(inputs, { ...inputs, ...change })).toEqual({
      changes: undefined,
      replaces: Object.keys(change),
      deleteBeforeReplace: true,
    });
  },
);

test.each<[string, (name: string, options: pulumi.CustomResourceOptions) => unknown]>([
  ["an attachment", (name, options) => new VolumeAttachment(name, inputs, options)],
  [
    "a forward",
    (name, options) => {
      const ports = { protocol: "tcp", publicPort: 20_001, targetPort: 80 } as const;
      return new PortForward(name, { instanceName: "web", ...ports }, options);
    },
  ],
])("%s is replaced with the old one first, but where the program says otherwise", (_what, make) => {
  const usual = watchOptions();
  make("usual", usual.options);
  expect(usual.seen[0]?.deleteBeforeReplace).toBe(true);
  const other = watchOptions({ deleteBeforeReplace: false });
  make("other", other.options);
  expect(other.seen[0]?.deleteBeforeReplace).toBe(false);
});
