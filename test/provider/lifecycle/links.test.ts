import { expect, test } from "vitest";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { floatingIp } from "../../../resources/network/floating-ip.ts";
import { floatingIpAssignment } from "../../../resources/network/floating-ip-assignment.ts";
import { volumeAttachment } from "../../../resources/storage/volume-attachment.ts";
import { declared, errorOf, held, newContext } from "../../support/session.ts";

const address = { region: "eu-north" };
const assignment = { floatingIpId: "fip_1", instanceId: "inst_1" };
const noRoute = { status: 404, text: "no such route" };
const looks = [
  { call: "GET /v1/floating-ips/fip_1", ...noRoute },
  { call: "GET /v1/floating-ips", ...noRoute },
];

test("an address is not gone because its assignment was ended in the same run", async () => {
  const context = newContext([
    ...looks,
    { call: "POST /v1/floating-ips/fip_1/unassign" },
    ...looks,
    ...looks,
    { call: "DELETE /v1/floating-ips/fip_1", ...noRoute },
    ...looks,
  ]);
  await remove(context, floatingIpAssignment, { id: "fip_1", state: held(assignment, "route") });
  const removing = () => remove(context, floatingIp, { id: "fip_1", state: held(address, "ip") });
  expect((await errorOf(removing)).code).toBe("gap");
});

test("an attachment that the program has is not ended with an older state of it", async () => {
  const inputs = declared({ volumeId: "vol_1", instanceId: "inst_1" }, "plug");
  const work = { id: "vol_1/inst_1", state: { ...inputs, ...held(inputs, "plug") } };
  const context = newContext();
  const { changes } = await diff(context, volumeAttachment, { ...work, inputs });
  await remove(context, volumeAttachment, work);
  expect({ changes, said: context.said }).toEqual({
    changes: false,
    said: [expect.stringContaining("vol_1/inst_1 is in use")],
  });
});
