/**
 * Records what the Pulumi CLI prints of the examples, for tests that read it: `node test/support/record-previews.ts`
 * for all of them, or with the names of some. What differs from run to run is left out or numbered.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packComponent } from "./packed-component.ts";
import { openStack, type TestStack } from "./stack.ts";

const folder = join(import.meta.dirname, "../fixtures/previews");
const json = ["preview", "--json", "--stack", "dev"] as const;

/** The change of its config that is recorded of each example that is run. */
const changes: Readonly<Record<string, readonly [name: string, value: string]>> = {
  quickstart: ["app:dataSizeGb", "40"],
  "load-balanced-app": ["app:instances", "3"],
  "rolling-deploy": ["app:image", "debian/14"],
  "database-with-volume": ["app:image", "debian/14"],
  "image-pipeline": ["app:release", "release-2"],
  "private-network-and-firewall": ["app:openPorts", '["443", "8443"]'],
  "team-and-keys": ["app:members", '{"ada@example.com":"owner","bob@example.com":"admin"}'],
  "two-accounts": ["app:stagingImage", "debian/14"],
  "component-user": ["app:image", "debian/14"],
};
/** The example that its policy pack refuses. */
const refused = "policies";

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

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const scratch = mkdtempSync(join(tmpdir(), "pulumi-component-"));
process.on("exit", () => rmSync(scratch, { recursive: true }));
for (const [example, change] of Object.entries(changes).filter(([name]) => isWanted(name))) {
  const modules = example === "component-user" ? { modules: packComponent(scratch) } : {};
  await using stack = await openStack({ example, ...modules });
  await record(stack, `${example}.first`, json);
  await stack.up();
  await record(stack, `${example}.state`, ["stack", "export", "--stack", "dev"]);
  await stack.config(...change);
  await record(stack, `${example}.change`, [...json, "--show-sames"]);
  if (example === "quickstart") await recordVariants(stack);
  const destroy = ["destroy", "--preview-only", "--json", "--stack", "dev"];
  await record(stack, `${example}.destroy`, destroy);
}
if (isWanted(refused)) await recordRefused();

/** Without its pack and with it, whose words are in the stream of events alone. */
async function recordRefused(): Promise<void> {
  await using stack = await openStack({ example: refused });
  await record(stack, `${refused}.first`, json);
  stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
  await record(stack, `${refused}.refused`, [...json, "--policy-pack", "pack"]);
}

/** What else the CLI can be asked for, and other changes: a stream, one without what stays the same, a deletion, a replacement. */
async function recordVariants(stack: TestStack): Promise<void> {
  await record(stack, "quickstart.short", json);
  await stack.config("app:region", "us-1");
  await record(stack, "quickstart.refused", json);
  await stack.config("app:region", "eu-1");
  await stack.config("app:image", "debian/14");
  await record(stack, "quickstart.replaced", [...json, "--show-sames", "--show-replacement-steps"]);
  stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
  await record(stack, "quickstart.stream", json);
  delete stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"];
  await stack.config("app:image", "debian/13");
}

async function record(stack: TestStack, name: string, args: readonly string[]): Promise<void> {
  const text = await stack.run(...args).catch((error: Error) => error.message);
  mkdirSync(folder, { recursive: true });
  // A command that fails prints its JSON all the same; what stands before it is the test's own.
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
