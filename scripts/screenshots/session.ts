import { setTimeout as sleep } from "node:timers/promises";
import { type IPty, spawn } from "@lydell/node-pty";

/** What came from the shell, and when, in milliseconds. */
interface Output {
  readonly at: number;
  readonly data: string;
}

/** Where a shell runs and how large its terminal is. */
export interface Seat {
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns: number;
  readonly rows: number;
}

/** What a prompt begins with, which is not shown, and how the command before it ended. */
const prompt = "\\[\\e]133;D;$?\\a\\]$ ";
const prompted = /\]133;D;(\d+)/;

/** A shell on a terminal, somebody who types, and all that came back. */
export class Session {
  readonly seat: Seat;
  readonly output: Output[] = [];
  /** When it was closed, in milliseconds. */
  closedAt = Number.POSITIVE_INFINITY;
  readonly #shell: IPty;
  #prompts = 0;
  #code = "";
  #next = Promise.withResolvers<void>();

  constructor(seat: Seat) {
    this.seat = seat;
    const env = { ...seat.env, TERM: "xterm-256color", PS1: prompt, HISTFILE: "" };
    const size = { cols: seat.columns, rows: seat.rows };
    const where = { ...size, cwd: seat.directory, env };
    this.#shell = spawn("bash", ["--noprofile", "--norc", "-i"], where);
    this.#shell.onData((data) => {
      const at = performance.now();
      if (at < this.closedAt) this.output.push({ at, data });
      const [, code] = prompted.exec(data) ?? [];
      if (code !== undefined) this.#announce(code);
    });
  }

  /** Resolves once the shell has prompted so often. */
  async prompted(times: number): Promise<void> {
    while (this.#prompts < times) await this.#next.promise;
    // The rest of the prompt comes a moment after its beginning.
    await sleep(50);
  }

  /** Types commands, the last without Enter. */
  async type(text: string): Promise<void> {
    for (const key of text) {
      this.#shell.write(key === "\n" ? "\r" : key);
      await sleep(28);
    }
    await sleep(300);
  }

  /** Presses Enter, and resolves once the command has ended. */
  async enter(): Promise<void> {
    const next = this.#prompts + 1;
    this.#shell.write("\r");
    await this.prompted(next);
    if (this.#code !== "0") throw new Error(`A command failed (exit code ${this.#code}).`);
  }

  /** Presses Enter, and leaves the command running. */
  async start(): Promise<void> {
    this.#shell.write("\r");
    await sleep(500);
  }

  /** Presses Ctrl-C. */
  async interrupt(): Promise<void> {
    const next = this.#prompts + 1;
    this.#shell.write("\x03");
    await this.prompted(next);
  }

  /** Resolves once this was printed. */
  async prints(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.printed())) await sleep(10);
  }

  /** All that came, with the codes of colours and places. */
  printed(): string {
    return this.output.map(({ data }) => data).join("");
  }

  close(): void {
    this.closedAt = performance.now();
    this.#shell.kill("SIGKILL");
  }

  #announce(code: string): void {
    this.#code = code;
    this.#prompts += 1;
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}
