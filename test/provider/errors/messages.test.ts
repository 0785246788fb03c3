import { expect, test } from "vitest";
import { toWire } from "../../../contract/naming.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { HostingError } from "../../../provider/errors.ts";
import { examples } from "../../kinds/_all.ts";
import { Random } from "../../simulation/random.ts";
import { flawsIn } from "../../support/message-form.ts";
import { json, lost, openStage, type Reply, refused, secretKey, unsent } from "./stage.ts";

const seeds = Array.from({ length: 500 }, (_, seed) => seed);
const sorts = ["create", "adopt", "read", "get", "remove", "update"] as const;
/** Hosts of usual lengths: they stand in the world, and in what is to be copied. */
const world =
  "api:https://console.eu-central.hosting.acme-company.example+https://api.eu-central.hosting.acme-company.example#prod";
const elsewhere = world.replaceAll("eu-central", "us-east");
const reason = "quota exceeded: the limit of objects of this kind was reached, ".repeat(30);
const page = `<html><body>${"<p>Service unavailable, please come back</p>".repeat(50)}`;
const listPath = /s(\?.*)?$/;

/** A text of that length which begins so. */
function long(start: string, length: number): string {
  return (start + "longer-name-of-something-with-many-parts-".repeat(9)).slice(0, length);
}

function classOf(random: Random) {
  // A key is made by hand, and a gate asks no platform: neither is refused anything.
  const asking = examples.flatMap(({ creation, ...one }) =>
    creation === null ? [] : [{ ...one, id: creation.id }],
  );
  const one = random.pickFrom(asking);
  if (one === undefined) throw new Error("there is no class");
  return one;
}

/** Inputs and ids with lengths that are usual: names of 8 to 64, ids with a UUID in them. */
function lengthened(inputs: Props, random: Random): Props {
  const [name, id] = [random.pick([8, 63, 64]), random.pick([13, 41])];
  const entries = Object.entries(inputs).map(([key, value]) => {
    if (typeof value !== "string") return [key, value];
    if (key === "name") return [key, long("n-", name)];
    if (key === "email") return [key, `${long("ada.", 30)}@example.com`];
    if (key === "image") return [key, long("debian/", 200)];
    if (key === "instanceName") return [key, long("host-", id)];
    return [key, /Id$/.test(key) ? long(value, id) : value];
  });
  return Object.fromEntries(entries);
}

/** Every id in a path of ids as long as that. */
function lengthenedId(id: string, length: number): string {
  return id.replace(/[a-z]+_\w+/g, (part) => long(part, length));
}

/** What a platform may answer, whatever it is asked. */
function repliesOf({ inputs, id, random }: { inputs: Props; id: string; random: Random }) {
  const status = random.pick(["running", "creating", "failed", long("a-word-", 60), "deleting"]);
  const wire = toWire(inputs);
  const said = typeof wire === "object" ? wire : {};
  const shown = { ...said, private_key: "", id, name: inputs["name"], status };
  const other = { ...shown, id: long("other_", 41) };
  const lists = [[], [shown], [other], [shown, other], { items: [shown], next: "more" }];
  const refusals = [400, 401, 403, 404, 409, 422, 429, 500, 503].map((code) =>
    refused(code, `the object ${inputs["name"]} (${id}): ${reason}`),
  );
  const html = { headers: { "content-type": "text/html" }, body: page };
  const location = `https://login.${long("sso-", 60)}.example/${long("p", 200)}`;
  const odd: readonly Reply[] = [
    ...[lost, unsent, refused(200, reason), json(202, {})],
    ...[200, 404, 502].map((code) => ({ ...html, status: code })),
    { status: 302, headers: { location }, body: "" },
    { status: 405, headers: {}, body: "" },
    json(400, { errors: [{ detail: reason }] }),
    json(422, { error: { message: reason } }),
    json(400, { error: JSON.stringify({ message: reason }) }),
  ];
  return { shown: json(200, shown), lists: lists.map((list) => json(200, list)), refusals, odd };
}

/** A platform that answers by chance. */
function platformOf(replies: ReturnType<typeof repliesOf>, random: Random) {
  return (call: string): Reply => {
    const isList = call.startsWith("GET ") && listPath.test(call) && random.chance(0.75);
    if (isList) return random.pickFrom(replies.lists) ?? replies.shown;
    if (random.chance(0.35)) return replies.shown;
    return random.pickFrom([...replies.refusals, ...replies.odd]) ?? replies.shown;
  };
}

/** The texts that one operation by chance comes to. */
async function saidBy(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const { type, sample, other, id: usual } = classOf(random);
  const inputs = lengthened(sample, random);
  const id = lengthenedId(usual, random.pick([13, 41]));
  const said: string[] = [];
  const logical = long("logical-", random.pick([8, 64, 255]));
  const stage = openStage(platformOf(repliesOf({ inputs, id, random }), random), {
    display: ({ kind, text }) => void (kind === "status" ? undefined : said.push(text)),
    nameOf: () => logical,
    world,
    ...(random.chance(0.3) && { keyMark: () => "another key" }),
  });
  const made = random.chance(0.9) ? world : elsewhere;
  const state = { ...inputs, __world: made, __echoes: Object.keys(inputs) };
  const changed = { ...inputs, ...other };
  const adopted = { ...changed, adopt: random.pick([id, `${id} ü`]) };
  const operations: Record<(typeof sorts)[number], () => Promise<unknown>> = {
    create: () => stage.create(type, inputs),
    adopt: () => stage.create(type, adopted),
    read: () => stage.read(type, id, state),
    get: () => stage.get(type, id),
    remove: () => stage.remove(type, id, state),
    update: () => stage.update(type, { id, state, inputs: changed }),
  };
  try {
    await operations[random.pick([...sorts])]();
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    said.push(error.message);
  }
  return said;
}

test("whatever a platform answers, and however long names are, each message keeps its form", async () => {
  const flawed: string[] = [];
  let messages = 0;
  for (const seed of seeds) {
    for (const text of await saidBy(seed)) {
      messages += 1;
      const flaws = flawsIn(text, secretKey);
      if (flaws.length > 0) flawed.push(`seed ${seed}, ${flaws.join(", ")}: ${text}`);
    }
  }
  expect(flawed).toEqual([]);
  expect(messages).toBeGreaterThan(300);
});
