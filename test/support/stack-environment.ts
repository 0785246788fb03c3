import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

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
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // Unlocks --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
  };
}
