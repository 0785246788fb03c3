import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageSpecFor } from "../../../cli/export/package-spec.ts";
import manifest from "../../../package.json" with { type: "json" };
import { temporaryDirectory } from "../../platform/support.ts";

const released = `^${manifest.version}`;

type Files = readonly (readonly [path: string, spec?: string])[];

function directories(files: Files) {
  const top = temporaryDirectory();
  for (const [path, spec] of files) {
    mkdirSync(join(top, path, ".."), { recursive: true });
    const dependencies = spec === undefined ? {} : { [manifest.name]: spec };
    writeFileSync(join(top, path), JSON.stringify({ dependencies }));
  }
  mkdirSync(join(top, "shop/infra"), { recursive: true });
  return join(top, "shop");
}

test.each<[string, Files, string]>([
  ["the project's own", [["shop/package.json", "file:../clone"]], "file:../../clone"],
  ["of the project around the directory", [["package.json", "file:clone"]], "file:../../clone"],
  [
    "not of a directory above the project",
    [["package.json", "file:evil"], ["shop/package.json"]],
    released,
  ],
  [
    "not of a directory above the repository",
    [["package.json", "file:evil"], ["shop/.git"]],
    released,
  ],
])("the package is %s", (_name, files, spec) => {
  const shop = directories(files);
  expect(packageSpecFor(shop, join(shop, "infra"))).toBe(spec);
});
