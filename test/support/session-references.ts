import type { Props } from "../../provider/definition/session.ts";
import { isRecord } from "../../provider/lifecycle/record/state.ts";
import { samples } from "./session-inputs.ts";
import { type MakingWorld, make } from "./session-world.ts";

const container = { type: "container", image: "debian/13" };
const plan = { region: "eu", plan: "small", image: "debian/13" };

/** How objects come to be that samples refer to, by the ids that stand for them there. */
const makers = {
  host: (world) => made(world, "compute:Container", { ...container, name: "host" }),
  inst_1: (world) => made(world, "compute:Instance", { ...plan, name: "one" }),
  inst_2: (world) => made(world, "compute:Instance", { ...plan, name: "two" }),
  img_1: async (world) => {
    const instanceId = await made(world, "compute:Instance", { ...plan, name: "model" });
    const source = { instanceId, snapshot: "nightly" };
    return made(world, "compute:Image", { name: "model", source });
  },
  vol_1: (world) => made(world, "storage:Volume", { name: "disk", region: "eu", sizeGb: 1 }),
  fip_1: (world) => made(world, "network:FloatingIp", { region: "eu" }),
  cert_1: (world) =>
    made(world, "network:Certificate", { ...samples["network:Certificate"], name: "tls" }),
  key_1: async ({ platform }) => platform.createKey({ scopes: [], level: "Read" }).id,
} satisfies Readonly<Record<string, (world: MakingWorld) => Promise<string>>>;

/** Stands for the id of an object that a sample refers to. */
export type Reference = keyof typeof makers;

/** Makes the object a reference stands for, and gives its id. */
export function makeReference(world: MakingWorld, reference: Reference): Promise<string> {
  return makers[reference](world);
}

/** The same inputs with the ids of objects that are there, made for the purpose. */
export async function withReferences(world: MakingWorld, inputs: Props): Promise<Props> {
  const ids = new Map<string, string>();
  for (const reference of textsIn(inputs).filter(isReference)) {
    if (!ids.has(reference)) ids.set(reference, await makeReference(world, reference));
  }
  const replaced = JSON.stringify(inputs, (_key, value: unknown) =>
    typeof value === "string" ? (ids.get(value) ?? value) : value,
  );
  return Object(JSON.parse(replaced));
}

async function made(world: MakingWorld, type: string, inputs: Props): Promise<string> {
  return (await make(world, type, inputs)).id;
}

function isReference(text: string): text is Reference {
  return text in makers;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return inner.flatMap(textsIn);
}
