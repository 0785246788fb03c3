import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { keyServiceSettings } from "./key-service.ts";

/** Has each node of a command load first what makes it start sooner. */
export const nodeOptions = `--require "${join(import.meta.dirname, "start-sooner.cjs")}"`;

/** Nothing of the caller's environment but what finds programs. */
export function commandEnvironment(
  directory: string,
  cliDirectory: string,
): Record<string, string> {
  const path = [cliDirectory, dirname(process.execPath), process.env["PATH"] ?? ""];
  return {
    PATH: path.join(delimiter),
    HOME: directory,
    TMPDIR: tmpdir(),
    PULUMI_HOME: join(directory, "home"),
    PULUMI_BACKEND_URL: `file://${join(directory, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "",
    ...keyServiceSettings(),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    NODE_OPTIONS: nodeOptions,
    // The CLI sets up more than it uses, and would collect it several times at every start.
    GOGC: "off",
    GOMEMLIMIT: "512MiB",
    // Unlocks --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
  };
}
