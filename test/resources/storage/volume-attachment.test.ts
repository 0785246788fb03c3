import type * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
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
/** A look has found the attachment: the platform fills in where a volume is. */
const seen = { ...trusted, __echoes: ["instanceId", "volumeId"] };
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
    ["it in a separate field", shows({ attached_to: { server: "inst_1" } })],
  ])("is there when the volume names %s", async (_what, look) => {
    expect((await made(look, look)).id).toBe(id);
  });

  test.each([
    ["is in another instance", [at("inst_2")], "vol_1 is attached to inst_2"],
    ["names another one", [shows({ attached_to: { server: "inst_2" } })], "attached to inst_2"],
    ["is attached nowhere", [at(null)], "busy (409)"],
    ["cannot be read", blind, "busy (409)"],
  ])("says why when the volume %s", async (_what, looks, reason) => {
    const error = await errorOf(() => made(...looks));
    expect(error.code).toBe("refused");
    expect(error.message).toContain(reason);
  });
});

/** Where a volume is by what it shows, which the spec does not tell (spec 4 note 1). */
type Where = "here" | "elsewhere" | "unknown";

const forms: readonly (readonly [shown: object, state: Props, where: Where])[] = [
  [{ instance_id: "inst_1" }, trusted, "here"],
  [{ instance_id: "INST_1" }, trusted, "here"],
  [{ attachments: [{ server: "inst_1" }] }, trusted, "here"],
  [{ links: { instance: "/v1/instances/inst_1" } }, trusted, "here"],
  [{ attached_to: "urn:cloud:instance:inst_1" }, trusted, "here"],
  [{ instance_id: null }, trusted, "elsewhere"],
  [{ instance_id: null, last_instance_id: "inst_1" }, trusted, "elsewhere"],
  [{ instance_id: "inst_2" }, trusted, "elsewhere"],
  [{ attached_to: "inst_2" }, trusted, "elsewhere"],
  [{ attachments: [{ instance: "inst_2", device: "/dev/sda" }] }, trusted, "elsewhere"],
  [{ server: "srv_2" }, trusted, "elsewhere"],
  [{ instances: ["inst_2", "inst_3"] }, trusted, "elsewhere"],
  [{ used_by: "inst_2", allowed_instances: ["inst_1", "inst_2"] }, trusted, "elsewhere"],
  [{ links: { instance: "/v1/instances/inst_2" } }, trusted, "elsewhere"],
  [{}, trusted, "unknown"],
  [{ server: null }, trusted, "unknown"],
  [{ attached: true }, trusted, "unknown"],
  [{ server: "data-2" }, trusted, "unknown"],
  [{ note: "inst_2" }, trusted, "unknown"],
  [{ source_instance_id: "inst_2" }, trusted, "unknown"],
  [{ allowed_instances: ["inst_2"] }, trusted, "unknown"],
  [{ mounts: ["10.0.0.1:/export/srv_data"] }, trusted, "unknown"],
  // An empty place says that it is nowhere, once the platform was seen to fill it in.
  [{ attached_to: null }, seen, "elsewhere"],
  [{ attached: false }, seen, "elsewhere"],
  [{ attachments: [], status: "available" }, seen, "elsewhere"],
  [{ instance: { id: null, name: "" } }, seen, "elsewhere"],
  [{ mount_point: null }, seen, "unknown"],
  [{ attached: true, server: null }, seen, "unknown"],
  [{ last_instance: null, allowed_instances: [] }, seen, "unknown"],
];

describe("a volume that shows", () => {
  test.each(forms)("%j of an attachment with the state %j is %s", async (shown, state, where) => {
    const look = shows(shown);
    const isGone = where === "elsewhere";
    expect((await attachment.read(id, state, [look])).id).toBe(isGone ? "" : id);
    // A volume in another instance by now stays there.
    const last = where === "here" ? at(null) : look;
    await attachment.delete(id, state, isGone ? [look] : [look, detach, last]);
  });

  test.each([
    ["stopped", id],
    // Some platforms show the machine only while it runs.
    ["running", ""],
  ])("no instance while it is in use, and a machine that is %s", async (status, left) => {
    const look = shows({ attachments: [], status: "in-use" });
    const machine = { call: "GET /v1/instances", answer: [{ id: "inst_1", status }] };
    expect((await attachment.read(id, seen, [look, machine])).id).toBe(left);
  });
});

describe("a refresh of an attachment", () => {
  test("finds its end when the volume is gone, and proves nothing when that cannot be read", async () => {
    expect((await attachment.read(id, trusted, [get(missing)])).id).toBe("");
    expect(await attachment.read(id, inputs, blind)).toMatchObject({ id, inputs });
  });

  test("knows by the look after its creation whether the platform fills in where it is", async () => {
    for (const [shown, left] of [
      [{ attached_to: "inst_1" }, ""],
      [{ attached_to: null }, id],
    ] as const) {
      const context = newContext([attach, shows(shown)]);
      const { state } = await create(context, volumeAttachment, declared(inputs));
      expect((await attachment.read(id, state, [shows({ attached_to: null })])).id).toBe(left);
    }
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
