import { CommandError } from "../exit.ts";
import type { Source } from "../preview/source.ts";
import { ranPulumi } from "../pulumi.ts";
import type { Terminal } from "../terminal.ts";

/**
 * What `pulumi refresh` says of a stack; it changes neither the platform nor the state.
 *
 * @throws CommandError where there is no such stack.
 */
export async function refreshed(
  stack: string,
  isProgramRun: boolean,
  { env, directory, stop }: Terminal,
): Promise<Source> {
  const args = ["refresh", "--preview-only", "--json", "--stack", stack];
  const seat = {
    // The document without it leaves out what was found where no update puts it back.
    env: { ...env, PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" },
    ...{ directory, stop },
  };
  const run = isProgramRun ? [...args, "--run-program"] : args;
  const { stdout, failure } = await ranPulumi(run, seat);
  // What fails later is in what was printed.
  if (stdout.trim() !== "" || failure === undefined)
    return { text: stdout, from: `the stack "${stack}"` };
  throw new CommandError(
    `The stack "${stack}" was not refreshed: ${failure}. Try \`pulumi refresh --preview-only\` in ${directory}.`,
  );
}
