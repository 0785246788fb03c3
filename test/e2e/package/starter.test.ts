import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { temporaryDirectory, unpackPackage } from "../../support/package.ts";
import { shellIn } from "../../support/readme-start.ts";

it("`pulumi new` makes a project of the starter, whose tests and policies pass", {
  timeout: 600_000,
}, async () => {
  const unpacked = await unpackPackage(temporaryDirectory());
  const starter = join(temporaryDirectory(), "starter");
  cpSync(join(unpacked, "examples/starter"), starter, { recursive: true });
  const directory = temporaryDirectory();
  const type = await shellIn(directory);
  const readme = readFileSync(join(starter, "README.md"), "utf8");
  const [, commands = ""] = /```sh\n(.*?)```/s.exec(readme) ?? [];
  // The registry does not have what is tested here.
  const install = `npm install --no-save ${inject("tarball")}`;
  const stack =
    "pulumi stack init dev\npulumi config set-all --plaintext hosting:backend=embedded --plaintext app:image=debian/13";
  const printed = await type(
    commands
      .replace(/npm init .*\n/, "")
      .replace("$PWD/node_modules/pulumi-hosting/examples/starter", starter)
      .replace(" --yes\ncd shop\n", ` --yes --generate-only\ncd shop\n${install}\n${stack}\n`),
  );
  expect(printed).toMatch(/1 passed.*\+ 11 created/s);
  await expect(
    type(
      `${commands.split("\n")[0]}\ncd shop\nsed -i 's/plan: "small"/plan: "large"/' app.ts\npulumi preview --policy-pack policy-pack`,
    ),
  ).rejects.toMatchObject({ stdout: expect.stringContaining("The plan large is not allowed") });
});
