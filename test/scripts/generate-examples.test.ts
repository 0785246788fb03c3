import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { check } from "../../provider/lifecycle/check.ts";
import { definitions } from "../../resources/_registry.ts";
import { makeCertificate } from "../support/certificate.ts";

// The sources instead of the build: what is checked is the code at hand.
vi.mock("pulumi-hosting", () => import("../../resources/index.ts"));
vi.mock("pulumi-hosting/components", () => import("../../resources/components/index.ts"));

const folder = join(import.meta.dirname, "../../docs/examples");
const made: { type: string; inputs: Record<string, unknown> }[] = [];
const answers = {
  ip: "203.0.113.7",
  ipAddresses: ["203.0.113.7"],
  portBlock: { address: "203.0.113.7", firstPort: 20_000, lastPort: 20_009 },
};

beforeEach(async () => {
  made.length = 0;
  const engine = {
    newResource: ({ type, name, inputs }: pulumi.runtime.MockResourceArgs) => {
      made.push({ type, inputs });
      return { id: `${name}-id`, state: { ...inputs, ...answers } };
    },
    call: () => ({}),
  };
  await pulumi.runtime.setMocks(engine, "shop", "dev", false, "org");
  const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
  pulumi.runtime.setAllConfig({
    "shop:certificate": certificate,
    "shop:privateKey": privateKey,
  });
});

describe("the example of every page makes resources that no check refuses", () => {
  // Lookups ask a platform; that page's example is compiled only.
  const examples = readdirSync(folder).filter((file) => file !== "lookups.ts");

  test.each(examples)("%s", async (file) => {
    await import(join(folder, file));
    await pulumi.runtime.disconnect();
    const own = new RegExp(`:${file.replace(/-|\.ts$/g, "")}$`, "i");
    expect(made.map(({ type }) => type)).toContainEqual(expect.stringMatching(own));
    const resources = made.filter(({ type }) => !type.startsWith("hosting:components:"));
    for (const { type, inputs } of resources) {
      const definition = definitions.get(type.replace("pulumi-nodejs:dynamic/hosting/", ""));
      if (definition === undefined) throw new Error(`${type} is no class`);
      const given = Object.entries(inputs)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, pulumi.runtime.unwrapRpcSecret(value)]);
      const { problems } = check(
        definition,
        { mailEnabled: false, now: Date.now() },
        { oldInputs: {}, inputs: Object.fromEntries(given) },
      );
      expect(problems).toEqual([]);
    }
  });
});
