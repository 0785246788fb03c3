import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { makeCertificate } from "../support/certificate.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const { certificate, privateKey } = makeCertificate();
const program = `new hosting.Certificate("tls", {
  certificate: ${JSON.stringify(certificate)},
  privateKey: ${JSON.stringify(privateKey)},
});`;

/** Names of the files that the CLI or the provider wrote and that hold the text. */
function filesWith(stack: TestStack, text: string): string[] {
  const written = readdirSync(stack.directory, { withFileTypes: true })
    .filter(({ name }) => ![".hosting", "index.ts", "node_modules"].includes(name))
    .map(({ name }) => join(stack.directory, name));
  const files = written.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.filter((file) => readFileSync(file).includes(text));
}

/** Runs everything that could show a secret and returns what was printed. */
async function useSecrets(stack: TestStack): Promise<string> {
  stack.env["HOSTING_LOG_REQUESTS"] = join(stack.directory, "requests.jsonl");
  stack.program(program);
  const outcomes = [await stack.preview(), await stack.up(), await stack.refresh()];
  const exported = await stack.run("stack", "export", "--stack", "dev");
  stack.platform.faults.add({ status: 500, body: JSON.stringify({ error: privateKey }) });
  outcomes.push(await stack.refresh({ fails: true }));
  return [...outcomes.map(({ output }) => output), exported].join("\n");
}

it.each(["HOSTING_API_KEY", "the secret hosting:apiKey"])(
  "neither state nor output shows a private key or the key of %s",
  async (source) => {
    await using stack = await openStack();
    const { key } = stack.platform.createKey({ scopes: ["*"], level: "Admin" });
    if (source === "HOSTING_API_KEY") stack.env["HOSTING_API_KEY"] = key;
    else await stack.config("hosting:apiKey", key, { secret: true });

    const shown = await useSecrets(stack);
    const [, keyLine = ""] = privateKey.split("\n");
    for (const secret of [key, keyLine, Buffer.from(privateKey).toString("base64")]) {
      expect(shown).not.toContain(secret);
      expect(filesWith(stack, secret)).toEqual([]);
    }
    expect(filesWith(stack, "POST")).not.toEqual([]);
    const providerText = stack.resource("tls").inputs["__provider"];
    expect(providerText).toBe(
      'exports.handler=()=>require("pulumi-hosting/runtime").handler("network:Certificate")',
    );
  },
);

it("an input that the program keeps secret stays so where a refresh finds another value", async () => {
  await using stack = await openStack();
  const rule = { protocol: "tcp", ports: ["443"], sources: ["198.51.100.77/32"] };
  stack.program(
    `new hosting.Firewall("web", { inbound: pulumi.secret([${JSON.stringify(rule)}]), outbound: [] });`,
  );
  await stack.up();
  const path = `/api/v1/firewalls/${stack.resource("web").id}`;
  await sender(stack.platform)(`PATCH ${path}`, { inbound: [{ ...rule, ports: ["22"] }] });

  expect((await stack.refresh()).changes).toEqual({ web: "update" });
  expect(stack.resource("web").outputs).toHaveProperty("__drifted");
  expect(filesWith(stack, "198.51.100.77")).toEqual([]);
  expect((await stack.up()).changes).toEqual({ web: "update" });
  expect(stack.resource("web").outputs).not.toHaveProperty("__drifted");
});
