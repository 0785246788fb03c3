import { PassThrough } from "node:stream";
import { WriteStream } from "node:tty";
import { runCommand } from "../../cli/program.ts";
import { StreamTerminal } from "../../cli/terminal.ts";

/** The result of a command. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command is run. */
export interface CliSeat {
  /** Only these variables; none unless given. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: this repository's. */
  readonly directory?: string;
  /** Width of the terminal that both outputs are; they are pipes unless given. */
  readonly columns?: number;
  /** The command's input. Default: nothing. */
  readonly stdin?: string;
  /** The text that a person types there, where that is a terminal. */
  readonly typed?: string;
  /** Ctrl-C. */
  readonly stop?: AbortSignal;
  /** Called with the command's whole output, whenever it grows. */
  readonly printed?: (stdout: string) => void;
}

/** Runs `pulumi-hosting` with these arguments, in this process. */
export async function runCli(args: readonly string[], seat: CliSeat = {}): Promise<CliRun> {
  const { env = {}, directory = process.cwd(), columns, printed } = seat;
  const stdout = outputOf(env, columns, printed);
  const stderr = outputOf(env, columns);
  const stdin = new PassThrough();
  stdin.end(seat.typed ?? seat.stdin ?? "");
  if (seat.typed !== undefined) Object.assign(stdin, { isTTY: true });
  const stop = seat.stop ?? new AbortController().signal;
  const streams = { stdin: () => stdin, stdout: stdout.stream, stderr: stderr.stream };
  const terminal = new StreamTerminal({ env, directory, stop, ...streams });
  const code = await runCommand(args, terminal);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function outputOf(
  env: Readonly<Record<string, string>>,
  columns: number | undefined,
  printed: (text: string) => void = () => undefined,
) {
  let text = "";
  const stream = new PassThrough();
  stream.on("data", (chunk) => {
    text += String(chunk);
    printed(text);
  });
  const tty = {
    isTTY: true,
    columns,
    getColorDepth: () => WriteStream.prototype.getColorDepth(env),
  };
  return {
    stream: columns === undefined ? stream : Object.assign(stream, tty),
    text: () => text,
  };
}
