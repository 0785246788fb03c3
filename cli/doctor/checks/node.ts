import manifest from "../../../package.json" with { type: "json" };
import type { Check, Finding } from "../finding.ts";
import { isOlder } from "../version.ts";

/** The Node that runs this, which is the one that Pulumi finds as well. */
export const checkNode: Check = () => [nodeFinding(process.versions.node)];

export function nodeFinding(version: string): Finding {
  const oldest = manifest.engines.node.replace(">=", "");
  return isOlder(version, oldest)
    ? {
        state: "wrong",
        about: "node",
        says: `Node is ${version}, and ${oldest} or newer is needed. Install one: \`nvm install 24\`.`,
      }
    : { state: "ok", about: "node", says: `${version} (${oldest} or newer is needed)` };
}
