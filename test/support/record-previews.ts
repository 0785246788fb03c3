/**
 * Records the output of the Pulumi CLI for the examples, for tests that read it: `node
 * test/support/record-previews.ts`. Values that differ from run to run are left out or numbered.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStack, type TestStack } from "./stack.ts";

const folder = join(import.meta.dirname, "../fixtures/previews");
const json = ["preview", "--json", "--stack", "dev"] as const;
const destroy = ["destroy", "--preview-only", "--json", "--stack", "dev"] as const;

const left = [
  "sourcePosition",
  "stackTrace",
  "created",
  "modified",
  "manifest",
  "secrets_providers",
];

const changing = new Map<string, unknown>([
  ["duration", 0],
  ["durationSeconds", 0],
  ["timestamp", 0],
  ["sequence", 0],
  ["__seenBy", "mark"],
]);

{
  await using stack = await openStack({ example: "quickstart" });
  await record(stack, "quickstart.first", json);
  await stack.up();
  await record(stack, "quickstart.state", ["stack", "export", "--stack", "dev"]);
  await stack.config("app:dataSizeGb", "40");
  await record(stack, "quickstart.short", json);
  await stack.config("app:region", "us-1");
  await record(stack, "quickstart.refused", json);
  await stack.config("app:region", "eu-1");
  await stack.config("app:image", "debian/14");
  await record(stack, "quickstart.replaced", [...json, "--show-sames", "--show-replacement-steps"]);
  stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
  await record(stack, "quickstart.stream", json);
}
{
  await using stack = await openStack({ example: "rolling-deploy" });
  await stack.up();
  await stack.config("app:image", "debian/14");
  await record(stack, "rolling-deploy.change", [...json, "--show-sames"]);
}
{
  await using stack = await openStack({ example: "load-balanced-app" });
  await stack.up();
  await record(stack, "load-balanced-app.state", ["stack", "export", "--stack", "dev"]);
  await record(stack, "load-balanced-app.destroy", destroy);
}
{
  await using stack = await openStack({ example: "team-and-keys" });
  await stack.up();
  await record(stack, "team-and-keys.destroy", destroy);
}
{
  await using stack = await openStack({ example: "policies" });
  stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
  await record(stack, "policies.refused", [...json, "--policy-pack", "pack"]);
}

async function record(stack: TestStack, name: string, args: readonly string[]): Promise<void> {
  const text = await stack.run(...args).catch((error: Error) => error.message);
  mkdirSync(folder, { recursive: true });
  // A command that fails prints its JSON all the same; text before it is the test's own.
  const documents = text.slice(text.indexOf("{")).replaceAll(stack.directory, ".").trimEnd();
  writeFileSync(join(folder, `${name}.json`), `${stable(documents)}\n`);
  console.log(name);
}

/** Without places and times, and with numbers for ids. */
function stable(text: string): string {
  const ids = new Map<string, string>();
  const isStream = text.split("\n").every((line) => line.startsWith("{"));
  const documents = isStream
    ? text.split("\n").map((line) => JSON.stringify(cleaned(JSON.parse(line))))
    : [JSON.stringify(cleaned(JSON.parse(text.slice(0, text.lastIndexOf("}") + 1))), undefined, 1)];
  return documents
    .join("\n")
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, "2026-01-01T00:00:00.000Z")
    .replace(
      /\b([a-z]+_)([a-z0-9]{12,})\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g,
      (id, kind) => {
        if (id === "04da6b54-80e4-46f7-96ec-b56ff0331ba9") return id;
        const known = ids.get(id) ?? `${kind ?? "id_"}${ids.size + 1}`;
        ids.set(id, known);
        return known;
      },
    );
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !left.includes(name));
  return Object.fromEntries(
    entries.map(([name, item]) => [name, changing.has(name) ? changing.get(name) : cleaned(item)]),
  );
}
