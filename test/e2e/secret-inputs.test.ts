/** An input that a program keeps secret is in no file and no output, in programs of both doors. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, type Resources, yamlProgram } from "../support/yaml-stack.ts";

const token = "canary-token-1";
const note = "canary-note-2";
const url = "https://images.example/canary-path-3/a.qcow2?sig=canary-sig-4";
const region = "canary-region-5";
const late = "canary-late-6";

const secret = (value: unknown) => ({ "fn::secret": value });
const config = { "ipv4.address": "10.0.0.1/24", "user.token": secret(token) };

/** Its description ends with a line end, as a secret that is set from a file does. */
const network: Resources = {
  net: {
    type: "hosting:network:Network",
    properties: { name: "net", description: secret(`${note}\n`), config },
  },
};

const failing: Resources = {
  base: {
    type: "hosting:compute:ImportedImage",
    properties: { name: "base", url: secret(url), format: "qcow2", osType: "linux" },
  },
  data: {
    type: "hosting:storage:Volume",
    properties: { name: "data", region: secret(region), sizeGb: 10 },
  },
};

/** A network with a token that is a secret in the second program alone. */
function withToken(value: unknown): Resources {
  const properties = { name: "late", config: { "user.token": value } };
  return { late: { type: "hosting:network:Network", properties } };
}

/** The same resources as a program of dynamic ones. */
function dynamicProgram(all: Resources): string {
  const lines = Object.entries(all).map(([name, { type, properties }]) => {
    const inputs = JSON.stringify(properties).replace(
      /\{"fn::secret":("(?:[^"\\]|\\.)*")\}/g,
      "pulumi.secret($1)",
    );
    return `new hosting.${type.split(":").at(-1)}("${name}", ${inputs});`;
  });
  return lines.join("\n");
}

const host = yamlHost();
const title = "an input that a program keeps secret is in no state, backup, history or output";

it(`${title}, of dynamic resources`, async () => {
  await using stack = await openStack();
  await expectHidden(stack, (all) => stack.program(dynamicProgram(all)));
});

it.skipIf("missing" in host)(
  `${title}, of the plugin ${"missing" in host ? host.missing : ""}`,
  async () => {
    await using stack = await openYamlStack("directory" in host ? host.directory : "");
    const key = await expectHidden(stack, (all) => yamlProgram(stack, all));
    // Pulumi's history of a stack has its config as it is. Of dynamic resources, so has the state of Pulumi's own provider.
    const isHistory = (file: string) => file.endsWith(".history.json");
    expect(filesWith(stack, key).filter((file) => !isHistory(file))).toEqual([]);
  },
);

/** Resolves with a key that the config has in plain text. */
async function expectHidden(stack: TestStack, write: (all: Resources) => void): Promise<string> {
  const { faults } = stack.platform;
  const { key } = stack.platform.createKey({ scopes: ["*"], level: "Admin" });
  await stack.config("hosting:apiKey", key);
  const outputs: string[] = [];
  const run = async (work: Promise<{ readonly output: string }>) => {
    outputs.push((await work).output);
    faults.clear();
  };
  const list = (address: string) => {
    const shown = { "ipv4.address": address, "user.token": token };
    const { id } = stack.resource("net");
    const body = JSON.stringify([{ id, name: "net", description: note, config: shown }]);
    faults.add({ method: "GET", path: "*/networks*", status: 200, body });
  };

  // A value that the platform trims.
  write(network);
  await run(stack.up());
  expect(outputs[0]).toContain("hosting:apiKey is stored in plain text");
  list("10.0.0.1/24");
  await run(stack.refresh());
  const { outputs: kept } = stack.resource("net");
  expect(Object(kept["__shown"])).toHaveProperty("description");
  // A value that nothing puts back, beside a secret one.
  list("10.9.0.1/24");
  await run(stack.refresh());
  expect(Object(stack.resource("net").outputs["__found"])).toHaveProperty("config");
  list("10.9.0.1/24");
  await run(stack.preview());

  // Words of the platform that quote it.
  write({ ...network, ...failing });
  const answer = (path: string, status: number, body: object) =>
    faults.add({ method: "POST", path, status, body: JSON.stringify(body) });
  answer("*/volumes", 422, { error: `there is no region ${region}` });
  const failed = { id: "img_1", name: "base", status: "failed", error: `cannot get ${url} (403)` };
  answer("*/images/import", 201, failed);
  await run(stack.up({ fails: true }, "--continue-on-error"));
  expect(stack.resource("base").outputs).toHaveProperty("__unfinished");
  expect(outputs.at(-1)).toContain("there is no region [secret]");
  expect(outputs.at(-1)).toContain("cannot get [secret] (403)");

  // A value that becomes secret is written anew, though it stays the same.
  faults.clear();
  write(withToken(late));
  await run(stack.up({ fails: "perhaps" }, "--target", "**late"));
  expect(readFileSync(stack.stateFile, "utf8")).toContain(late);
  write(withToken(secret(late)));
  await run(stack.up({ fails: "perhaps" }, "--target", "**late"));
  expect(readFileSync(stack.stateFile, "utf8")).not.toContain(late);

  const shown = outputs.join("\n");
  expect(shown).not.toContain(key);
  for (const canary of [token, note, "canary-path-3", "canary-sig-4", region]) {
    expect(shown).not.toContain(canary);
    expect(filesWith(stack, canary)).toEqual([]);
  }
  return key;
}

/** Files of the CLI and the provider that hold the text. Pulumi writes secrets of a program to its event log in plain text. */
function filesWith(stack: TestStack, text: string): readonly string[] {
  const own = ["index.ts", "Pulumi.yaml", "Pulumi.dev.yaml", "plugin"];
  const program = [...own, "events.jsonl", "node_modules", ".hosting"];
  return readdirSync(stack.directory, { withFileTypes: true })
    .filter(({ name }) => !program.includes(name))
    .flatMap((entry) => {
      const path = join(stack.directory, entry.name);
      if (entry.isFile()) return [path];
      return readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((inner) => inner.isFile())
        .map((inner) => join(inner.parentPath, inner.name));
    })
    .filter((file) => readFileSync(file).includes(text));
}
