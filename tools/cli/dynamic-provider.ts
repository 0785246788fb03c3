import { chmod, copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Checkout } from "./checkout.ts";
import { executablesOn } from "./executables.ts";
import { Problem } from "./problem.ts";

/** The script in @pulumi/pulumi that starts the provider process of dynamic resources. */
export function dynamicProviderScript({ repository, platform }: Checkout): string {
  try {
    const resolve = createRequire(join(repository, "package.json")).resolve;
    const sdk = dirname(resolve("@pulumi/pulumi/package.json"));
    return join(sdk, executablesOn(platform).dynamicProvider);
  } catch (cause) {
    throw new Problem(
      "The Pulumi CLI was not prepared: @pulumi/pulumi cannot be found from " +
        `${repository}. Run npm install there.`,
      { cause },
    );
  }
}

/** Copies the script into a directory of the CLI, ready to be started. */
export async function copyDynamicProvider(script: string, target: string): Promise<void> {
  await copyFile(script, target);
  await chmod(target, 0o755);
}
