import { ensurePulumi } from "../../scripts/cli/ensure.ts";

/** Names the directory for the processes of the run; read here alone. */
const variable = "TEST_PULUMI_CLI";

/** Directory of the Pulumi CLI, which is asked for its version once a run. */
export async function cliDirectory(): Promise<string> {
  const known = process.env[variable];
  if (known !== undefined) return known;
  const { directory } = await ensurePulumi();
  process.env[variable] = directory;
  return directory;
}
