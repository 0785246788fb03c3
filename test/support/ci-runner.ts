/** Plays the jobs of the CI files that are in `docs/ci`, each on a machine that begins empty. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import { temporaryDirectory } from "./package.ts";

/** The CI service's view of a project. */
export interface CiProject {
  /** Files of the repository, as a checkout brings them. */
  readonly repository: string;
  /** Variables and secrets that its owner has set. */
  readonly settings: Readonly<Record<string, string>>;
  /** Environment of every runner: what its image brings. */
  readonly image: Readonly<Record<string, string>>;
  /** Files that jobs have saved for later ones. */
  readonly cache: string;
}

/** The result of a job. */
export interface Played {
  /** The output of its commands. */
  readonly output: string;
  /** The checkout, with what the job wrote. */
  readonly directory: string;
  /** The summary that is shown with the run. */
  readonly summary: string;
}

/** A runner with an empty disk. */
class Runner {
  readonly home = temporaryDirectory();
  readonly directory = join(this.home, "project");
  readonly summary = join(this.home, "summary.md");
  /** Variables of the CI file and its project; those of the image come last. */
  env: Readonly<Record<string, string>> = {};
  output = "";
  readonly #image: Readonly<Record<string, string>>;
  readonly #cache: string;

  constructor({ image, cache }: CiProject) {
    mkdirSync(this.directory);
    this.#cache = cache;
    this.#image = { ...image, HOME: this.home, CI: "true", GITHUB_STEP_SUMMARY: this.summary };
  }

  checkOut({ repository }: CiProject): void {
    cpSync(repository, this.directory, { recursive: true });
  }

  async type(commands: string): Promise<void> {
    const env = { ...this.env, ...this.#image };
    const options = { cwd: this.directory, env, maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)("bash", ["-e", "-c", commands], options);
    this.output += stdout;
  }

  restore(path: string): void {
    if (existsSync(this.#saved(path))) copy(this.#saved(path), path);
  }

  save(path: string): void {
    if (existsSync(path)) copy(path, this.#saved(path));
  }

  get played(): Played {
    const summary = existsSync(this.summary) ? readFileSync(this.summary, "utf8") : "";
    return { output: this.output, directory: this.directory, summary };
  }

  #saved(path: string): string {
    return join(this.#cache, path.replace(this.home, ""));
  }
}

const Variables = z.record(z.string(), z.coerce.string());
const Step = z.object({
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  env: Variables.default({}),
});
const Workflow = z.object({
  env: Variables,
  jobs: z.record(z.string(), z.object({ env: Variables.default({}), steps: z.array(Step) })),
});

/** Plays a job of a file of GitHub Actions, step by step. */
export async function playGithub(file: string, job: string, project: CiProject): Promise<Played> {
  const { env, jobs } = Workflow.parse(parse(readFileSync(file, "utf8")));
  const ofJob = { ...env, ...jobs[job]?.env };
  const runner = new Runner(project);
  const failures: unknown[] = [];
  for (const { if: when, uses, run, with: inputs, env: ofStep } of jobs[job]?.steps ?? []) {
    runner.env = allFilledIn({ ...ofJob, ...ofStep }, project);
    if (failures.length > 0 && when !== "always()") continue;
    if (run === undefined) act(runner, String(uses), { project, inputs });
    else await runner.type(run).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return runner.played;
}

interface Given {
  readonly project: CiProject;
  readonly inputs: Readonly<Record<string, unknown>>;
}

function act(runner: Runner, action: string, { project, inputs }: Given): void {
  const path = String(inputs["path"]).replace("~", runner.home);
  const actions: Readonly<Record<string, () => void>> = {
    "actions/checkout": () => runner.checkOut(project),
    "actions/cache/restore": () => runner.restore(path),
    "actions/cache/save": () => runner.save(path),
    // Node and the Pulumi CLI are on the PATH of the image.
    "actions/setup-node": () => undefined,
    "pulumi/actions": () => undefined,
    "actions/upload-artifact": () => undefined,
  };
  const known = actions[action.replace(/@.*/, "")];
  if (known === undefined) throw new Error(`The action ${action} is not known to the tests.`);
  known();
}

function allFilledIn(variables: z.output<typeof Variables>, project: CiProject) {
  const filled = Object.entries(variables).map(([name, value]) => [name, filledIn(value, project)]);
  return Object.fromEntries(filled);
}

/** Secrets and variables in their places. */
function filledIn(value: string, { settings }: CiProject): string {
  return value.replace(/\$\{\{ (?:secrets|vars)\.(\w+) \}\}/g, (_all, name: string) => {
    if (settings[name] === undefined) throw new Error(`${name} is not set.`);
    return settings[name];
  });
}

const Pipeline = z.looseObject({
  variables: Variables,
  cache: z.array(z.object({ paths: z.array(z.string()) })),
  before_script: z.array(z.string()),
});
const Job = z.object({ variables: Variables.default({}), script: z.array(z.string()) });

/** Plays a job of a file of GitLab CI, line by line. */
export async function playGitlab(file: string, job: string, project: CiProject): Promise<Played> {
  const pipeline = Pipeline.parse(parse(readFileSync(file, "utf8")));
  const { script, variables: own } = Job.parse(pipeline[job]);
  const runner = new Runner(project);
  const settings: CiProject["settings"] = {
    ...project.settings,
    CI_PROJECT_DIR: runner.directory,
  };
  const variables = Object.entries({ ...pipeline.variables, ...own }).map(([name, value]) => {
    return [name, value.replace(/\$(\w+)/g, (all, given: string) => settings[given] ?? all)];
  });
  runner.env = { ...project.settings, ...Object.fromEntries(variables) };
  runner.checkOut(project);
  const paths = pipeline.cache
    .flatMap((each) => each.paths)
    .map((path) => join(runner.directory, path));
  for (const path of paths) runner.restore(path);
  try {
    for (const line of [...pipeline.before_script, ...script]) await runner.type(line);
  } finally {
    for (const path of paths) runner.save(path);
  }
  return runner.played;
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
