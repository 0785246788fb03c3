import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { newSeat } from "./doctor/seat.ts";

test.each([
  ["text before the JSON", "hk_hush_0123456789 {}"],
  ["JSON of another form", '["hk_hush_0123456789"]'],
])("a config that is %s is not quoted in the error: it holds secrets", async (_what, text) => {
  const { directory, env, answer } = newSeat();
  answer("config", text);
  for (const command of [["export", "--out", "infra"], ["doctor"]]) {
    const seat = { directory, env };
    const { stdout, stderr } = await runCli([...command, "--stack", "dev"], seat);
    const said = `${stdout}${stderr}`;
    expect(said).toContain('The config of the stack "dev" was not read');
    expect(said).not.toContain("hush");
  }
});
