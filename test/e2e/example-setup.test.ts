import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { copyExample } from "../../scripts/examples.ts";
import { cliDirectory } from "../support/cli-directory.ts";
import { temporaryDirectory } from "../support/package.ts";

const modules = join(import.meta.dirname, "../../node_modules");

/** The end of a run of the example's `setup.ts` where nobody is logged in. */
async function setUp(env: Readonly<Record<string, string>>) {
  const home = temporaryDirectory();
  const directory = join(home, "load-balanced-app");
  copyExample("load-balanced-app", directory);
  symlinkSync(modules, join(directory, "node_modules"));
  const PATH = [await cliDirectory(), dirname(process.execPath)].join(delimiter);
  const { PULUMI_BACKEND_URL: url } = env;
  return promisify(execFile)(process.execPath, ["setup.ts"], {
    cwd: directory,
    env: {
      ...{ PATH, HOME: home, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
      ...env,
      ...(url !== undefined && { PULUMI_BACKEND_URL: `${url}${home}` }),
    },
  });
}

it.each([
  { lacks: "a login", env: {}, says: /\(error: PULUMI_ACCESS_TOKEN must be set [^)]+\)/ },
  {
    lacks: "a passphrase",
    env: { PULUMI_BACKEND_URL: "file://" },
    says: /\(error: .*passphrase must be set with PULUMI_CONFIG_PASSPHRASE [^)]+\)/,
  },
  { lacks: "a CLI", env: { PATH: "" }, says: /\(spawnSync pulumi ENOENT; is it on the PATH\?\)/ },
])(
  "setup.ts without $lacks says in one line that nothing was stored, why, and what to do",
  async ({ env, says }) => {
    await expect(setUp(env)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(
          `^Stack dev got no certificate: \`pulumi stack select\` failed ${says.source}\\. See README\\.md .*\\.\\n$`,
        ),
      ),
    });
  },
);
