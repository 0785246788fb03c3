import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { openPlatform, servePlatform } from "../../platform/index.ts";
import { lastingText } from "../../provider/lifecycle/refresh-messages.ts";
import {
  containerBody,
  idOf,
  instanceBody,
  newInstance,
  sender,
  temporaryDirectory,
  volumeBody,
} from "../platform/support.ts";
import { balancer, instances, Program } from "../platform/traffic/world.ts";
import { runCli } from "../support/cli.ts";
import { doctor, exported, newAccount, resource } from "./doctor/account.ts";
import { install, newSeat } from "./doctor/seat.ts";
import { secret, streamOf } from "./drift/refreshes.ts";
import { byFile, type Seat } from "./platform/seat.ts";

/** A command of a console block, and what the guide shows of what it prints. */
interface Typed {
  readonly command: string;
  readonly printed: string;
}

/** The commands of the guide's console blocks that begin with this one. */
function typed(guide: string, first: string): readonly Typed[] {
  const page = readFileSync(join(import.meta.dirname, "../../docs/guides", guide), "utf8");
  const blocks = [...page.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const found = blocks.filter((block) => block.startsWith(`$ ${first}\n`));
  expect(found, `blocks of ${guide} that begin with "${first}"`).toHaveLength(1);
  const commands = [...(found[0] ?? "").matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)];
  return commands.map(([, command = "", printed = ""]) => ({ command, printed }));
}

/** Without what differs from machine to machine, and from run to run. */
function masked(text: string, directory = "/home/me/shop"): string {
  return text
    .replaceAll(directory, "<project>")
    .replace(/127\.0\.0\.1:\d+/g, "<address>")
    .replace(/\b(world_|embedded platform |seed |control_local_|hosting_local_)[\w…]+/g, "$1…")
    .replace(/^((?: {2}time {3})?)\d{4}-\d\d-\d\dT[\d:.]+Z, p/gm, "$1<time>, p")
    .replace(/\d+ ms\b/, "<n> ms")
    .replace(/^(ok +(?:node|package|sdk) .*?)\d+\.\d+\.\d+/gm, "$1<version>");
}

/** Runs what is typed after `hosting platform` on a world. */
async function expectPlayed(seat: Seat, commands: readonly Typed[], pulumi = async () => {}) {
  for (const { command, printed } of commands) {
    const words = /^npx hosting platform(.*)/.exec(command)?.[1]?.matchAll(/'([^']*)'|(\S+)/g);
    if (words === undefined) await pulumi();
    else {
      const args = [...words].map(([, quoted, plain = ""]) => quoted ?? plain);
      const { stdout } = await seat.run(...args);
      expect(masked(stdout, seat.directory), command).toBe(masked(printed));
    }
  }
}

/** What is printed until the platform serves. */
async function served(...args: readonly string[]) {
  const stopped = new AbortController();
  const seat = {
    directory: temporaryDirectory(),
    stop: stopped.signal,
    printed: (text: string) => void (text.includes("Ctrl-C") && stopped.abort()),
  };
  const { stdout } = await runCli(["platform", "--port", "0", ...args], seat);
  return masked(stdout, seat.directory);
}

test("doctor prints what the guide shows, of a version that there was", async () => {
  const seat = newSeat();
  install(seat.directory, "@pulumi/pulumi", "3.248.0");
  seat.env["HOSTING_BACKEND"] = "embedded";
  openPlatform({ file: join(seat.directory, ".hosting", "platform.db") }).close();
  seat.answer("config", "{}");
  const made = { outputs: { __world: "embedded:world_0000000000000000" } };
  seat.answer("stack-export", exported([resource("data", made)]));
  const [{ command, printed } = { command: "", printed: "" }] = typed(
    "command-line.md",
    "npx hosting doctor --stack dev",
  );
  const { stdout } = await doctor(seat, ...command.split(" ").slice(3));
  expect(masked(stdout, seat.directory)).toBe(masked(printed));
  const shown = /pulumi-hosting (\S+) in/.exec(printed)?.[1] ?? "";
  const newest = [shown, manifest.version].toSorted((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  expect(newest.at(-1)).toBe(manifest.version);
});

test("platform prints what the guide shows", async () => {
  const [shown] = typed("command-line.md", "npx hosting platform");
  expect(await served()).toBe(masked(shown?.printed ?? "?"));
});

test("platform --traffic prints what the guide shows, between the lines that it leaves out", async () => {
  const [shown] = typed("traffic.md", "npx hosting platform --traffic");
  const [begin = "?", end = "?"] = masked(shown?.printed ?? "").split("…\n");
  const printed = await served("--traffic");
  expect([printed.startsWith(begin), printed.endsWith(end)]).toEqual([true, true]);
});

test("operations by hand print what the guide shows", async () => {
  const { platform, directory, env, answer } = await newAccount();
  platform.configure({ bootSeconds: 0, stopSeconds: 0 });
  const send = sender(platform);
  await send("POST /api/v1/instances", containerBody("job"));
  await send("POST /v1/instances", instanceBody("web"));
  await send("POST /v1/volumes", { ...volumeBody("data"), region: "eu" });
  const address = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
  const type = "pulumi-nodejs:dynamic/hosting/compute:Container";
  const declared = { type, id: "job", inputs: { image: "debian/13", desiredState: "running" } };
  answer("config", "{}");
  answer("stack-export", exported([resource("job", declared)]));
  const commands = typed("operations.md", "npx hosting stop job --stack dev --yes");
  for (const { command, printed } of commands) {
    const words = command.replace(/^npx hosting /, "").replace(/fip_\w+/, address);
    const { code, stdout, stderr } = await runCli(words.split(" "), { directory, env });
    expect(withoutIds(`${stderr}${stdout}`), command).toBe(withoutIds(printed));
    expect(code).toBe(0);
  }
  expect(commands).toHaveLength(8);
});

test("a world is saved, disturbed, moved on and brought back as the guide shows", async () => {
  const seat = await byFile();
  seat.platform.clock.resume();
  const send = sender(seat.platform);
  await send("POST /v1/volumes", volumeBody("data"));
  const commands = typed("command-line.md", "npx hosting platform snapshot before");
  expect(commands.length).toBe(6);
  await expectPlayed(seat, commands, async () => void (await send("GET /v1/volumes")));
});

test("the bill is the one that the guide shows", async () => {
  const seat = await byFile();
  const { platform } = seat;
  const send = sender(platform);
  await send("POST /v1/floating-ips", { region: "eu" });
  await newInstance(send);
  await send("POST /v1/volumes", { ...volumeBody("data"), size_gb: 200 });
  await expectPlayed(seat, typed("command-line.md", "npx hosting platform bill"));
});

test("traffic is told as the guide shows, also with a program in an instance's place", async () => {
  const seat = await byFile();
  const { platform } = seat;
  platform.configure({ traffic: true, bootSeconds: 0 });
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  const send = sender(platform);
  await balancer(send, await instances(send, 2));
  const url = () => platform.traffic().entries[0]?.url;
  await expect.poll(url).toMatch(/^http:/);
  // The curl of both blocks is played in test/platform/guides.test.ts.
  const [told] = typed("traffic.md", "npx hosting platform traffic");
  const bind = "npx hosting platform traffic --backend web-1=127.0.0.1:8081";
  const [bound] = typed("traffic.md", bind);
  const { address } = await Program.start("mine");
  const command = bound?.command.replace("127.0.0.1:8081", address) ?? "?";
  const commands = [told, { command, printed: bound?.printed ?? "?" }];
  await expectPlayed(
    seat,
    commands.filter((each) => each !== undefined),
  );
});

test("drift prints what the guide shows of a firewall that was opened, a volume that was grown, a bucket that was deleted", async () => {
  const seat = newSeat();
  const rules = (source: string) => [{ protocol: "tcp", ports: ["22"], sources: [source] }];
  const stream = streamOf({
    office: {
      ...{ type: "network:Firewall", id: "fw_5m2x" },
      inputs: { inbound: rules("203.0.113.7/32"), outbound: [] },
      found: { inbound: rules("0.0.0.0/0") },
      after: { __drifted: secret },
    },
    data: {
      ...{ id: "vol_8k3q", inputs: { region: "eu-1", sizeGb: 10 }, op: "update" },
      after: { __found: { sizeGb: 30 } },
      warning: lastingText("sizeGb is 30 on the platform and 10 in the program"),
    },
    logs: { type: "storage:Bucket", id: "logs", inputs: { name: "logs" }, op: "delete" },
    web: { type: "compute:Instance", id: "inst_4k2m", inputs: {} },
  });
  seat.answer("refresh", stream);
  const [shown] = typed("drift.md", "npx hosting drift --stack dev");
  const { code, stdout } = await runCli(["drift", "--stack", "dev"], seat);
  expect({ code, stdout }).toEqual({ code: 2, stdout: shown?.printed });
});

test("drift prints what the guide shows of an account that no stack has", async () => {
  const { platform, ...seat } = await newAccount();
  const send = sender(platform);
  await send("POST /v1/volumes", volumeBody("data"));
  await send("POST /api/v1/storage/buckets", { name: "logs" });
  seat.answer("stack-ls", "[]");
  const [shown] = typed("drift.md", "npx hosting drift --unmanaged");
  const { code, stdout } = await runCli(["drift", "--unmanaged"], seat);
  const printed = stdout.replace(/vol_\w+/g, "vol_8k3q").replace(/key_\w+/g, "key_1");
  expect({ code, printed }).toEqual({ code: 2, printed: shown?.printed });
});
function withoutIds(text: string): string {
  return text.replaceAll(/\b(inst|vol|fip)_\w+/g, "$1_…");
}
