import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mockEngine } from "../support/session-mocks.ts";

const { registered } = mockEngine();

// The classes of the other tests are those of programs.
beforeEach(() => vi.resetModules());
afterEach(() => vi.resetModules());

test("pulumi-hosting/native makes classes and providers those of the plugin", async () => {
  await import("../../resources/native.ts");
  const { Provider, Volume } = await import("../../resources/index.ts");
  const provider = new Provider("eu", { backend: "embedded", requestsPerMinute: 30 });
  new Volume("data", { region: "eu", sizeGb: 10 }, { provider });
  await pulumi.runtime.disconnect();
  expect(registered).toMatchObject([
    {
      type: "pulumi:providers:hosting",
      inputs: { backend: "embedded", requestsPerMinute: "30" },
    },
    { type: "hosting:storage:Volume", inputs: { region: "eu", sizeGb: 10 } },
  ]);
  const hidden = registered.flatMap(({ inputs }) => Object.keys(inputs)).filter(isHidden);
  expect(hidden).toEqual([]);
});

test("its lookups ask the plugin", async () => {
  await import("../../resources/native.ts");
  const { getBuckets } = await import("../../resources/index.ts");
  const asked: string[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call({ token }) {
      asked.push(token);
      return { buckets: [{ name: "files" }] };
    },
  });
  expect(await getBuckets({})).toEqual({ buckets: [{ name: "files" }] });
  expect(asked).toEqual(["hosting:storage:getBuckets"]);
});

test("after a class it is too late", async () => {
  await import("../../resources/storage/volume.ts");
  await expect(import("../../resources/native.ts")).rejects.toThrow(
    "pulumi-hosting/native was imported too late",
  );
});

function isHidden(name: string): boolean {
  return name.startsWith("__") || name.startsWith("hosting:");
}
