/** Width of a character of a monospaced font, as a part of its size. */
const characterWidth = 0.61;

/** The text as far as it fits into so many pixels, with "…" in the place of the rest. */
export function fitted(text: string, width: number, fontSize: number): string {
  const room = Math.floor(width / (fontSize * characterWidth));
  let cells = 0;
  let kept = "";
  // A name may have a million characters: only those that fit are looked at.
  for (const character of text) {
    cells += cellsOf(character);
    if (cells > room) return `${kept.trimEnd()}…`;
    if (cells < room) kept += character;
  }
  return text;
}

/** What is not of the Latin, Greek or Cyrillic letters may take the room of two. */
function cellsOf(character: string): number {
  return (character.codePointAt(0) ?? 0) > widestNarrow ? 2 : 1;
}

const widestNarrow = 0x5ff;
