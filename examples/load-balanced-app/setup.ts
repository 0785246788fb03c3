/**
 * Makes a self-signed certificate and stores it in the stack's config, the private key as a secret.
 * Run it once per stack; run it again to rotate the certificate. With a certificate of your own,
 * set app:certificate and app:privateKey yourself instead.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { generate } from "selfsigned";

const { values } = parseArgs({
  options: {
    stack: { type: "string", default: "dev" },
    domain: { type: "string", default: "app.example.com" },
  },
});
const { stack, domain } = values;
const { cert, private: privateKey } = await generate([{ name: "commonName", value: domain }], {
  keyType: "ec",
  extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: domain }] }],
});

pulumi(["stack", "select", "--create", stack]);
pulumi(["config", "set", "app:certificate", "--stack", stack], cert);
// The key goes through standard input: an argument could be read by others on this machine.
pulumi(["config", "set", "--secret", "app:privateKey", "--stack", stack], privateKey);
console.log(`Stack ${stack} has a certificate for ${domain}. Now run \`pulumi up\`.`);

function pulumi(args: string[], input?: string): void {
  const stdio = ["pipe", "inherit", "inherit"] as const;
  execFileSync("pulumi", ["--non-interactive", ...args], { stdio: [...stdio], input: input ?? "" });
}
