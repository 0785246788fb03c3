import { takeNextVersion } from "./package/next-version.ts";
import { installed, root, runSteps } from "./steps.ts";

const help = `Takes all changesets into the next version and CHANGELOG.md, and keeps a stack as that version leaves
it and the names that users have of it, which later versions are held to. Look at the result and commit
it; \`npm publish\` is what releases it.

  npm run next-version`;

if (process.argv.includes("--help")) console.log(help);
else {
  console.log(`It is version ${takeNextVersion(root, installed("changeset"))} now.`);
  runSteps([
    {
      what: "generate what names the version",
      command: [process.execPath, "tools/generate/main.ts"],
    },
    {
      what: "keep a stack of it",
      command: [process.execPath, "test/support/record-release.ts"],
    },
  ]);
}
