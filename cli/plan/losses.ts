import { isOnPlatform } from "../../contract/endpoints.ts";
import type { Definition, Held, Order } from "../../provider/definition/definition.ts";
import { plainText } from "../../provider/display.ts";
import type { PlannedResource, ResourceState } from "../preview/preview.ts";

/** What a replacement or a deletion costs besides money. */
export interface Loss {
  readonly kind: Held | "uptime";
  /** It as part of a sentence: `its data (20 GB)`. */
  readonly text: string;
}

/** What goes with the object that is there now. */
export function lossesOf(
  { action, before }: PlannedResource,
  { holds = [], kind }: Definition,
  order: Order | undefined,
): readonly Loss[] {
  if ((action !== "replace" && action !== "delete") || !isOnPlatform(kind)) return [];
  const held = holds.map((what) => ({ kind: what, text: words[what](before) }));
  const gap = { kind: "uptime", text: "its service until the new one is ready" } as const;
  return order === "deleteFirst" ? [...held, gap] : held;
}

const words: Readonly<Record<Held, (state: ResourceState | undefined) => string>> = {
  data: (state) => `its data${sizeOf(state)}`,
  disk: () => "what is on its disk",
  address: (state) => {
    const addresses = addressesOf(state);
    return [
      "its address",
      addresses.length > 1 ? "es" : "",
      ...addresses.map((one, at) => `${at === 0 ? " " : ", "}${one}`),
    ].join("");
  },
};

function sizeOf(state: ResourceState | undefined): string {
  const { sizeGb, size } = state?.inputs ?? {};
  if (typeof sizeGb === "number") return ` (${sizeGb} GB)`;
  return typeof size === "string" ? ` (${plainText(size)})` : "";
}

/** Outputs that hold addresses: `ip`, `ipAddresses`, `ipv4Address` … */
function addressesOf(state: ResourceState | undefined): readonly string[] {
  return Object.entries(state?.outputs ?? {})
    .filter(([name]) => /^ip(v[46])?(Address(es)?)?$/.test(name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === "string")
    .map(plainText);
}
