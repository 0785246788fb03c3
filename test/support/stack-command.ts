import { execFileSync, spawn } from "node:child_process";

const longestRunMilliseconds = 180_000;

/** What a command ended with. */
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
  /** Kills it at once with everything that it has started, as when its machine goes. */
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
  const killed = async () => {
    for (const pid of withDescendants(command.pid ?? Number.NaN)) process.kill(pid, "SIGKILL");
    await ended;
  };
  return { ended, printed, killed, signal: (name) => void command.kill(name) };
}

/** The engine makes each of its plugins the leader of a group, so no one group has them all. */
function withDescendants(pid: number): readonly number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): readonly number[] =>
    processes.flatMap(([own = 0, of]) => (of === parent ? [own, ...below(own)] : []));
  return [pid, ...below(pid)];
}
