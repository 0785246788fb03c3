import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run, temporaryDirectory, unpackPackage } from "../../support/package.ts";

const repository = join(import.meta.dirname, "../../..");
const sources = join(repository, "provider");

/** The host hands over a config that is none, so that a line of the provider fails. */
const program = `
const handler = require("pulumi-hosting/runtime").handler("storage:Volume");
handler.configure({ config: {} });
handler.check({}, {}).then(({ failures }) => console.log(failures[0].reason));
`;

it.each([
  { how: "the file of the package", options: [], place: /resources\/runtime\.js:\d+:\d+/ },
  { how: "the source", options: ["--enable-source-maps"], place: /process\/handler\.ts:\d+:\d+/ },
])("a mistake in the provider is reported with $how, line and column", async (example) => {
  const directory = temporaryDirectory();
  const modules = join(directory, "node_modules");
  await unpackPackage(modules);
  for (const name of ["@pulumi", "undici"]) {
    symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  const said = await run(directory, [process.execPath, ...example.options, "-e", program]);
  const [place = ""] = example.place.exec(said) ?? [said];
  const [file = "", line, column] = place.split(":");
  const folder = file.endsWith(".ts") ? sources : join(modules, "pulumi-hosting/dist");
  const text = readFileSync(join(folder, file), "utf8").split("\n")[Number(line) - 1];
  expect(text?.slice(Number(column) - 1)).toMatch(/^(?:shared\.config\?\.)?get\(/);
});
