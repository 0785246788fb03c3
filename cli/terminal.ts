import type { Readable } from "node:stream";
import { styleText } from "node:util";

/** Where a command reads and writes. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly directory: string;
  readonly stdin: Readable;
  /** Width of the output in characters; undefined where it is no terminal, which wraps nothing. */
  readonly columns: number | undefined;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly stop: AbortSignal;
  /** Writes a result, as it is. */
  print(text: string): void;
  /** Writes a line for people beside the result. */
  note(line: string): void;
  /** Says what is going on: in one line that is written again on a terminal, else a line every ten seconds. */
  progress(line: string): void;
  /** The text in a colour, where the output is a terminal that wants them (NO_COLOR, FORCE_COLOR). */
  style(format: Style, text: string): string;
}

/** Colours and weights as `util.styleText` names them. */
export type Style = Parameters<typeof styleText>[0];

/** The parts of a {@link StreamTerminal}; `process` has most of it. */
export interface Streams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Asked for when it is read: opening that of a process takes time. */
  readonly stdin: () => Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stop: AbortSignal;
}

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

const quietMs = 10_000;
const clearLine = "\r\u001B[2K";

/** A terminal of three streams. */
export class StreamTerminal implements Terminal {
  readonly env: Terminal["env"];
  readonly directory: string;
  readonly stop: AbortSignal;
  readonly #stdin: () => Readable;
  readonly #stdout: Output;
  readonly #stderr: Output;
  #transient = false;
  #lastProgress: number | undefined;

  constructor({ env, directory, stdin, stdout, stderr, stop }: Streams) {
    this.env = env;
    this.directory = directory;
    this.stop = stop;
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  get stdin(): Readable {
    return this.#stdin();
  }

  get columns(): number | undefined {
    return this.#stdout.isTTY === true ? this.#stdout.columns : undefined;
  }

  print(text: string): void {
    this.#clear();
    this.#stdout.write(text);
  }

  note(line: string): void {
    this.#clear();
    this.#stderr.write(`${line}\n`);
  }

  progress(line: string): void {
    if (this.#stderr.isTTY === true) {
      const { columns = 80 } = this.#stderr;
      this.#stderr.write(`${clearLine}${line.slice(0, columns - 1)}`);
      this.#transient = true;
      return;
    }
    const now = performance.now();
    if (this.#lastProgress !== undefined && now - this.#lastProgress < quietMs) return;
    this.#lastProgress = now;
    this.#stderr.write(`${line}\n`);
  }

  style(format: Style, text: string): string {
    return styleText(format, text, { stream: this.#stdout });
  }

  #clear(): void {
    if (this.#transient) this.#stderr.write(clearLine);
    this.#transient = false;
  }
}
