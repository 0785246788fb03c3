import { draw, type PictureFormat } from "../../platform/picture/index.ts";
import { CommandError } from "../exit.ts";
import { readSource, type Source } from "../preview/source.ts";
import { pulumi } from "../pulumi.ts";
import type { Terminal } from "../terminal.ts";
import { pictureOf } from "./picture.ts";
import { readDrawable } from "./read.ts";

/** What `pulumi-hosting graph` is given. */
export interface GraphOptions {
  readonly format: PictureFormat;
  readonly healthGates?: true;
  readonly json?: true;
  readonly stack?: string;
}

/**
 * Prints the picture of a stack or of a preview.
 *
 * @throws CommandError when there is neither, and when the stack is not there.
 */
export async function graph(
  file: string | undefined,
  { stack, format, healthGates, json }: GraphOptions,
  terminal: Terminal,
): Promise<void> {
  if (stack !== undefined && file !== undefined) {
    throw new CommandError(
      `Nothing was drawn: give the file ${file} or --stack ${stack}, not both.`,
    );
  }
  const source =
    stack === undefined ? await readSource(file, terminal) : await exportedStack(stack, terminal);
  const picture = pictureOf(readDrawable(source, stack), healthGates);
  terminal.print(draw(picture, json === true ? "json" : format));
}

async function exportedStack(stack: string, terminal: Terminal): Promise<Source> {
  const args = ["stack", "export", "--stack", stack];
  const text = await pulumi(args, `The stack "${stack}" was not drawn`, terminal);
  return { text, from: `the stack "${stack}"` };
}
