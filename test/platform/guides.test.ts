import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform, type Platform, servePlatform } from "../../platform/index.ts";
import { idOf, newWorld, sender, temporaryDirectory, volumeBody } from "./support.ts";
import { balancer, carried, instances, listening, Program } from "./traffic/world.ts";

const root = join(import.meta.dirname, "../..");
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** The block of a guide that contains a text. */
function blockOf(guide: string, text: string): string {
  const page = readFileSync(join(root, "docs/guides", guide), "utf8");
  const blocks = [...page.matchAll(/^```\w+\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const found = blocks.filter((block) => block.includes(text));
  expect(found, `blocks of ${guide} with "${text}"`).toHaveLength(1);
  return found[0] ?? "";
}

/** Types commands where the variables are set that `npx pulumi-hosting platform` prints. */
async function type(commands: string, platform?: Platform) {
  const directory = temporaryDirectory();
  const env = { ...process.env };
  if (platform !== undefined) {
    const server = await servePlatform(platform, 0);
    onTestFinished(() => server.close());
    env["HOSTING_CONTROL_URL"] = `${server.url}/_control`;
    env["HOSTING_CONTROL_TOKEN"] = platform.controlToken;
  }
  const options = { cwd: directory, env };
  const { stdout } = await promisify(execFile)("bash", ["-ec", commands], options);
  return { directory, stdout };
}

describe.skipIf(!hasCurl)("the guides' commands with curl", () => {
  test("show what is there: [] of an empty platform, everything, and a picture", async () => {
    const block = blockOf("embedded-platform.md", "/overview");
    const [, everything = ""] = block.split("\n");
    expect((await type(everything, newWorld().platform)).stdout).toBe("[]");
    const { platform, send } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody("data")));
    const { directory, stdout } = await type(block.replace("vol_1", id), platform);
    expect(readFileSync(join(directory, "platform.svg"), "utf8")).toBe(platform.picture("svg"));
    const picture = platform.picture("mermaid", `volume/${id}`);
    expect(stdout).toBe(`${JSON.stringify(platform.overview())}${picture}`);
  });

  test("ask for the bill of a project", async () => {
    const { platform } = newWorld();
    platform.createProject("shop", { id: "proj_shop" });
    const { key } = platform.createKey({ scopes: ["*"], level: "Admin", project: "proj_shop" });
    await sender(platform, key)("POST /v1/volumes", volumeBody("data"));
    // The command before it is played in test/cli/platform/bill.test.ts.
    const [, curl = ""] = blockOf("embedded-platform.md", "/bill?").split("\n");
    const bill = platform.bill({ project: "proj_shop" });
    expect(JSON.parse((await type(curl, platform)).stdout)).toEqual(bill);
    expect(bill.total).toBeGreaterThan(0);
  });

  test("are answered by the instances in turn, and by a program in the place of one", async () => {
    const { platform, send } = await carried();
    const id = await balancer(send, await instances(send, 2));
    const { url } = await listening(platform, `${id}/80`);
    const ask = (block: string) =>
      type([...block.matchAll(/^\$ (curl .*)$/gm)].map(([, line]) => line).join("\n"));
    const inTurn = blockOf("traffic.md", '"web-0"').replaceAll("http://127.0.0.1:33287", url);
    const shown = [...inTurn.matchAll(/^\{.*$/gm)].map(([line]) => withoutId(line));
    const answers = (await ask(inTurn)).stdout.trim().split("\n");
    expect(answers.map(withoutId).toSorted()).toEqual(shown);
    const { address } = await Program.start("mine");
    platform.bindBackend("web-0", address);
    platform.bindBackend("web-1", address);
    const bound = blockOf("traffic.md", "hello from").replaceAll("http://127.0.0.1:33287", url);
    expect((await ask(bound)).stdout).toContain('"mine"');
  });
});

test("the guide's rehearsal makes a release unhealthy that answered before", async () => {
  const { directory } = await type("mkdir .hosting");
  const file = join(directory, ".hosting", "platform.db");
  const platform = openPlatform({ file });
  onTestFinished(() => platform.close());
  const program = blockOf("components.md", "unhealthyImages: [");
  const source = program.replace("pulumi-hosting/platform", join(root, "platform/index.ts"));
  writeFileSync(join(directory, "rehearse.ts"), source);
  await promisify(execFile)(process.execPath, ["rehearse.ts"], { cwd: directory });
  expect(platform.settings().unhealthyImages).toEqual(["debian/14"]);
});

/** An answer without the values that differ from platform to platform. */
function withoutId(line: string): string {
  return line.replace(/inst_\w+/, "inst_…");
}
