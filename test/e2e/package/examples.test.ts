import { it } from "vitest";
import { playExample } from "../../support/packed-example.ts";

it("an example of the package runs where it is copied to, as its README says", async () => {
  await playExample("quickstart");
});
