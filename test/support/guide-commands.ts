/** The commands that README and guides show, in blocks and in sentences, in a form that can be compared. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A command as a page shows it. */
interface Shown {
  readonly page: string;
  /** The program, its subcommand and its options, without what a user names: `pulumi state delete`. */
  readonly form: string;
}

/** How many words a subcommand has. */
const subcommands: Readonly<Record<string, RegExp>> = {
  pulumi: /^(?:(?:config|stack|state|policy) [a-z]+|[a-z]+)/,
  hosting: /^(?:platform faults(?: [a-z]+)?|platform [a-z]+|[a-z]+)/,
  npm: /^(?:run [a-z:]+|install pulumi-hosting@latest|[a-z]+)/,
  // Wherever the file is.
  node: /[^\s/]+$/,
};

/** What every shell has. */
const ofTheShell = /^(?:cd|cp|rm|mkdir|while|done|uniq)$/;

/** They say which stack, and answer the question. */
const anyCommandHas = ["--stack", "--yes"];

const pages = ["README.md", "docs/*.md", "docs/guides/*.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
  .map((page) => ({ page, text: withoutStart(readFileSync(join(root, page), "utf8")) }));

/** All commands of README, docs and guides. */
export function shownCommands(): readonly Shown[] {
  return pages.flatMap(({ page, text }) =>
    [...inBlocks(text), ...inSentences(text)]
      .flatMap(commandsIn)
      .map(formOf)
      .filter((form) => form !== "")
      .map((form) => ({ page, form })),
  );
}

/** The options that they name without a command. */
export function shownOptions(): readonly string[] {
  const options = pages.flatMap(({ text }) => [
    ...text.matchAll(/`(--[a-z-]+(?:=[a-z]+)?)[^`]*`/g),
  ]);
  return [...new Set(options.map(([, option = ""]) => option))].toSorted();
}

/** The start of the README is no matter of ours: test/support/readme-start.ts plays it word for word. */
function withoutStart(text: string): string {
  return text.replace(/^## From npm.*?^For a real account/ms, (start) =>
    start.replaceAll(/^```\w+\n.*?^```/gms, ""),
  );
}

function inBlocks(text: string): readonly string[] {
  return [...text.matchAll(/^( *)```(sh|console)\n([\s\S]*?)^\1```/gm)].flatMap(
    ([, , language, code = ""]) =>
      language === "sh" ? [code] : [...code.matchAll(/^\$ (.*)$/gm)].map(([, line = ""]) => line),
  );
}

function inSentences(text: string): readonly string[] {
  const prose = text.replaceAll(/^( *)```[\s\S]*?^\1```/gm, "").replaceAll("\\|", ",");
  const quoted = /`((?:[A-Z_]+=\S+ )*(?:pulumi|npx|npm|node|hosting|curl) [^`]+)`/g;
  return [...prose.matchAll(quoted)].map(([, command = ""]) => command);
}

function commandsIn(code: string): readonly string[] {
  const lines = code.replaceAll(/(^|\s)#.*/gm, "$1").replaceAll("\\\n", " ");
  return lines
    .replaceAll(/'[^']*'|"[^"]*"/g, "…")
    .split(/\n|&&|\||;/)
    .map((command) => command.trim().replace(/^(?:do |(?:[A-Z_]+=\S* )+)/, ""))
    .map((command) => command.replace(/^npx /, ""));
}

function formOf(command: string): string {
  const [program = "", ...rest] = command.split(/\s+/);
  if (ofTheShell.test(program)) return "";
  // A line may set several variables: the first one tells which.
  if (program === "export") return `export ${rest[0]?.replace(/=.*/, "")}`;
  const [subcommand] = subcommands[program]?.exec(rest.join(" ")) ?? [];
  const options = rest
    .map((word) => word.replace(/=.*/, ""))
    .filter((word) => word.startsWith("--") && word !== "--" && !anyCommandHas.includes(word));
  const words = [program, subcommand, ...[...new Set(options)].toSorted()];
  return words.filter((word) => word !== undefined && word !== "").join(" ");
}
