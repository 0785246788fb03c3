/** The plugin as a release has it, which the engine downloads and installs. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import schema from "../../provider/plugin/schema.json" with { type: "json" };
import { writePluginArchives } from "../../scripts/plugin-archives.ts";
import { networkSettings } from "../support/network-settings.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const host = yamlHost();
const hostDirectory = "directory" in host ? host.directory : "";
const { version } = manifest;

/** Serves the files of a directory at an address of this machine. */
async function serve(directory: string) {
  const server = createServer(async ({ url = "" }, response) => {
    const file = await readFile(join(directory, basename(url))).catch(() => undefined);
    // The engine wants to know the length.
    response.statusCode = file === undefined ? 404 : 200;
    response.end(file);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() };
}

it.skipIf("missing" in host)(
  `is installed from the address that a program names ${"missing" in host ? host.missing : ""}`,
  async () => {
    await using stack = await openYamlStack(hostDirectory, { installs: true });
    Object.assign(stack.env, networkSettings());
    const archives = join(stack.directory, "release");
    writePluginArchives(archives);
    using server = await serve(archives);
    const options = { version, pluginDownloadURL: server.url };
    const properties = { region: "eu-1", sizeGb: 20, allowDataLoss: true };
    yamlProgram(stack, {
      data: { type: "hosting:storage:Volume", properties, options },
      more: { type: "hosting:components:PersistentVolume", properties, options },
    });
    await stack.up();
    expect((await stack.up()).changes).toEqual({});
    // The children of a component have the provider that the program names, by its version.
    const providers = stack.state().filter(({ type }) => type === "pulumi:providers:hosting");
    expect(providers).toHaveLength(1);
    await stack.destroy();

    const { PULUMI_HOME: home = "" } = stack.env;
    const installed = join(home, "plugins", `resource-hosting-v${version}`);
    const command = join(installed, "pulumi-resource-hosting");
    // The engine leaves out of a schema what is empty.
    const answered = JSON.parse(await stack.run("package", "get-schema", command));
    expect({ ...schema, version }).toMatchObject(answered);
    expect(Object.keys(answered.resources)).toHaveLength(Object.keys(schema.resources).length);
  },
);
