/** The text in lines of a width, of which the later ones are indented; a longer word stays whole. */
export function wrap(text: string, width: number, indent: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    const room = lines.length === 1 ? width : width - indent;
    if (line !== "" && line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
