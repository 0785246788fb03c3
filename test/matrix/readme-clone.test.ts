import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory, writeProject } from "../support/package.ts";
import { cloneBlock, newClone } from "../support/readme-clone.ts";
import { shellIn, startFiles } from "../support/readme-start.ts";

describe("a clone", () => {
  it("gets into a project of one's own as CONTRIBUTING.md says: `npm pack --silent` and `npm install`", async () => {
    const directory = temporaryDirectory();
    const type = await shellIn(directory);
    const block = cloneBlock("npm init --yes && npm pkg set type=module").replace(
      "~/pulumi-hosting",
      newClone(),
    );
    await type(block);
    const { dependencies } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    expect(dependencies["pulumi-hosting"]).toMatch(/^file:pulumi-hosting-.*\.tgz$/);
    writeProject(directory, startFiles);
    const [backend = ""] = cloneBlock("export PULUMI_BACKEND_URL").split("\n");
    const up = "pulumi stack init dev\nHOSTING_BACKEND=embedded pulumi up";
    expect(await type(`${backend}\n${up}`)).toContain("+ 4 created");

    // An example and an export of it install from the same file.
    await type(
      "HOSTING_BACKEND=embedded npx pulumi-hosting export --out infra\ncd infra\nnpm install",
    );
    const copied = "cp -r node_modules/pulumi-hosting/examples/quickstart . && cd quickstart";
    await type(`${copied}\n${cloneBlock("npm install --no-save ../pulumi-hosting")}`);
    for (const installed of ["infra", "quickstart"]) {
      const name = join(directory, installed, "node_modules/pulumi-hosting/package.json");
      expect(JSON.parse(readFileSync(name, "utf8")).name).toBe("pulumi-hosting");
    }
  });

  it("runs the example by hand as CONTRIBUTING.md says", async () => {
    const type = await shellIn(newClone());
    const printed = await type(cloneBlock("node examples/load-balanced-app/setup.ts"));
    expect(printed).toMatch(/Stack dev has a certificate .*app-balancer created.*\+ \d+ created/s);
  });
});
