import { chmod, copyFile, link } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../provider/clock.ts";
import { type Checkout, dynamicProviderScript, goModule } from "./checkout.ts";
import type { CommandResult, RunCommand } from "./command.ts";
import { programsOn } from "./locate.ts";
import { hasCode, Problem } from "./problem.ts";
import { formatDuration, type Progress } from "./progress.ts";

/** What a build needs besides its target directory. */
export interface BuildOptions {
  checkout: Checkout;
  version: string;
  environment: NodeJS.ProcessEnv;
  run: RunCommand;
  clock: Clock;
  progress: Progress;
}

const tickMs = 1_000;

const packages = ["github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", "./pulumi-language-nodejs"];

/** Builds the CLI and its language host from Go modules; the first time takes minutes. */
export async function buildWithGo(directory: string, options: BuildOptions): Promise<void> {
  const { checkout, version, clock, progress } = options;
  const startedMs = clock.now();
  const step = new BuildStep();
  const show = () => {
    const elapsed = formatDuration(clock.now() - startedMs);
    progress.update(`Building Pulumi CLI ${version} with Go: ${step.text}, ${elapsed}`);
  };
  show();
  const ticker = setInterval(show, tickMs);
  try {
    const result = await runGo(directory, options, (line) => {
      step.note(line);
      show();
    });
    if (result.code !== 0) throw new Problem(failureOf(result));
  } finally {
    clearInterval(ticker);
  }
  const { languageHost, bunHost, dynamicProvider } = programsOn(checkout.platform);
  // One program: its name tells it what to run.
  await link(join(directory, languageHost), join(directory, bunHost));
  const provider = join(directory, dynamicProvider);
  await copyFile(dynamicProviderScript(checkout), provider);
  await chmod(provider, 0o755);
  progress.finish(`Built Pulumi CLI ${version} in ${formatDuration(clock.now() - startedMs)}.`);
}

/** Arguments of `go` that build the CLI and its language host, as Pulumi's own releases are built. */
export function buildArguments(version: string): string[] {
  const variable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
  return [
    "build",
    "-v",
    "-trimpath",
    // A checkout that belongs to another user would otherwise fail the build.
    "-buildvcs=false",
    "-tags",
    "osusergo,grpcnotrace",
    "-ldflags",
    `-s -w -X ${variable}=v${version}`,
  ];
}

async function runGo(
  directory: string,
  { checkout, version, environment, run }: BuildOptions,
  onErrorLine: (line: string) => void,
): Promise<CommandResult> {
  try {
    return await run({
      program: "go",
      args: [...buildArguments(version), "-o", directory, ...packages],
      directory: goModule(checkout),
      // The CLI has to run here, whatever the shell is set up to build.
      environment: { ...environment, CGO_ENABLED: "0", GOWORK: "off", GOOS: "", GOARCH: "" },
      onErrorLine,
    });
  } catch (error) {
    if (hasCode(error, "ENOENT")) throw new Problem("there is no `go` on PATH");
    throw error;
  }
}

/** The state of a build as the output of `go build -v` tells it. */
class BuildStep {
  private downloaded = 0;
  private compiled = 0;

  note(line: string): void {
    if (line.startsWith("go: downloading ")) this.downloaded += 1;
    else if (isPackage(line)) this.compiled += 1;
  }

  get text(): string {
    if (this.compiled > 0) return `${count(this.compiled, "package")} compiled`;
    return this.downloaded > 0 ? `${count(this.downloaded, "module")} downloaded` : "starting";
  }
}

function count(amount: number, thing: string): string {
  return `${amount} ${thing}${amount === 1 ? "" : "s"}`;
}

function isPackage(line: string): boolean {
  return /^[\w.~\-/]+$/.test(line);
}

function failureOf({ code, stderr }: CommandResult): string {
  const telling = stderr
    .split("\n")
    .filter((line) => line.trim() !== "" && !isPackage(line))
    .filter((line) => !line.startsWith("go: downloading ") && !line.startsWith("# "));
  const end = code === null ? "was stopped" : `ended with code ${code}`;
  return telling[0] === undefined ? `go build ${end}` : `go build ${end}: ${telling[0].trim()}`;
}
