import headless, { type IBufferCell, type IBufferLine, type Terminal } from "@xterm/headless";
import type { Cut } from "./cut.ts";
import type { Session } from "./session.ts";

/** Text of one colour in a line. */
export interface Run {
  /** Where it begins; right after the one before when left out. */
  readonly column?: number;
  readonly text: string;
  /** Number of the colour; the terminal's own when left out. */
  readonly colour: number | undefined;
  readonly isBold: boolean;
}

/** The lines of a terminal from a second on. */
export interface Frame {
  readonly second: number;
  readonly lines: readonly (readonly Run[])[];
}

/** Faster is not seen. */
const shortest = 0.15;

/** Two outputs so close, in milliseconds, are parts of one. */
const together = 4;

/** What a terminal showed in a session. */
export async function framesOf(session: Session, cut: Cut): Promise<readonly Frame[]> {
  const { columns, rows } = session.seat;
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const frames: Frame[] = [];
  for (const [index, { at, data }] of session.output.entries()) {
    await new Promise<void>((resolve) => terminal.write(data, resolve));
    const next = session.output[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const second = cut.second(at);
    const isSeen = cut.second(next) - (frames.at(-1)?.second ?? -1) > shortest;
    if (isSeen && next - at > together) frames.push({ second, lines: linesOf(terminal) });
  }
  return frames;
}

function linesOf({ buffer, rows, cols }: Terminal): readonly (readonly Run[])[] {
  const { active } = buffer;
  return Array.from({ length: rows }, (_none, row) => {
    const line = active.getLine(active.baseY + row);
    return line === undefined ? [] : runsOf(line, cols);
  });
}

/** Text after a gap says its column, so that columns stay below each other in a font of another width. */
function runsOf(line: IBufferLine, columns: number): readonly Run[] {
  const runs: Run[] = [];
  let blanks = 2;
  for (let column = 0; column < columns; column++) {
    const cell = line.getCell(column);
    const text = cell?.getChars().trim() ?? "";
    if (cell === undefined || text === "") {
      blanks += 1;
      continue;
    }
    const colour = colourOf(cell);
    const isBold = cell.isBold() !== 0;
    const last = runs.at(-1);
    if (last === undefined || blanks > 1) runs.push({ column, text, colour, isBold });
    else if (last.colour === colour && last.isBold === isBold) {
      runs[runs.length - 1] = { ...last, text: last.text + " ".repeat(blanks) + text };
    } else runs.push({ text: " ".repeat(blanks) + text, colour, isBold });
    blanks = 0;
  }
  return runs;
}

function colourOf(cell: IBufferCell): number | undefined {
  if (cell.isFgDefault()) return undefined;
  if (cell.isFgPalette() && cell.getFgColor() < 16) return cell.getFgColor();
  throw new Error(`The recording has a colour that is none of the sixteen: ${cell.getFgColor()}.`);
}
