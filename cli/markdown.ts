/** A table; its cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A text as code, so that nothing in it is markup or mentions anybody; it may hold backticks and bars. */
export function code(text: string): string {
  // An odd number of backslashes before a bar, or the table's cell would end there.
  return `\`${text.replaceAll("`", "'").replace(/(\\*)\|/g, "$1$1\\|")}\``;
}

/** A text of which nothing is markup, a link or a picture, and nobody and no issue is mentioned by it. */
export function inline(text: string): string {
  return (
    text
      .replace(/\s+/g, " ")
      .replace(/[\\|<>*_`~&$[\]]/g, "\\$&")
      // Addresses and GH-1 become links without any markup, and GitLab refers to more than issues.
      .replace(/@|[#!%](?=\d)|:(?=\/\/)|\bwww(?=\.)|\bGH(?=-\d)/gi, "$&\u200B")
  );
}

/** Lines of code, which may contain fences. */
export function block(text: string, language: string): string {
  const [longest = ""] = (text.match(/`{3,}/g) ?? []).toSorted((a, b) => b.length - a.length);
  const fence = "`".repeat(Math.max(3, longest.length + 1));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
