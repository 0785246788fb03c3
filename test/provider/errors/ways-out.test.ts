import { expect, test } from "vitest";
import { intentOf } from "../../../provider/lifecycle/create/intent.ts";
import { flawsIn } from "../../support/message-form.ts";
import { declared } from "../../support/session.ts";
import { definitionOf } from "../../support/session-inputs.ts";
import { failureOf, json, lost, openStage, type Script, secretKey } from "./stage.ts";

const name = "the-frontend-of-the-shop-in-the-west";
const text = "the scheduler found no host that has room for it in any zone of the region".repeat(4);
const own = { name, region: "eu-north", sizeGb: 1 };

async function createFailing(type: string, inputs: object, script: Script) {
  const stage = openStage(script, { nameOf: () => name });
  const error = await failureOf(() => stage.create(type, { name, ...inputs }));
  expect(flawsIn(error.message, secretKey), error.message).toEqual([]);
  return { stage, error };
}

test("what failed is deleted first, however much the platform says of it", async () => {
  const failed = { name, status: text, ip_addresses: [] };
  const script = {
    "GET /api/v1/instances": json(200, []),
    "POST /api/v1/instances": json(201, failed),
  };
  const assumptions = { "words.failed": [text] };
  const stage = openStage(script, { nameOf: () => name, assumptions });
  const inputs = { name, image: "debian/13" };
  const { message } = await failureOf(() => stage.create("compute:Container", inputs));
  expect(flawsIn(message, secretKey), message).toEqual([]);
  expect(message).toMatch(/with deleteBeforeReplace: true, `pulumi up --replace <urn>`\.$/);
});

test("a doubt that is to be deleted is ended by the same command", async () => {
  const { stage, error } = await createFailing("storage:Volume", own, { "POST /v1/volumes": lost });
  const { id, properties } = Object(error);
  const { message } = await failureOf(() => stage.remove("storage:Volume", id, properties));
  expect(flawsIn(message, secretKey), message).toEqual([]);
  expect(message).toMatch(/: delete it if there, then run again with HOSTING_FORGET_\S+ set\.$/);
});

test.each<[string, object, Script]>([
  [
    "compute:Instance",
    { region: "eu-north", plan: "small", image: "debian/13" },
    { "GET /v1/instances": json(200, [{ ...own, id: "inst_8f3a1c9d2b7e4f60" }]) },
  ],
  ["storage:Bucket", {}, { "GET /api/v1/storage/buckets": json(200, [{ name }]) }],
])("a name of the user's own that a %s has is changed", async (type, inputs, script) => {
  const { error } = await createFailing(type, inputs, script);
  expect(error.message).toContain("; else delete it in the console, take another name, or");
});

test.each([0, 1, 2, 3])(
  "a doubt about an address names what %d others are known to have, two of them at most",
  async (count) => {
    const script = { "POST /v1/floating-ips": lost };
    const stage = openStage(script, { nameOf: () => name });
    const { context } = stage;
    const definition = definitionOf("network:FloatingIp");
    const inputs = { region: "eu-north" };
    for (let other = 0; other < count; other += 1) {
      const intent = intentOf(context, definition, declared(inputs, `other-${other}`));
      context.journal.made(intent, `fip_8f3a1c9d2b7e4f6${other}`);
    }
    const made = await failureOf(() => stage.create("network:FloatingIp", inputs));
    const { id, properties: state } = Object(made);
    const changed = await failureOf(() =>
      stage.update("network:FloatingIp", { id, state, inputs }),
    );
    const deleted = await failureOf(() => stage.remove("network:FloatingIp", id, state));
    for (const { message } of [made, changed, deleted]) {
      expect(flawsIn(message, secretKey), message).toEqual([]);
      expect(message.match(/fip_8f3a1c9d2b7e4f6\d/g) ?? []).toHaveLength(Math.min(count, 2));
    }
  },
);

test("a name that can stand in no path is changed where the platform shows no ids", async () => {
  const office = { name: "büro netz", config: { "ipv4.address": "10.0.0.0/24" } };
  const script = {
    "GET /api/v1/networks": json(200, []),
    "POST /api/v1/networks": json(201, office),
  };
  const stage = openStage(script, { nameOf: () => name });
  const { message } = await failureOf(() => stage.create("network:Network", office));
  expect(flawsIn(message, secretKey), message).toEqual([]);
  expect(message).toMatch(
    /look in the console for "büro netz": adopt its id; if it has none, delete it, take a name of a-z, 0-9 and -, and run HOSTING_FORGET_\S+ pulumi up\.$/,
  );
});
