import { providerText } from "../provider/definition/resource-class.ts";
import { definitions } from "../runtime/_registry.ts";
import type { Bench } from "./figures.ts";

const mostBytes = 120;

export const providerTextSize: Bench = {
  name: "provider-text",
  title: "Bytes that the state keeps with every resource to find its provider",
  async run() {
    const sizes = Array.from(definitions.keys(), (type) => Buffer.byteLength(providerText(type)));
    return [
      {
        what: "longest of all classes",
        value: Math.max(...sizes),
        unit: "bytes",
        bound: mostBytes,
      },
    ];
  },
};
