/** Stacks run by the real Pulumi CLI, each with its own directory, backend and platform. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { copyExample } from "../../scripts/examples.ts";
import { cliDirectory } from "./cli-directory.ts";
import { prepared } from "./prepared-platform.ts";
import { type Ended, type RunningCommand, startPulumi } from "./stack-command.ts";
import { commandEnvironment } from "./stack-environment.ts";
import { type Outcome, readOutcome, readViolations, type Violation } from "./stack-outcome.ts";
import { type Recorded, readExported, readRecorded } from "./stack-state.ts";

const repository = join(import.meta.dirname, "..", "..");

/** The differences from a stack on its own embedded platform with the root key. */
export interface StackOptions {
  /** Settings of the provider; without any, the embedded platform is used. */
  readonly env?: Readonly<Record<string, string>>;
  /** Directory with the packages that programs import; this checkout's unless given. */
  readonly modules?: string;
  /** Example whose files the stack is run from, with the settings it brings; a program unless given. */
  readonly example?: string;
  /** Settings that lead to a backend several machines share; a directory of the stack's own unless given. */
  readonly backend?: Readonly<Record<string, string>>;
  /** Another machine's stack on that backend, whose files this one has checked out; a new stack unless given. */
  readonly checkout?: TestStack;
}

/** A policy pack that commands run with. */
export interface UsedPack {
  readonly directory: string;
  /** Levels and settings by rule, as in a file of `--policy-pack-config`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The expected end of a command; success unless given. */
interface Expectation {
  readonly fails?: boolean | "perhaps";
}

/** Opens a stack in a new directory, empty unless another machine has made it. */
export async function openStack(options: StackOptions = {}): Promise<TestStack> {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-stack-"));
  const stack = new TestStack(directory, await cliDirectory(), options);
  const { checkout, backend, example } = options;
  if (checkout !== undefined) checkout.copyTo(directory);
  else if (backend === undefined && example === undefined) await stack.beginEmpty();
  else await stack.init();
  return stack;
}

/** The files of an empty stack by their paths, as the CLI makes them: one run of it for all stacks that begin so. */
let emptyStack: Promise<ReadonlyMap<string, string>> | undefined;

/** One stack: a program, the commands that run it, and a look at what came of them. */
export class TestStack implements AsyncDisposable {
  readonly directory: string;
  /** File of the embedded platform. */
  readonly platformFile: string;
  /** Environment of the commands; a change is seen by the next one. */
  readonly env: Record<string, string>;
  /** Pack that previews, updates and analyses run with. */
  policyPack: UsedPack | undefined;
  readonly #project: string;
  readonly #isShared: boolean;
  #platform: Platform | undefined;
  #lastSeen = 0;

  constructor(directory: string, cli: string, options: StackOptions) {
    const { modules = join(repository, "node_modules"), example } = options;
    const { env = example === undefined ? { HOSTING_BACKEND: "embedded" } : {} } = options;
    this.#project = example ?? "e2e";
    this.#isShared = options.backend !== undefined;
    this.directory = directory;
    this.platformFile = join(directory, ".hosting", "platform.db");
    this.env = { ...commandEnvironment(directory, cli), ...options.backend, ...env };
    if (example === undefined) this.#makeProject();
    else copyExample(example, directory);
    symlinkSync(modules, join(directory, "node_modules"));
    mkdirSync(join(directory, "state"));
  }

  #makeProject(): void {
    const yaml = `name: ${this.#project}
main: index.ts
runtime: { name: nodejs, options: { typescript: false } }
`;
    writeFileSync(join(this.directory, "Pulumi.yaml"), yaml);
    writeFileSync(join(this.directory, "package.json"), '{ "type": "module", "private": true }\n');
    this.program("");
  }

  async init(): Promise<void> {
    await this.run("stack", "init", "dev", "--no-select");
  }

  /** Begins as an empty stack of its directory. */
  async beginEmpty(): Promise<void> {
    if (emptyStack !== undefined) {
      for (const [path, text] of await emptyStack) {
        mkdirSync(dirname(join(this.directory, path)), { recursive: true });
        writeFileSync(join(this.directory, path), text);
      }
      return;
    }
    emptyStack = this.init().then(() => {
      const paths = ["Pulumi.dev.yaml", join("state", ".pulumi", "meta.yaml"), this.#statePath];
      return new Map(paths.map((path) => [path, readFileSync(join(this.directory, path), "utf8")]));
    });
    await emptyStack;
  }

  /** Replaces the program; `pulumi` and `hosting` are imported. */
  program(source: string): void {
    const imports =
      'import * as pulumi from "@pulumi/pulumi";\nimport * as hosting from "pulumi-hosting";\n';
    writeFileSync(join(this.directory, "index.ts"), imports + source);
  }

  /** Has each node of later commands import a module before its own. */
  preload(module: URL): void {
    this.env["NODE_OPTIONS"] = `--import ${module.href}`;
  }

  /** Copies what a repository holds of it. */
  copyTo(directory: string): void {
    for (const file of ["Pulumi.yaml", "Pulumi.dev.yaml", "index.ts", "package.json"]) {
      cpSync(join(this.directory, file), join(directory, file));
    }
  }

  /** Sets a value of the stack's config, e.g. `hosting:backend`. */
  async config(name: string, value: string, { secret = false } = {}): Promise<void> {
    await this.run("config", "set", secret ? "--secret" : "--plaintext", name, value, ...ofStack);
  }

  preview(expected: Expectation = {}): Promise<Outcome> {
    return this.#operate(["preview", ...this.#policyArguments()], expected);
  }

  up(expected: Expectation = {}, ...more: readonly string[]): Promise<Outcome> {
    const command = ["up", "--yes", "--skip-preview", ...more, ...this.#policyArguments()];
    return this.#operate(command, expected);
  }

  refresh(expected: Expectation = {}): Promise<Outcome> {
    return this.#operate(["refresh", "--yes", "--skip-preview"], expected);
  }

  /** The drift gate of the guides. */
  gate(expected: Expectation = {}): Promise<Outcome> {
    return this.#operate(["refresh", "--preview-only", "--expect-no-changes"], expected);
  }

  destroy(expected: Expectation = {}, ...more: readonly string[]): Promise<Outcome> {
    return this.#operate(["destroy", "--yes", "--skip-preview", ...more], expected);
  }

  /** The messages of the pack about a state as `pulumi stack export` writes it; the stack's own unless given. */
  async analyze(
    state?: string,
    { fails = false }: Expectation = {},
  ): Promise<readonly Violation[]> {
    const file = join(this.directory, "exported.json");
    if (state === undefined) await this.run("stack", "export", "--file", file, ...ofStack);
    else writeFileSync(file, state);
    const command = ["policy", "analyze", "--file", file, "--json", ...this.#policyArguments()];
    const { code, output } = await this.#pulumi(command);
    if ((code !== 0) !== fails)
      throw new Error(`pulumi policy analyze ended otherwise:\n${output}`);
    return readViolations(output);
  }

  /** Begins an operation that something will happen to. */
  start(command: "up" | "destroy"): RunningCommand {
    return startPulumi([command, "--yes", "--skip-preview", ...ofStack], this);
  }

  /** Runs any other command and returns what it printed. */
  async run(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.#pulumi(args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} failed:\n${output}`);
    return output;
  }

  /** The resources in the stack's state, secrets encrypted. */
  state(): readonly Recorded[] {
    if (!this.#isShared) return readRecorded(readFileSync(this.stateFile, "utf8"));
    const { directory: cwd, env } = this;
    const args = ["stack", "export", "--non-interactive", ...ofStack];
    return readExported(execFileSync("pulumi", args, { cwd, env, encoding: "utf8" }));
  }

  /** The one resource in the state with this logical name. */
  resource(name: string): Recorded {
    const found = this.state().filter((resource) => resource.name === name);
    if (found[0] === undefined || found.length > 1) {
      throw new Error(`the state holds ${found.length} resources named ${name}`);
    }
    return found[0];
  }

  /** File with the stack's state, on a separate backend. */
  get stateFile(): string {
    return join(this.directory, this.#statePath);
  }

  get #statePath(): string {
    return join("state", ".pulumi", "stacks", this.#project, "dev.json");
  }

  /** The stack's embedded platform, as its operator sees it. */
  get platform(): Platform {
    this.#platform ??= prepared(
      openPlatform({
        file: this.platformFile,
        defaults: { ratePerMinute: null },
      }),
    );
    return this.#platform;
  }

  /** Requests that the platform answered since the last call, as `METHOD /path`; a refusal's status follows. */
  requests(): readonly string[] {
    const fresh = this.platform.requests().filter(({ seq }) => seq > this.#lastSeen);
    this.#lastSeen = fresh.at(-1)?.seq ?? this.#lastSeen;
    return fresh.map(
      ({ method, path, status }) => `${method} ${path}${status < 400 ? "" : ` ${status}`}`,
    );
  }

  /** The same without the requests that only read. */
  writes(): readonly string[] {
    return this.requests().filter((request) => !request.startsWith("GET "));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#platform?.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  #policyArguments(): readonly string[] {
    if (this.policyPack === undefined) return [];
    const { directory, config = {} } = this.policyPack;
    const file = join(this.directory, "policies.json");
    writeFileSync(file, JSON.stringify(config));
    return ["--policy-pack", directory, "--policy-pack-config", file];
  }

  async #operate(command: readonly string[], { fails = false }: Expectation): Promise<Outcome> {
    const eventLog = join(this.directory, "events.jsonl");
    rmSync(eventLog, { force: true });
    const { code, output } = await this.#pulumi([...command, ...ofStack, "--event-log", eventLog]);
    if (fails !== "perhaps" && (code !== 0) !== fails) {
      throw new Error(`pulumi ${command[0]} ${fails ? "did not fail" : "failed"}:\n${output}`);
    }
    return readOutcome(readFileSync(eventLog, "utf8"), output);
  }

  #pulumi(args: readonly string[]): Promise<Ended> {
    return startPulumi(args, this).ended;
  }
}

const ofStack = ["--stack", "dev"] as const;
