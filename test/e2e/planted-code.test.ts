import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { openStack } from "../support/stack.ts";

it("code that somebody wrote into the state is refused by doctor and drift, and a refresh would run it", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });');
  await stack.up();
  const { directory, env } = stack;
  const ran = join(directory, "ran");
  const exported = join(directory, "exported.json");
  const check = ["doctor", "--stack", "dev", "--only", "code"];
  expect(await runCli(check, { directory, env })).toMatchObject({ code: 0 });

  await stack.run("stack", "export", "--stack", "dev", "--file", exported);
  const text = readFileSync(exported, "utf8");
  const planted = `require('fs').writeFileSync('${ran}','');exports.handler`;
  writeFileSync(exported, text.replaceAll("exports.handler", planted));
  await stack.run("stack", "import", "--stack", "dev", "--file", exported);

  expect(await runCli(check, { directory, env })).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/^wrong {2,}code +"data": the state has code that no release/),
  });
  expect(await runCli(["drift", "--stack", "dev"], { directory, env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was refreshed\. "data": /),
  });
  expect(existsSync(ran)).toBe(false);
  await stack.refresh();
  expect(existsSync(ran)).toBe(true);
});
