/** One package of components for programs of every language: `examples/component-package`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { runComponentPlugin } from "../support/component-hosts.ts";
import { packComponent } from "../support/packed-component.ts";
import { openStack } from "../support/stack.ts";
import type { Recorded } from "../support/stack-state.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { makePluginDirectory } from "../support/yaml-stack.ts";

const yaml = yamlHost();

it.skipIf("missing" in yaml)(
  "a YAML program goes on with what a program in TypeScript made by the same package, and makes it anew",
  async () => {
    const packages = mkdtempSync(join(tmpdir(), "pulumi-component-"));
    onTestFinished(() => rmSync(packages, { recursive: true, force: true }));
    const modules = packComponent(packages);
    await using stack = await openStack({ example: "component-user", modules });
    await stack.up();
    const before = stack.state().map(({ name, id }) => `${name} ${id}`);
    if ("directory" in yaml)
      stack.env["PATH"] = [yaml.directory, stack.env["PATH"]].join(delimiter);
    makePluginDirectory(join(stack.directory, "plugin"));
    mkdirSync(join(stack.directory, "acme"));
    runComponentPlugin(join(stack.directory, "acme"), "acme-web", join(modules, "acme-web"));
    const program = {
      name: "component-user",
      runtime: "yaml",
      plugins: {
        providers: [
          { name: "acme-web", path: "./acme" },
          { name: "hosting", path: "./plugin" },
        ],
      },
      config: { "hosting:backend": "embedded" },
      resources: {
        shop: {
          type: "acme-web:index:WebService",
          properties: { image: "debian/13", drainSeconds: 1 },
        },
      },
      outputs: { addresses: outputOf("ipAddresses"), uploads: outputOf("uploadsEndpoint") },
    };
    writeFileSync(join(stack.directory, "Pulumi.yaml"), stringify(program));
    expect((await stack.up()).changes).toEqual({});
    const after = stack.state().filter(({ type }) => type.startsWith("hosting:"));
    for (const { name, id, type } of after)
      if (!type.startsWith("hosting:components:")) expect(before).toContain(`${name} ${id}`);
    expect(after.length).toBeGreaterThan(10);
    await stack.destroy();
    expect(Object.values(stack.platform.snapshot()).flat()).toEqual([]);

    await stack.up();
    const anew = stack.state().filter(({ type }) => type.startsWith("hosting:"));
    expect(typesOf(anew)).toEqual(typesOf(after));
    expect((await stack.preview()).changes).toEqual({});
    await stack.destroy();
    expect(Object.values(stack.platform.snapshot()).flat()).toEqual([]);
  },
);

function typesOf(resources: readonly Recorded[]): readonly string[] {
  return resources.map(({ type, name }) => `${type} ${name}`).toSorted();
}

function outputOf(name: string): string {
  return `$\{shop.${name}}`;
}
