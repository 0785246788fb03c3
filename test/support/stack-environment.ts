import { delimiter, dirname, join } from "node:path";

/** Has each node of a command load first what makes it start sooner. */
export const nodeOptions = ["compile-cache.cjs", "late-modules.cjs"]
  .map((file) => `--require "${join(import.meta.dirname, file)}"`)
  .join(" ");

/** Nothing of the caller's environment but what finds programs. */
export function commandEnvironment(
  directory: string,
  cliDirectory: string,
): Record<string, string> {
  const path = [cliDirectory, dirname(process.execPath), process.env["PATH"] ?? ""];
  return {
    PATH: path.join(delimiter),
    HOME: directory,
    PULUMI_HOME: join(directory, "home"),
    PULUMI_BACKEND_URL: `file://${join(directory, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    NODE_OPTIONS: nodeOptions,
    // Unlocks --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
  };
}
