import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { makeCertificate } from "../support/certificate.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const { certificate, privateKey } = makeCertificate();
const rule = { protocol: "tcp", ports: ["443"], sources: ["198.51.100.77/32"] };
const program = `
new hosting.Certificate("tls", ${JSON.stringify({ certificate, privateKey })});
new hosting.Firewall("web", { inbound: pulumi.secret([${JSON.stringify(rule)}]), outbound: [] });
export const bucketSecret = new hosting.Bucket("files", {}).secretKey;`;

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

it("no state, output, log or error shows an API key, a private key, a bucket's credentials or an input kept secret", async () => {
  await using stack = await openStack();
  const { key } = stack.platform.createKey({ scopes: ["*"], level: "Admin" });
  await stack.config("hosting:apiKey", key, { secret: true });
  stack.env["HOSTING_LOG_REQUESTS"] = join(stack.directory, "requests.jsonl");
  stack.program(program);
  const outcomes = [await stack.up()];
  const path = `/api/v1/firewalls/${stack.resource("web").id}`;
  await sender(stack.platform)(`PATCH ${path}`, { inbound: [{ ...rule, ports: ["22"] }] });
  outcomes.push(await stack.refresh());
  expect(outcomes.at(-1)?.changes).toEqual({ web: "update" });
  expect(stack.resource("web").outputs).toHaveProperty("__drifted");
  const exported = await stack.run("stack", "export", "--stack", "dev");
  const read = ["stack", "output", "bucketSecret", "--show-secrets", "--stack", "dev"];
  // A refresh shows none, so the first one is kept.
  const bucketSecret = (await stack.run(...read)).trim();
  expect(bucketSecret.length).toBeGreaterThan(8);
  stack.platform.faults.add({ status: 500, body: JSON.stringify({ error: privateKey }) });
  outcomes.push(await stack.refresh({ fails: true }));

  const shown = [...outcomes.map(({ output }) => output), exported].join("\n");
  const [, keyLine = ""] = privateKey.split("\n");
  const encoded = Buffer.from(privateKey).toString("base64");
  for (const secret of [key, keyLine, encoded, bucketSecret, "198.51.100.77"]) {
    expect(shown).not.toContain(secret);
    expect(filesWith(stack, secret)).toEqual([]);
  }
  expect(filesWith(stack, "POST")).not.toEqual([]);
  const providerText = stack.resource("tls").inputs["__provider"];
  expect(providerText).toBe(
    'exports.handler=()=>require("pulumi-hosting/runtime").handler("network:Certificate")',
  );
});
