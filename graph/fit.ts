/** Width of a character of a monospaced font, as a part of its size. */
const characterWidth = 0.61;

/** The text as far as it fits into so many pixels, with "…" in the place of the rest. */
export function fitted(text: string, width: number, fontSize: number): string {
  const room = Math.floor(width / (fontSize * characterWidth));
  const characters = [...text];
  if (cellsOf(characters) <= room) return text;
  let kept = characters;
  while (kept.length > 0 && cellsOf(kept) > room - 1) kept = kept.slice(0, -1);
  return `${kept.join("").trimEnd()}…`;
}

/** What is not of the Latin, Greek or Cyrillic letters may take the room of two. */
function cellsOf(characters: readonly string[]): number {
  return characters.reduce((sum, character) => {
    return sum + ((character.codePointAt(0) ?? 0) > widestNarrow ? 2 : 1);
  }, 0);
}

const widestNarrow = 0x5ff;
