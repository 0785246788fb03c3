import { spawn } from "@lydell/node-pty";
import { Terminal } from "@xterm/headless";

/** A command on a terminal, as a person sees it. */
export interface TerminalRun {
  /** The text that the terminal shows now, including the part that has scrolled off. */
  screen(): string;
  /** Resolves with the screen once it shows this; with the last one when the command ends before. */
  shows(pattern: RegExp): Promise<string>;
  /** Presses Ctrl-C. */
  interrupt(): void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
}

/** Where a command is run. */
export interface Seat {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
}

/** Starts `pulumi` on a terminal of so many columns. */
export function startOnTerminal(args: readonly string[], seat: Seat): TerminalRun {
  const size = { cols: seat.columns, rows: 40 };
  const terminal = new Terminal({ ...size, scrollback: 1000, allowProposedApi: true });
  const env = { ...seat.env, TERM: "xterm-256color" };
  const command = spawn("pulumi", [...args], { ...size, cwd: seat.directory, env });
  const ended = Promise.withResolvers<number>();
  command.onData((data) => terminal.write(data));
  // The terminal takes in what it was given a moment later.
  command.onExit(({ exitCode }) => terminal.write("", () => ended.resolve(exitCode)));
  const screen = () => textOf(terminal);
  const shows = (pattern: RegExp) => {
    const shown = Promise.withResolvers<string>();
    const look = () => {
      if (pattern.test(screen())) shown.resolve(screen());
    };
    terminal.onWriteParsed(look);
    ended.promise.then(() => shown.resolve(screen()), shown.reject);
    return shown.promise;
  };
  const interrupt = () => command.write("\x03");
  return { screen, shows, interrupt, ended: ended.promise };
}

function textOf({ buffer }: Terminal): string {
  const { active } = buffer;
  const lines = Array.from({ length: active.length }, (_none, at) => {
    const line = active.getLine(at);
    // A line that was too long goes on in the next one.
    const start = line?.isWrapped === true || at === 0 ? "" : "\n";
    return start + (line?.translateToString(true) ?? "");
  });
  return lines.join("");
}
