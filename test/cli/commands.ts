import { runCli } from "../support/cli.ts";

/** Every command as the words that name it, the bare `pulumi-hosting` first; found as a shell finds them. */
export async function commandsOf(
  words: readonly string[] = [],
): Promise<readonly (readonly string[])[]> {
  if (words.length > 4) throw new Error(`No command is so deep: ${words.join(" ")}`);
  const { stdout } = await runCli(["complete", "--", ...words, ""]);
  const lines = stdout.split("\n").map((line) => line.split("\t"));
  // The choices of an argument have no description.
  const below = lines.filter(([, what = ""]) => what !== "");
  const found = await Promise.all(below.map(([word = ""]) => commandsOf([...words, word])));
  return [words, ...found.flat()];
}
