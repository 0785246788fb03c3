import { expect, test } from "vitest";
import { flawsIn } from "../../../support/message-form.ts";
import { failureOf, json, openStage, refused, type Script } from "../../errors/stage.ts";

const name = "the-frontend-of-the-shop-in-the-west";
const reason = "role developer cannot delete resources of the production project";

/** What the wrong key is told of an object with a long name. */
async function denied(
  type: string,
  id: string,
  { script, state }: { script: Script; state: object },
) {
  const stage = openStage(script, { nameOf: () => name });
  const { message } = await failureOf(() => stage.remove(type, id, { name, ...state }));
  expect(flawsIn(message), message).toEqual([]);
  return message;
}

const machine = (status: string) => json(200, [{ name, status, ip_addresses: ["10.0.0.2"] }]);

const deleteMachine = (status: string, code = 403): Script => ({
  "GET /api/v1/instances": [machine(status), machine("stopped")],
  [`POST /api/v1/instances/${name}/action`]: json(200, {}),
  [`DELETE /api/v1/instances/${name}`]: refused(code, reason),
});

const detached: Script = {
  "GET /v1/volumes/vol_1": json(200, { id: "vol_1", instance_id: "inst_1" }),
  "POST /v1/volumes/vol_1/detach": json(200, {}),
  "DELETE /v1/volumes/vol_1": refused(403, reason),
};

const unassigned: Script = {
  "GET /v1/floating-ips/fip_1": json(200, { id: "fip_1", instance_id: "inst_1" }),
  "POST /v1/floating-ips/fip_1/unassign": json(200, {}),
  "DELETE /v1/floating-ips/fip_1": refused(403, reason),
};

test.each([
  [
    "compute:Container",
    name,
    { script: deleteMachine("running"), state: { image: "debian/13" } },
    /^container "[^"]+" was stopped, but not deleted: this API key may not delete it \(403\): role .*; to keep it, start it in the console, or run `pulumi up` as before on this machine\.$/,
  ],
  [
    "storage:Volume",
    "vol_1",
    { script: detached, state: { region: "eu", sizeGb: 1 } },
    /^volume "[^"]+" was detached, but not .*; to keep it, attach vol_1 again in the console\.$/,
  ],
  [
    "network:FloatingIp",
    "fip_1",
    { script: unassigned, state: { region: "eu" } },
    /^floating IP "[^"]+" was unassigned, but not .*; to keep it, assign fip_1 again in the console\.$/,
  ],
])("a %s says first what the refused deletion has done", async (type, id, work, says) => {
  expect(await denied(type, id, work)).toMatch(says);
});

test("a key that is refused between the two is told as such", async () => {
  const work = { script: deleteMachine("running", 401), state: { image: "debian/13" } };
  const message = await denied("compute:Container", name, work);
  expect(message).toContain("was stopped, but not deleted: the API key was refused (401): role");
  expect(message).toContain(
    ". With one that may in HOSTING_API_KEY, run the same command again; to keep it",
  );
});

test.each<[string, Script]>([
  ["was stopped before", deleteMachine("stopped")],
  [
    "was unfrozen, and did not let itself be stopped",
    {
      ...deleteMachine("frozen"),
      "GET /api/v1/instances": [machine("frozen"), machine("running")],
      [`POST /api/v1/instances/${name}/action`]: [json(200, {}), refused(409, "it is busy")],
    },
  ],
])("is not said of what %s", async (_what, script) => {
  const message = await denied("compute:Container", name, {
    script,
    state: { image: "debian/13" },
  });
  expect(message).toContain("failed: this API key may not do it (403)");
});

test("what was replaced already need not be kept", async () => {
  const type = "compute:Container";
  const stage = openStage(deleteMachine("running"));
  const state = { name, image: "debian/13", __generatedName: true };
  await stage.diff(type, { id: name, state, inputs: { ...state, image: "debian/14" } });
  const { message } = await failureOf(() => stage.remove(type, name, state));
  expect(message).toContain("was stopped, but not deleted: ");
  expect(message).toMatch(/With one that may in HOSTING_API_KEY, run the same command again\.$/);
});
