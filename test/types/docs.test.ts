import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complaintsOf, newest } from "./compilers.ts";

const root = join(import.meta.dirname, "../..");

/** Names that a page has said what they are, and a block of it does not say again. */
const said: Readonly<Record<string, string>> = {
  hosting: 'import * as hosting from "pulumi-hosting";',
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  LoadBalancedApp: 'import { LoadBalancedApp } from "pulumi-hosting/components";',
  certificate: "declare const certificate: string;",
  privateKey: "declare const privateKey: string;",
  compute: "declare const compute: { app: hosting.Instance };",
  platform: 'declare const platform: import("pulumi-hosting/platform").Platform;',
  previewAsJson: "declare const previewAsJson: string;",
};

const blocks = globSync(["README.md", "docs/*.md", "docs/guides/*.md"], { cwd: root })
  .sort()
  .flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return [...text.matchAll(/^( *)```ts\n([\s\S]*?)^\1```/gm)].map(([, , code = ""], at) => ({
      name: `block ${at + 1} of ${page}`,
      code: withWhatWasSaid(code),
    }));
  });

const complaints = complaintsOf(
  newest,
  blocks.map(({ code }) => code),
);

test("there are blocks", () => {
  expect(blocks.length).toBeGreaterThan(8);
});

test.each(blocks.map(({ name }, at) => ({ name, says: complaints[at] })))(
  "$name compiles",
  ({ says }) => {
    expect(says).toBe("");
  },
);

function withWhatWasSaid(code: string): string {
  const missing = Object.entries(said).filter(([name]) => {
    const used = new RegExp(`\\b${name}\\b`).test(code);
    return used && !new RegExp(`(import [^;\\n]*|const )\\b${name}\\b`).test(code);
  });
  return `${missing.map(([, line]) => line).join("\n")}\n${code}\nexport {};\n`;
}
