import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { sender } from "../platform/support.ts";
import { type CiProject, playGithub, playGitlab } from "../support/ci-runner.ts";
import { networkSettings } from "../support/network-settings.ts";
import { quietly, run, temporaryDirectory } from "../support/package.ts";
import { openPostgres } from "../support/postgres.ts";
import { postgres, titleOn } from "../support/shared-backend.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

const root = join(import.meta.dirname, "../..");
const files = [
  { name: "examples/starter/.github/workflows/pulumi.yml", play: playGithub },
  { name: "docs/ci/gitlab-ci.yml", play: playGitlab },
];
const sized = (sizeGb: number) =>
  `new hosting.Volume("data", { region: "eu-1", sizeGb: ${sizeGb} });`;

describe.skipIf(postgres.missing !== undefined)(titleOn(postgres), () => {
  it.each(files)(
    "$name: a run on one runner, then on others the preview of a change and the drift, without the key and the user that write",
    { timeout: 900_000 },
    async ({ name, play }) => {
      await using server = await openPostgres();
      const backend = server.newPlace();
      await using laptop = await openStack({ backend });
      await using served = await servePlatform(laptop.platform);
      const readingKey = laptop.platform.createKey({ scopes: ["*"], level: "Read" });
      const service = ciService();
      const project = await projectOf(laptop, service.tools, {
        ...{ ...backend, ...served.env },
        HOSTING_READ_API_KEY: readingKey.key,
        // GitHub gives an empty text for a secret that nobody set.
        HOSTING_COORDINATION: "",
        PULUMI_READ_BACKEND_URL: String(server.readerOf(backend)["PULUMI_BACKEND_URL"]),
      });
      const file = join(root, name);

      commit(laptop, project, sized(10));
      const { HOSTING_API_KEY: _key, PULUMI_BACKEND_URL: _user, ...settings } = project.settings;
      const readers = { ...project, settings };
      const up = await play(file, "up", project);
      expect(up.output).toMatch(/\+ +2 created/);
      expect(laptop.platform.snapshot().volume).toMatchObject([{ size_gb: 10 }]);
      const saved = readdirSync(project.cache, { recursive: true, encoding: "utf8" });
      expect(saved.filter((path) => path.endsWith("pulumi-hosting/intents.db"))).toHaveLength(1);
      laptop.requests();

      commit(laptop, project, sized(20));
      const preview = await play(file, "preview", readers);
      expect(preview.output).toMatch(/~ +1 to update/);
      const plan = readFileSync(join(preview.directory, "plan.md"), "utf8");
      expect(plan).toContain("data");
      if (play === playGithub) expect(preview.summary).toBe(plan);
      expect(laptop.writes()).toEqual([]);

      // The comment of the pull request, or the artifact of the merge request.
      service.approve(plan);
      commit(laptop, project, sized(30));
      await expect(play(file, "up", project)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is not the approved plan: update volume "data" differs'),
      });
      expect(laptop.writes()).toEqual([]);
      commit(laptop, project, sized(20));
      await play(file, "up", project);
      expect(laptop.platform.snapshot().volume).toMatchObject([{ size_gb: 20 }]);
      laptop.requests();

      // A loss of data ends the job.
      commit(laptop, project, "");
      await expect(play(file, "preview", readers)).rejects.toMatchObject({ code: 2 });
      expect(laptop.platform.snapshot().volume).toHaveLength(1);

      commit(laptop, project, sized(20));
      await play(file, "drift", readers);
      const send = sender(laptop.platform);
      await send(`PATCH /v1/volumes/${laptop.resource("data").id}`, { size_gb: 30 });
      await expect(play(file, "drift", readers)).rejects.toMatchObject({ code: 2 });
    },
  );
});

/** Commands by which a job asks the CI service for the plan that was approved, and how it gets there. */
function ciService() {
  const tools = temporaryDirectory();
  const approved = join(tools, "approved.md");
  const answers = (name: string, lines: readonly string[]) =>
    writeFileSync(join(tools, name), ["#!/bin/sh", ...lines].join("\n"), { mode: 0o755 });
  answers("gh", [
    `[ -f ${approved} ] || exit 0`,
    `case "$2" in */pulls) echo 7 ;; */issues/7/comments) cat ${approved} ;; esac`,
  ]);
  answers("curl", [
    `case "$*" in`,
    `*/merge_requests) if [ -f ${approved} ]; then echo '[{"iid":7}]'; else echo '[]'; fi ;;`,
    `*refs%2Fmerge-requests%2F7%2Fhead/raw/plan.md*) cat ${approved} ;;`,
    "esac",
  ]);
  return { tools, approve: (plan: string) => writeFileSync(approved, plan) };
}

it.each(files)(
  "$name: the preview of a fork shows what its program makes, without secrets and variables",
  { timeout: 300_000 },
  async ({ name, play }) => {
    await using laptop = await openStack();
    const variables = { HOSTING_BASE_URL: "", HOSTING_API_BASE_URL: "" };
    const project = await projectOf(laptop, temporaryDirectory(), variables);
    commit(laptop, project, sized(10));
    const { output, directory } = await play(join(root, name), "fork", project);
    expect(output).toMatch(/\+ +2 to create/);
    expect(readFileSync(join(directory, "plan.md"), "utf8")).toContain("data");
  },
);

/** A repository whose lock file names the packed package, and an image with Node and the Pulumi CLI. */
async function projectOf(
  laptop: TestStack,
  tools: string,
  settings: Record<string, string>,
): Promise<CiProject> {
  const repository = temporaryDirectory();
  laptop.copyTo(repository);
  const { "@pulumi/policy": policy, "@pulumi/pulumi": sdk } = manifest.devDependencies;
  const dependencies = {
    "@pulumi/policy": policy,
    "@pulumi/pulumi": sdk,
    "pulumi-hosting": `file:${inject("tarball")}`,
  };
  cpSync(join(root, "examples/starter/policy-pack"), join(repository, "policy-pack"), {
    recursive: true,
  });
  const own = { name: "shop", private: true, type: "module", dependencies };
  writeFileSync(join(repository, "package.json"), JSON.stringify(own));
  await run(repository, ["npm", "install", "--package-lock-only", ...quietly]);
  return {
    repository,
    settings: {
      ...settings,
      PULUMI_CONFIG_PASSPHRASE: "",
      PULUMI_STACK: "organization/e2e/dev",
    },
    image: {
      ...networkSettings(),
      PATH: `${tools}:${laptop.env["PATH"]}`,
      TMPDIR: tmpdir(),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      // This machine has the downloads of a CI service.
      npm_config_cache: join(homedir(), ".npm"),
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
    },
    cache: temporaryDirectory(),
  };
}

/** Brings a program into the repository. */
function commit(laptop: TestStack, { repository }: CiProject, program: string): void {
  laptop.program(program);
  const text = readFileSync(join(laptop.directory, "index.ts"), "utf8");
  writeFileSync(join(repository, "index.ts"), text);
}
