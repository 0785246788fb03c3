import { describe, expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { volumeAttachment } from "../../../resources/storage/volume-attachment.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const attachment = classUnderTest(volumeAttachment);
const inputs = { volumeId: "vol_1", instanceId: "inst_1" };
const trusted = { ...inputs, __routes: { "GET /v1/volumes/{volume_id}": "works" } };
const id = "vol_1/inst_1";
const attach = { call: "POST /v1/volumes/vol_1/attach", body: { instance_id: "inst_1" } };
const detach = { call: "POST /v1/volumes/vol_1/detach" };
const missing = { status: 404, answer: { error: "no such volume" } };
const list = { call: "GET /v1/volumes", answer: [] };
const get = (rest: Partial<Expected>): Expected => ({ call: "GET /v1/volumes/vol_1", ...rest });
const at = (instance: string | null) => get({ answer: { id: "vol_1", instance_id: instance } });
/** A volume that says in a field of its own where it is. */
const elsewhere = (instance: string) =>
  get({ answer: { id: "vol_1", attached_to: { server: instance } } });

describe("a refused attachment", () => {
  const refused = { ...attach, status: 409, answer: { error: "busy" } };
  const made = (...looks: readonly Expected[]) =>
    create(newContext([refused, ...looks]), volumeAttachment, declared(inputs));

  test("is there when the volume is in the instance already", async () => {
    expect((await made(at("inst_1"), at("inst_1"))).id).toBe(id);
  });

  test("is there when the volume names the instance in a field of its own", async () => {
    expect((await made(elsewhere("inst_1"), elsewhere("inst_1"))).id).toBe(id);
  });

  test("says so in whatever field the volume names it", async () => {
    const error = await errorOf(() => made(elsewhere("inst_2")));
    expect(error.message).toContain("was not created: vol_1 is attached to inst_2.");
  });

  test("says which instance has the volume, and the way out", async () => {
    const error = await errorOf(() => made(at("inst_2")));
    expect(error).toMatchObject({ code: "refused" });
    expect(error.message).toBe(
      'volume attachment "main" was not created: vol_1 is attached to inst_2. If nothing uses it there, as after an interrupted run, detach it in the console; then run `pulumi up` again.',
    );
  });

  test.each([
    ["is attached nowhere", at(null)],
    ["cannot be read", get({ status: 404, text: "no page" })],
  ])("gives the platform's reason when the volume %s", async (_what, look) => {
    expect((await errorOf(() => made(look))).message).toContain("was not created: busy (409)");
  });
});

describe("a refresh of an attachment", () => {
  test("finds it while the volume names the instance", async () => {
    expect(await attachment.read(id, trusted, [at("inst_1")])).toMatchObject({ id, inputs });
  });

  test("finds it in whatever field names the instance", async () => {
    const shown = { id: "vol_1", attachments: [{ server: "inst_1" }] };
    const calls = [get({ answer: shown })];
    expect(await attachment.read(id, trusted, calls)).toMatchObject({ id, inputs });
  });

  test.each([
    { instance_id: "INST_1" },
    { links: { instance: "/v1/instances/inst_1" } },
    { allowed_instances: ["inst_2", "inst_3"] },
    { allowed_instances: ["inst_1", "inst_2"] },
    { attached_to: "urn:cloud:instance:inst_1" },
    { users: ["projects/p/zones/z/instances/inst_1"] },
    { server: null },
    { attached: true },
  ])("keeps it where the volume shows %j", async (shown) => {
    const calls = [get({ answer: { id: "vol_1", ...shown } })];
    expect(await attachment.read(id, trusted, calls)).toMatchObject({ id, inputs });
  });

  test.each<[string, ...(readonly Expected[])]>([
    ["names another in a link", get({ answer: { id: "vol_1", instance: "/instances/inst_2" } })],
    ["names no instance", at(null)],
    ["names another", at("inst_2")],
    ["names another in a field of its own", elsewhere("inst_2")],
    ["is gone", get(missing), list],
  ])("finds its end when the volume %s", async (_what, ...answers) => {
    expect((await attachment.read(id, trusted, answers)).id).toBe("");
  });

  test.each([
    ["does not say where it is", trusted, get({ answer: { id: "vol_1" } })],
    ["cannot be read", inputs, get({ status: 404, text: "no page" })],
  ])("proves nothing when the volume %s", async (_what, state, answer) => {
    expect(await attachment.read(id, state, [answer])).toMatchObject({ id, inputs });
  });
});

describe("an empty place, once a look has found the attachment,", () => {
  const seen = { ...trusted, __echoes: ["instanceId", "volumeId"] };

  test.each([
    { attached_to: null },
    { attachedTo: "" },
    { attached: false },
    { attachments: [], status: "available" },
    { instance_ids: [], last_instance_id: "inst_1" },
    { server: null, attachments: [], mount_point: null },
    { instance: { id: null, name: "" } },
    { links: { instance: null }, user: { id: "usr_1" } },
  ])("is its end, and nothing is sent: %j", async (shown) => {
    const look = get({ answer: { id: "vol_1", ...shown } });
    expect((await attachment.read(id, seen, [look])).id).toBe("");
    await attachment.delete(id, seen, [look]);
  });

  test.each([
    {},
    { mount_point: null, device: null },
    { attached: true, server: null },
    { server: null, attached_to: "web" },
    { instance: null, instance_name: "web" },
    { server: 42, instances: [] },
    { last_instance: null, allowed_instances: [], former_servers: [] },
    { attached_to: "urn:cloud:instance:inst_1", server: null },
    { users: [] },
    { snapshots: [{ instance: null }] },
  ])("is not to be seen in %j", async (shown) => {
    const look = get({ answer: { id: "vol_1", ...shown } });
    expect(await attachment.read(id, seen, [look])).toMatchObject({ id, inputs });
    await attachment.delete(id, seen, [look, detach]);
  });

  describe.each([
    { instance_id: null, status: "in_use" },
    { attachments: [], status: "in-use" },
    { attached_to: null, state: "attached" },
  ])("of a volume that is in use, as %j,", (shown) => {
    const look = get({ answer: { id: "vol_1", ...shown } });
    const machine = (status: string) => ({
      call: "GET /v1/instances",
      answer: [{ id: "inst_1", status }],
    });
    const [stopped, running] = [machine("stopped"), machine("running")];

    test("is not its end while the machine is stopped: some are shown only while they run", async () => {
      expect(await attachment.read(id, seen, [look, stopped])).toMatchObject({ id, inputs });
      await attachment.delete(id, seen, [look, stopped, detach]);
    });

    test("is its end where the machine runs: it is in another one, and stays there", async () => {
      expect((await attachment.read(id, seen, [look, running])).id).toBe("");
      await attachment.delete(id, seen, [look, running]);
    });

    test("says nothing where no look has found the attachment", async () => {
      expect(await attachment.read(id, trusted, [look])).toMatchObject({ id, inputs });
      await attachment.delete(id, trusted, [look, detach]);
    });
  });

  test("is known to tell by the look after its creation", async () => {
    const made = await create(
      newContext([attach, elsewhere("inst_1")]),
      volumeAttachment,
      declared(inputs),
    );
    const empty = get({ answer: { id: "vol_1", attached_to: null } });
    expect((await attachment.read(id, made.state, [empty])).id).toBe("");
  });

  test("says nothing where the platform has never filled it in", async () => {
    const look = get({ answer: { id: "vol_1", server: null } });
    const made = await create(newContext([attach, look]), volumeAttachment, declared(inputs));
    expect(await attachment.read(id, made.state, [look])).toMatchObject({ id, inputs });
  });
});

describe("the end of an attachment", () => {
  test("detaches the volume", async () => {
    await attachment.delete(id, trusted, [at("inst_1"), detach]);
  });

  test.each<[string, ...(readonly Expected[])]>([
    ["is attached nowhere", at(null)],
    ["is at another instance", at("inst_2")],
    ["is gone", get(missing), list],
  ])("sends nothing when the volume %s", async (_what, ...answers) => {
    await attachment.delete(id, trusted, answers);
  });

  test.each([
    { attached_to: "inst_2" },
    { attachments: [{ instance: "inst_2", device: "/dev/sda" }] },
    { instance: { id: "inst_2" } },
    { server: "srv_2" },
    { machine_ids: ["inst_2"], lastInstanceId: "inst_1" },
    { attachment: { id: "inst_2" }, last_instance_id: "inst_3" },
    { links: { instance: "/v1/instances/inst_2" } },
    {
      links: [{ rel: "self", href: "/v1/volumes/vol_1" }],
      server: "https://a.example/servers/srv_2",
    },
    { attachments: ["inst_2", "inst_3"] },
    { instances: ["inst_2", "inst_3"] },
    { used_by: "inst_2", allowed_instances: ["inst_1", "inst_2"] },
    { instance_id: "INST_2" },
    { attached_to: "urn:cloud:instance:inst_2" },
    { attached_to: "crn:v1:eu::inst_2" },
    { server: "fr-par-1/srv_2" },
    { users: ["projects/p/zones/z/instances/inst_2"] },
    { users: ["instances/inst_2", "instances/inst_3"] },
    { instance: "arn:cloud:compute:eu:4711:instance/inst_2" },
  ])("sends nothing when the volume shows with %j that it is elsewhere", async (shown) => {
    await attachment.delete(id, trusted, [get({ answer: { id: "vol_1", ...shown } })]);
  });

  test.each([
    { source_instance_id: "inst_2" },
    { attached_to: "inst_1", server: "srv_2" },
    { last_attachment: { instance: "inst_2" } },
    { instance_type: "ssd" },
    { server: "data-2" },
    { note: "inst_2" },
    { note: "see /v1/instances/inst_2" },
    { mount_point: "/mnt/srv_files" },
    { mounts: ["/srv_data"] },
    { allowed_instances: ["inst_2", "inst_3"] },
    { allowed_instances: ["inst_2"] },
    { visible_instances: ["inst_2", "inst_3"] },
    { snapshots: [{ instance: "inst_2" }] },
    { instance_id: "INST_1" },
    { links: { instance: "/v1/instances/inst_1" }, attachable_to: ["inst_2"] },
    { attached_to: null },
    { mounts: ["10.0.0.1:/export/srv_data"] },
    { attached_to: "urn:cloud:instance:inst_1" },
  ])("detaches when the volume does not say with %j that it is elsewhere", async (shown) => {
    await attachment.delete(id, trusted, [get({ answer: { id: "vol_1", ...shown } }), detach]);
  });

  test("detaches where nobody can say where the volume is", async () => {
    const blind = get({ status: 404, text: "no page" });
    await attachment.delete(id, inputs, [blind, detach]);
    await attachment.delete(id, inputs, [blind, { ...detach, ...missing }, blind]);
  });

  test("fails when the platform knows no such route: the volume is where it was", async () => {
    const calls = [at("inst_1"), { ...detach, ...missing }, at("inst_1")];
    expect((await errorOf(() => attachment.delete(id, trusted, calls))).code).toBe("gap");
  });

  test.each<[string, ...(readonly Expected[])]>([
    ["names no instance", at(null)],
    ["shows no `instance_id`, and names none", get({ answer: { id: "vol_1" } })],
  ])("is done by a refusal after which the volume %s", async (_what, look) => {
    const refused = { ...detach, status: 409, answer: { error: "not attached" } };
    await attachment.delete(id, trusted, [at("inst_1"), refused, look]);
  });

  test("is done by a 404 after which the volume names it no more, in whatever field", async () => {
    const calls = [elsewhere("inst_1"), { ...detach, ...missing }, elsewhere("inst_2")];
    await attachment.delete(id, trusted, calls);
  });

  test("names the way out where nobody can say whether it has ended", async () => {
    const refused = { ...detach, status: 409, answer: { error: "not attached" } };
    const blind = get({ status: 404, text: "no page" });
    const error = await errorOf(() => attachment.delete(id, inputs, [blind, refused, blind]));
    expect(error.message).toBe(
      'volume attachment "main" (vol_1/inst_1) was not ended: not attached (409). If the console shows that it has ended, run again with HOSTING_DELETED_BY_HAND=VolumeAttachment:vol_1/inst_1.',
    );
  });

  test("fails when the platform refuses", async () => {
    const refused = { ...detach, status: 409, answer: { error: "busy" } };
    const calls = [at("inst_1"), refused, at("inst_1")];
    expect((await errorOf(() => attachment.delete(id, trusted, calls))).code).toBe("refused");
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

test("an attachment that the volume only had before is not there", async () => {
  const answer = { id: "vol_1", instance_id: null, last_instance_id: "inst_1" };
  const context = newContext([get({ answer })]);
  const props = { ...held(inputs), __routes: trusted.__routes };
  expect((await read(context, volumeAttachment, { id, props })).id).toBe("");
});
