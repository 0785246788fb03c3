import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { pulumi } from "../../pulumi.ts";
import type { Terminal } from "../../terminal.ts";
import { asLine } from "../as-line.ts";
import type { Check, Finding } from "../finding.ts";
import { limited } from "../limited.ts";
import { findIn, findOnPath } from "../on-path.ts";
import { isOlder, majorOf } from "../version.ts";

/** An older one does not do all that the guides say (decision 48). */
export const oldestCli = "3.254.0";

const mostSeconds = 20;

/** The Pulumi CLI on the PATH, and the host that runs programs of the project's language. */
export const checkPulumi: Check = async ({ terminal, runtime }) => {
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
  return [
    await cliFinding(terminal),
    languageFinding(found, `pulumi-language-${runtime}`, terminal),
  ];
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

function languageFinding(cli: string, host: string, terminal: Terminal): Finding {
  const beside = findIn(dirname(realpathSync(cli)), host);
  const isFound = beside.length > 0 || findOnPath(host, terminal) !== undefined;
  return isFound
    ? { state: "ok", about: "language", says: `${host} is there` }
    : {
        state: "wrong",
        about: "language",
        says: `There is no ${host} beside \`pulumi\` or on the PATH, so no program of this language runs. Install the CLI again as a whole.`,
      };
}
