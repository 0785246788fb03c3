import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgres, titleOn } from "../../support/shared-backend.ts";
import { openTestServer, type TestServer } from "../../support/virtual-database.ts";
import { Stage } from "../stage.ts";
import { playMachines } from "./history.ts";

const seeds = 150;
const perTest = 10;
const chunks = Array.from({ length: seeds / perTest }, (_none, at) => at * perTest);

describe.skipIf(postgres.missing !== undefined)(`several machines ${titleOn(postgres)}`, () => {
  const stage = new Stage();
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(async () => {
    stage[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  test.each(chunks)("keep their promises in the histories from seed %i on", async (first) => {
    for (let seed = first; seed < first + perTest; seed += 1) {
      const { violations } = await playMachines({ stage, server }, seed);
      expect(violations, `npm run soak -- --machines --seed ${seed}`).toEqual([]);
    }
  });
});
