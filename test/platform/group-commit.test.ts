import { join } from "node:path";
import { expect, test } from "vitest";
import { GroupCommit } from "../../platform/store/group-commit.ts";
import { openDatabase } from "../../platform/store/open-database.ts";
import { temporaryDirectory } from "./support.ts";

test("four writes that come together are kept by one commit, and answered before a fifth is handled", async () => {
  const database = openDatabase(join(temporaryDirectory(), "platform.db"), () => undefined);
  const changes = new GroupCommit(database);
  const told: string[] = [];
  const write = async (name: string) => {
    await changes.run(() => told.push(`${name} is handled`));
    told.push(`${name} is answered`);
  };
  const first = ["first", "second", "third", "fourth"].map(write);
  await Promise.all([...first, Promise.resolve().then(() => write("fifth"))]);
  expect(told).toEqual([
    ...["first", "second", "third", "fourth"].map((name) => `${name} is handled`),
    ...["first", "second", "third", "fourth"].map((name) => `${name} is answered`),
    ...["fifth is handled", "fifth is answered"],
  ]);
  database.close(() => undefined);
});
