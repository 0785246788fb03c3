import { it } from "vitest";
import { temporaryDirectory } from "../../support/package.ts";
import { playStart } from "../../support/readme-start.ts";

it("the README's start works word for word in an empty directory", async () => {
  await playStart({ directory: temporaryDirectory(), hasProject: false });
});
