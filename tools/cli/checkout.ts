import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { programsOn } from "./locate.ts";
import { Problem } from "./problem.ts";

/** The checkout that needs a CLI and the platform to get it for. */
export interface Checkout {
  repository: string;
  platform: NodeJS.Platform;
  arch: string;
}

/** Directory of the Go module that builds the CLI. */
export function goModule({ repository }: Checkout): string {
  return join(repository, "tools", "pulumi-cli");
}

/** The script in @pulumi/pulumi that starts the provider process of dynamic resources. */
export function dynamicProviderScript({ repository, platform }: Checkout): string {
  try {
    const resolve = createRequire(join(repository, "package.json")).resolve;
    const sdk = dirname(resolve("@pulumi/pulumi/package.json"));
    return join(sdk, programsOn(platform).dynamicProvider);
  } catch (cause) {
    throw new Problem(
      "The Pulumi CLI was not prepared: @pulumi/pulumi cannot be found from " +
        `${repository}. Run npm ci there.`,
      { cause },
    );
  }
}
