import { execFileSync, spawn } from "node:child_process";

const longestRunMilliseconds = 600_000;

/** The end of a command. */
export interface Ended {
  /** Its exit code; null when a signal ended it. */
  readonly code: number | null;
  /** Everything it printed. */
  readonly output: string;
}

/** A command of the Pulumi CLI under way. */
export interface RunningCommand {
  readonly ended: Promise<Ended>;
  /** Sends it a signal: Ctrl-C is SIGINT. */
  signal(name: "SIGINT" | "SIGKILL"): void;
  /** Id of the process that has the resources of this package. */
  provider(): number;
  /** Kills it at once with everything that it has started, as when its machine is lost. */
  killed(): Promise<void>;
  /** Resolves once it has printed the text; fails when it ends without. */
  printed(text: string): Promise<void>;
}

/** Starts the CLI in a directory, without questions and colours. */
export function startPulumi(
  args: readonly string[],
  { directory, env }: { directory: string; env: Readonly<Record<string, string>> },
): RunningCommand {
  const command = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
    cwd: directory,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestRunMilliseconds,
  });
  let output = "";
  for (const stream of [command.stdout, command.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    command.on("error", reject).on("close", (code) => resolve({ code, output }));
  });
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (output.includes(text)) resolve();
      };
      for (const stream of [command.stdout, command.stderr]) stream.on("data", look);
      command.on("close", () => reject(new Error(`pulumi never printed "${text}":\n${output}`)));
      look();
    });
  const started = () => startedBy(command.pid ?? Number.NaN);
  const killed = async () => {
    const below = started();
    command.kill("SIGKILL");
    for (const { pid } of below) process.kill(pid, "SIGKILL");
    await ended;
  };
  const provider = () => {
    const found = started().find(({ line }) => line.includes("/cmd/dynamic-provider"));
    if (found === undefined) throw new Error(`pulumi has no provider process:\n${output}`);
    return found.pid;
  };
  return { ended, printed, provider, killed, signal: (name) => void command.kill(name) };
}

/** The engine makes each of its plugins the leader of a group, so no one group has them all. */
function startedBy(parent: number): readonly { pid: number; line: string }[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const processes = table.split("\n").map((row) => {
    const [, pid, of, line = ""] = /^ *(\d+) +(\d+) (.*)$/.exec(row) ?? [];
    return { pid: Number(pid), parent: Number(of), line };
  });
  const below = (id: number): typeof processes =>
    processes.filter((one) => one.parent === id).flatMap((one) => [one, ...below(one.pid)]);
  return below(parent);
}
