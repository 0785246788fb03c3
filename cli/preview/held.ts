import type { Definition, Held } from "../../provider/definition/definition.ts";
import { plainText } from "../../provider/display.ts";
import type { ResourceState } from "./preview.ts";

/** Something that an object has and the next one will not have. */
export interface Loss<Kind extends string = Held> {
  readonly kind: Kind;
  /** It as part of a sentence: `its data (20 GB)`. */
  readonly text: string;
}

/** Parts that are deleted with an object. */
export function heldBy(
  state: ResourceState | undefined,
  { holds = [] }: Definition,
): readonly Loss[] {
  return holds.map((kind) => ({ kind, text: words[kind](state) }));
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
