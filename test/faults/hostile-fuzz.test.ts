/** Answers of an attacker stop no run, show no secret, and lead no request elsewhere. */
import { expect, test } from "vitest";
import type { Json } from "../../contract/naming.ts";
import type { Transport } from "../../provider/http/transport/transport.ts";
import { Random } from "../simulation/random.ts";
import { type Attacked, attackable, openAttacked } from "./attacked-world.ts";
import { hostile } from "./hostile-platform.ts";

const seeds = [1, 2, 3, 4];

test.each(attackable)("a %s among random answers", async (_type, definition, sample) => {
  for (const seed of seeds) {
    const random = new Random(seed);
    using attacked = await openAttacked(definition, sample, (platform) =>
      hostile(platform, random),
    );
    attacked.begin();
    for (let turn = 0; turn < 3 && attacked.held === undefined; turn += 1) await create(attacked);
    const changes = Object.entries(attacked.other);
    for (let turn = 0; turn < 4; turn += 1) {
      const [name = "", value] = random.pickFrom(changes) ?? [];
      await live(attacked, name === "" ? {} : { [name]: value });
    }
    await remove(attacked);
    attacked.expectHarmless();
  }
});

const texts = [
  "<{%x%}>",
  "\u001b]0;title\u0007\u009b31m\u202eback\u2066\r\n",
  "“".repeat(20_000),
  "\u001b]a;".repeat(10_000),
  "../../../api/v1/instances?x#y",
];
const parts = ["name", "others"] as const;

test.each(attackable)(
  "each text that a %s shows may be hostile",
  async (_type, definition, sample) => {
    for (const text of texts) {
      for (const part of parts) {
        using attacked = await openAttacked(definition, sample, (platform) =>
          retold(platform, (key) =>
            (key === "name") === (part === "name") && key !== "id" ? text : undefined,
          ),
        );
        await create(attacked);
        expect(attacked.held?.id).not.toMatch(/^unresolved/);
        attacked.begin();
        await live(attacked, {});
        await live(attacked, attacked.other);
        await remove(attacked);
        attacked.expectHarmless();
      }
    }
  },
);

/** A platform whose answers to reads have other texts. */
function retold(platform: Transport, textOf: (key: string) => string | undefined): Transport {
  const told = (key: string, value: Json): Json => {
    if (typeof value === "string") return textOf(key) ?? value;
    if (Array.isArray(value)) return value.map((item) => told(key, item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, told(name, part)]),
    );
  };
  return {
    async send(request) {
      const answer = await platform.send(request);
      if (request.method !== "GET" || answer.body === "") return answer;
      return { ...answer, body: JSON.stringify(told("", JSON.parse(answer.body))) };
    },
    close: () => platform.close(),
  };
}

function create(attacked: Attacked): Promise<void> {
  return attacked.attempt(async () => {
    attacked.held = await attacked.door.create(attacked.inputs);
  });
}

/** A refresh, and an update to some other inputs. */
async function live(attacked: Attacked, changes: object): Promise<void> {
  const { door, held, inputs } = attacked;
  if (held === undefined) return;
  const next = { ...inputs, ...changes };
  await attacked.attempt(async () => {
    const { id, state } = await door.read(held);
    attacked.held = id === "" ? undefined : { id, state };
  });
  await attacked.attempt(async () => {
    await door.diff(held, next);
  });
  await attacked.attempt(async () => {
    attacked.held = { id: held.id, state: await door.update(held, next) };
  });
}

async function remove(attacked: Attacked): Promise<void> {
  const { door, held } = attacked;
  if (held !== undefined) await attacked.attempt(() => door.remove(held));
}
