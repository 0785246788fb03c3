import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SecretSource, SecretText } from "../definition/session.ts";

/** Where the provider process runs. */
interface Seat {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
}

/** Reads texts that are kept outside of programs and states; a relative path is one from the program's directory. */
export function secretReader({ env, directory }: Seat): (source: SecretSource) => SecretText {
  return ({ file, environment }) => {
    if (file !== undefined) return fromFile(resolve(directory, file), file);
    const text = env[environment ?? ""];
    const isSet = text !== undefined && text.trim() !== "";
    return isSet
      ? { text }
      : { why: `${environment} is not set; set it in the environment of the run` };
  };
}

function fromFile(path: string, name: string): SecretText {
  try {
    return { text: readFileSync(path, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return code === "ENOENT"
      ? { why: `there is no file ${name}`, mayCome: true }
      : { why: `the file ${name} cannot be read (${code}); let this user read it` };
  }
}
