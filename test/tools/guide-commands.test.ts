import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resolveAssumptions } from "../../contract/assumptions.ts";
import manifest from "../../package.json" with { type: "json" };
import { shownCommands, shownOptions } from "../support/guide-commands.ts";

const root = join(import.meta.dirname, "../..");

/** What plays which commands: a test, and where it types them by a support file, that one as well. */
const played: Readonly<Record<string, readonly string[]>> = {
  "test/cli/completion/completion.test.ts": ["hosting completion"],
  "test/cli/doctor/doctor.test.ts + test/cli/doctor/account.ts": ["hosting doctor"],
  "test/cli/export/export.test.ts": ["hosting export --id --out", "hosting export"],
  "test/cli/graph/graph.test.ts": ["hosting graph --format"],
  "test/cli/plan/plan.test.ts": [
    "hosting plan --budget --fail-on",
    "hosting plan --fail-on --format",
    "hosting plan",
  ],
  "test/cli/platform/bill.test.ts": ["hosting platform bill --project"],
  "test/cli/platform/serve.test.ts": ["hosting platform"],
  "test/cli/platform/traffic.test.ts": [
    "hosting platform traffic --backend",
    "hosting platform traffic",
  ],
  "test/cli/platform/world.test.ts": [
    ...["faults add", "faults list", "faults", "clock", "advance"],
    ...["restore", "snapshot"],
  ].map((words) => `hosting platform ${words}`),
  "test/cli/guides.test.ts": ["hosting platform bill", "hosting platform --traffic"],
  "test/cli/program.test.ts": ["hosting"],
  "test/e2e/cli-export.test.ts": [
    "pulumi import --file --generate-code --protect",
    "pulumi refresh --expect-no-changes --preview-only",
  ],
  "test/e2e/cli-export.test.ts + test/support/exported-stack.ts": [
    "hosting export --import-file --out",
    "hosting export --out",
  ],
  "test/e2e/cli-export.test.ts + test/support/package.ts": ["npm install"],
  "test/e2e/cli-plan.test.ts": [
    "hosting graph",
    "pulumi destroy --json --preview-only",
    "pulumi preview --json",
    "pulumi preview --json --show-sames",
  ],
  "test/e2e/demo.test.ts + tools/demo/play.ts": ["node setup.ts"],
  "test/e2e/first-contact.test.ts": [
    ...["pulumi up", "pulumi preview", "pulumi refresh", "pulumi destroy"],
    "pulumi destroy --run-program",
  ],
  "test/e2e/first-contact.test.ts + test/support/stack.ts": ["pulumi config set"],
  "test/e2e/bad-settings.test.ts + test/support/stack.ts": ["pulumi config set --secret"],
  "test/e2e/forced-replacement.test.ts": ["pulumi state taint", "pulumi up --replace"],
  "test/e2e/import.test.ts": ["pulumi import"],
  "test/e2e/plugin.test.ts": ["pulumi do"],
  "test/e2e/interrupts.test.ts": ["pulumi cancel"],
  "test/e2e/load-balanced-app.test.ts": ["pulumi state unprotect", "pulumi up --target"],
  "test/e2e/package/readme-clone.test.ts": [
    "npm init --init-type",
    "npm pack --silent",
    "npm install --no-save",
  ],
  "test/e2e/policies.test.ts + test/support/stack.ts": [
    "pulumi policy analyze --file --policy-pack",
    "pulumi preview --policy-pack",
    "pulumi stack export --file",
    "pulumi up --policy-pack",
    "pulumi up --policy-pack --policy-pack-config",
  ],
  "test/e2e/refresh-first.test.ts": ["pulumi refresh --run-program", "pulumi up --refresh"],
  "test/e2e/renamed-stack.test.ts": ["pulumi stack init", "pulumi stack rename"],
  "test/e2e/rotation.test.ts": ["openssl"],
  "test/e2e/screen.test.ts": ["pulumi up --non-interactive"],
  "test/e2e/secrets.test.ts": ["pulumi stack export"],
  "test/e2e/shared-backend.test.ts": ["pulumi refresh --clear-pending-creates"],
  "test/e2e/shared-backend.test.ts + test/support/team.ts": [
    "export PULUMI_BACKEND_URL",
    "pulumi login",
  ],
  "test/e2e/two-stacks.test.ts": [
    "export HOSTING_REQUESTS_PER_MINUTE",
    "pulumi preview --expect-no-changes",
    "pulumi state delete",
  ],
  "test/platform/guides.test.ts": ["curl", "node rehearse.ts"],
};

/** What no test can type, or need not, and why. */
const unplayable: Readonly<Record<string, string>> = {
  "gh --body-file": "it asks a host outside",
  "npm install --save-dev": "it installs what is no part of this package",
  "npm install pulumi-hosting@latest": "it asks a registry; tests install the packed package",
  "npm test": "this is one of them",
  "pulumi new": "its templates come from a host outside",
  "pulumi package":
    "the newest language host that can be built from Go modules is older than its last step",
  "pulumi stack --show-ids": "Pulumi shows its own state; nothing of ours takes part",
  "pulumi up --exclude": "the page warns of it, and its preview is Pulumi's own",
  "tsc --noEmit": "test/types/docs.test.ts compiles the same program",
};

/** Scripts of a clone are there; CI runs some of them, and others measure. */
const isScript = (form: string) => {
  const [, name = ""] = /^npm run ([a-z:]+)/.exec(form) ?? [];
  return Object.hasOwn(manifest.scripts, name);
};

/** All that tests type, besides what is written here. */
const typedAnywhere = globSync("test/**/*.ts", { cwd: root })
  .filter((path) => !path.endsWith("guide-commands.test.ts"))
  .map(typedIn)
  .join(" ");

const shown = new Map(shownCommands().map(({ form, page }) => [form, page]));
const rows = Object.entries(played).map(([files, forms]) => ({ files: files.split(" + "), forms }));
const known = new Set([...Object.values(played).flat(), ...Object.keys(unplayable)]);

test.each([...shown].map(([form, page]) => ({ form, page })))(
  "`$form` of $page is played",
  ({ form, page }) => {
    expect(
      known.has(form) || isScript(form),
      `No test is known to type \`${form}\`, which ${page} shows. Play it in a test and name that in test/tools/guide-commands.test.ts, or list it there with the reason why none can.`,
    ).toBe(true);
  },
);

test.each(shownOptions())("`%s`, which a page names by itself, is typed by a test", (option) => {
  const isTyped = wordsOf(`any ${option}`).every((words) => words.test(typedAnywhere));
  expect(
    isTyped || known.has(option),
    `No test types \`${option}\`. Play it, or list it in test/tools/guide-commands.test.ts with the reason why none can.`,
  ).toBe(true);
});

describe.each(rows)("$files", ({ files: [file = "", support], forms }) => {
  const texts = [file, support].filter((path) => path !== undefined).map(typedIn);

  test.each(forms)("types `%s`", (form) => {
    const missing = wordsOf(form).filter((words) => !texts.some((text) => words.test(text)));
    expect(missing).toEqual([]);
  });

  test("leads to what types them", () => {
    const name = support?.replace(/^.*\//, "") ?? "";
    expect(typedIn(file)).toContain(name);
  });
});

test("no page has ceased to show what is listed here", () => {
  const anywhere = new Set([...shown.keys(), ...shownOptions()]);
  expect([...known].filter((form) => !anywhere.has(form))).toEqual([]);
});

test("the start of the README, which is not looked at here, is played from heading to end", () => {
  const player = readFileSync(join(root, "test/support/readme-start.ts"), "utf8");
  expect(player).toContain("## From npm[^\\n]*\\n(.*?)For a real account");
});

test("assumptions that a page sets are ones that can be set", () => {
  const pages = globSync("docs/**/*.md", { cwd: root }).map((page) =>
    readFileSync(join(root, page), "utf8"),
  );
  const set = pages.flatMap((text) => [...text.matchAll(/hosting:assumptions '([^']+)'/g)]);
  expect(set.length).toBeGreaterThan(2);
  for (const [, json = ""] of set) resolveAssumptions(JSON.parse(json));
});

/** A file as one line in which commands stand as they are typed, however they are quoted. */
function typedIn(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll(/["'`,[\]\s]+/g, " ");
}

/** What tells a command from others: its subcommand and each of its options, or its program. */
function wordsOf(form: string): readonly RegExp[] {
  const [program = "", ...rest] = form.split(" ");
  const options = rest.filter((word) => word.startsWith("--"));
  const subcommand = rest.filter((word) => !word.startsWith("--")).join(" ");
  // Tests run `hosting platform` by its subcommands, on a world that they have.
  const typed = subcommand.replace(/^platform (?=.)/, "");
  const words = typed === "" && options.length === 0 ? [program] : [typed, ...options];
  return words
    .filter((word) => word !== "")
    .map((word) => new RegExp(`(?<![\\w-])${word.replaceAll(".", "\\.")}(?![\\w-])`));
}
