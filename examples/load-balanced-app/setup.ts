/**
 * Makes a self-signed certificate and stores it in the stack's config, the private key as a secret.
 * Run it once per stack; run it again to rotate the certificate. With your own certificate, set
 * app:certificate and app:privateKey yourself instead.
 */
import { spawnSync } from "node:child_process";
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

function pulumi(args: string[], input = ""): void {
  const { status, stderr, error } = spawnSync("pulumi", ["--non-interactive", ...args], {
    stdio: ["pipe", "inherit", "pipe"],
    input,
    encoding: "utf8",
  });
  if (status === 0) {
    process.stderr.write(stderr);
    return;
  }
  const said = stderr?.trim().replaceAll(/\s+/g, " ");
  const why = error === undefined ? said : `${error.message}; is it on the PATH?`;
  console.error(
    `Stack ${stack} got no certificate: \`pulumi ${args[0]} ${args[1]}\` failed (${why}). See README.md for what to set before, then run this again.`,
  );
  process.exit(1);
}
