import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const root = join(import.meta.dirname, "../..");
const github = read("examples/starter/.github/workflows/pulumi.yml");
const gitlab = read("docs/ci/gitlab-ci.yml");
const pages = globSync("docs/guides/*.md", { cwd: root }).map(read);

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

const looksForAddresses = `: "$\{HOSTING_BASE_URL:?}" "$\{HOSTING_API_BASE_URL:?}"`;

const Env = z.record(z.string(), z.unknown()).default({});
const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  env: Env,
  with: z.record(z.string(), z.unknown()).default({}),
});
const Job = z.object({
  permissions: z.unknown().optional(),
  env: Env,
  steps: z.array(Step),
});
const Workflow = z.object({ permissions: z.unknown(), env: Env, jobs: z.record(z.string(), Job) });
const workflow = Workflow.parse(parse(github));
const jobs = Object.entries(workflow.jobs);
const writing = /secrets\.(?:HOSTING_API_KEY|PULUMI_BACKEND_URL)\b/;

test("actions are named by commit, with their version", () => {
  const used = [github, ...pages].flatMap((text) => text.match(/^ *- uses: .*/gm) ?? []);
  expect(used.length).toBeGreaterThan(15);
  const movable = used.filter(
    (line) => !/^ *- uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line),
  );
  expect(movable).toEqual([]);
});

test("the image and the CLI have a version", () => {
  expect(gitlab).toMatch(/^image: \S+:\d+\.\d+\.\d+(?:@sha256:[0-9a-f]{64})?$/m);
  const clis = jobs
    .flatMap(([, { steps }]) => steps)
    .filter(({ uses }) => uses?.startsWith("pulumi/"));
  expect(clis).toHaveLength(4);
  for (const cli of clis) expect(cli.with["pulumi-version"]).toMatch(/^\d+\.\d+\.\d+$/);
});

test("what writes is given to steps of `up` that run pulumi, and to nothing else", () => {
  expect(JSON.stringify(workflow.env)).not.toContain("secrets.");
  for (const [name, { env, steps }] of jobs) {
    expect(JSON.stringify(env)).not.toMatch(writing);
    const given = steps.filter((step) => writing.test(JSON.stringify(step)));
    expect(given.length).toBe(name === "up" ? 3 : 0);
    for (const { run } of given) {
      expect(run).toMatch(/^(?:pulumi (?:preview|up)|npx pulumi-hosting doctor) /);
    }
  }
});

test("the jobs of forks have no secret and no variable of the project", () => {
  const jobsOfForks = [workflow.jobs["fork"], parse(gitlab).fork];
  for (const job of jobsOfForks) {
    expect(job).toBeDefined();
    expect(JSON.stringify(job)).not.toMatch(
      /secrets\.|vars\.|HOSTING_(?:READ_)?API_KEY|PULUMI_STACK/,
    );
  }
});

test("comments are written by a job without code of the pull request, and read by `up`", () => {
  const { comment, up } = workflow.jobs;
  expect(comment?.permissions).toEqual({ "pull-requests": "write" });
  const actions = comment?.steps.flatMap(({ uses = "" }) => uses.replace(/@.*/, "") || []);
  expect(actions).toEqual(["actions/download-artifact"]);
  expect(up?.permissions).toEqual({ contents: "read", "pull-requests": "read" });
});

test("the approved plan is compared right before `up`", () => {
  const scripts = [workflow.jobs["up"]?.steps.map(({ run = "" }) => run), parse(gitlab).up.script];
  for (const script of scripts) {
    const at = script?.findIndex((run: string) => run.startsWith("pulumi up"));
    expect(script?.[at - 1]).toContain("--expect");
    expect(script?.[at - 2]).toMatch(/^pulumi preview .* --json --show-sames/);
  }
});

describe.each(jobs.filter(([name]) => name !== "comment"))(
  "the job %s",
  (_name, { env, permissions, steps }) => {
    test("has no right to write to the repository, and leaves no token", () => {
      expect(JSON.stringify(permissions ?? workflow.permissions)).not.toContain("write");
      const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
      expect(checkouts).toMatchObject([{ with: { "persist-credentials": false } }]);
    });

    test("looks for the addresses first where it has a secret, and runs no install script", () => {
      const [first] = steps;
      const hasSecret = JSON.stringify([env, steps]).includes("secrets.");
      expect(first?.run?.includes(looksForAddresses) ?? false).toBe(hasSecret);
      expect(steps.map(({ run }) => run)).toContain("npm ci --ignore-scripts");
    });
  },
);

test("GitLab's jobs look for the addresses first, run no install script, and check the state before `up`", () => {
  const { before_script: before, up } = parse(gitlab);
  expect(before).toEqual([looksForAddresses, "npm ci --ignore-scripts"]);
  expect(up.script[0]).toMatch(/^npx pulumi-hosting doctor .* --only code$/);
});
