import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { withoutMiddle } from "../../provider/display.ts";
import { CommandError } from "../exit.ts";
import type { Terminal } from "../terminal.ts";

/** A text, and the name of its source in errors. */
export interface Source {
  readonly text: string;
  readonly from: string;
}

/**
 * The text of a file, or of what is piped in: for `-`, and without a file.
 *
 * @throws CommandError when there is no such file, and when nothing is piped in.
 */
export async function readSource(file: string | undefined, terminal: Terminal): Promise<Source> {
  const isPiped = file === undefined || file === "-";
  const bytes = isPiped ? await readInput(terminal) : await readNamed(file, terminal);
  return { text: decoded(bytes), from: isPiped ? "stdin" : inShort(file) };
}

async function readInput({ stdin, stop }: Terminal): Promise<Buffer> {
  if ("isTTY" in stdin && stdin.isTTY === true) {
    throw new CommandError(
      "Nothing was read: no file is given, and nothing is piped in. Pipe it in, or name a file that holds it.",
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(stop, stdin)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function readNamed(file: string, { directory, stop }: Terminal): Promise<Buffer> {
  try {
    return await readFile(resolve(directory, file), { signal: stop });
  } catch (error) {
    stop.throwIfAborted();
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new CommandError(
      `The file ${inShort(file)} was not read: ${reason}. Name one that exists.`,
    );
  }
}

/** A path shortened to leave space for the problem: its beginning and its end identify it. */
function inShort(file: string): string {
  return withoutMiddle(file, 120);
}

/** PowerShell redirects into files of two bytes a character. */
function decoded(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isWide ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}
