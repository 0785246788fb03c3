import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pulumi } from "../../pulumi.ts";
import type { Terminal } from "../../terminal.ts";
import { asLine } from "../as-line.ts";
import type { Check, Finding } from "../finding.ts";
import { limited } from "../limited.ts";
import { isOlder, majorOf } from "../version.ts";

/** An older one does not do all that the guides say (decision 48). */
export const oldestCli = "3.254.0";

const mostSeconds = 20;
const languageHost = "pulumi-language-nodejs";

/** The Pulumi CLI on the PATH, and what lets it run Node.js programs. */
export const checkPulumi: Check = async ({ terminal }) => {
  const found = findOnPath("pulumi", terminal);
  if (found === undefined) {
    return [
      {
        state: "wrong",
        about: "pulumi",
        says: "There is no `pulumi` on the PATH. Install the CLI (Pulumi's documentation, Download & Install) and open a new shell.",
      },
    ];
  }
  return [await cliFinding(terminal), languageFinding(found, terminal)];
};

async function cliFinding(terminal: Terminal): Promise<Finding> {
  try {
    const text = await limited(terminal, mostSeconds, (seat) =>
      pulumi(["version"], "The version of `pulumi` was not read", seat),
    );
    return versionFinding(text.trim());
  } catch (error) {
    terminal.stop.throwIfAborted();
    return { state: "wrong", about: "pulumi", says: asLine(error) };
  }
}

/** The finding for a version of the CLI. */
export function versionFinding(version: string): Finding {
  const major = majorOf(oldestCli);
  const fits = majorOf(version) === major && !isOlder(version, oldestCli);
  if (fits) {
    return { state: "ok", about: "pulumi", says: `${version} (${oldestCli} or newer is needed)` };
  }
  const says = `The Pulumi CLI is ${version}; tested versions are those of ${major} from ${oldestCli} on. Install one of these.`;
  return { state: "wrong", about: "pulumi", says };
}

function languageFinding(cli: string, terminal: Terminal): Finding {
  const beside = join(dirname(realpathSync(cli)), executable(languageHost));
  const isFound = existsSync(beside) || findOnPath(languageHost, terminal) !== undefined;
  return isFound
    ? { state: "ok", about: "language", says: `${languageHost} is there` }
    : {
        state: "wrong",
        about: "language",
        says: `There is no ${languageHost} beside \`pulumi\` or on the PATH, so no Node.js program runs. Install the CLI again as a whole.`,
      };
}

function findOnPath(name: string, { env }: Terminal): string | undefined {
  const directories = (env["PATH"] ?? "").split(delimiter).filter((path) => path !== "");
  return directories.map((path) => join(path, executable(name))).find((path) => existsSync(path));
}

function executable(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}
