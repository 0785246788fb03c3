import { join } from "node:path";

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
