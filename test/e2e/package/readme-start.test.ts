import { it } from "vitest";
import { temporaryDirectory } from "../../support/package.ts";
import { playStart, playTypeCheck } from "../../support/readme-start.ts";

it("the start guide works word for word in an empty directory, and so does its check of types", async () => {
  const directory = temporaryDirectory();
  await playStart({ directory, hasProject: false });
  await playTypeCheck(directory);
});
