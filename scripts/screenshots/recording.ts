/** `npm run recording`: the README's program, a change of it and its release under load, in `docs/images/release.svg`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPlatform, type Platform, servePlatform } from "../../platform/index.ts";
import { openWorkspace } from "../demo/workspace.ts";
import { root } from "../root.ts";
import { Cut } from "./cut.ts";
import { drawRecording } from "./draw.ts";
import { framesOf } from "./film.ts";
import { Session } from "./session.ts";

const title =
  "A program of eight lines, what it makes, a new image, the plan of that change, and its release beside requests that are all answered";
const up = "pulumi up --yes --skip-preview";
const columns = 122;
const rows = 32;
/** Rows of the second terminal, below the first one. */
const below = 7;

const [, program = ""] = /```ts\n(.*?)```/s.exec(textOf("README.md")) ?? [];
const [, requests = ""] = /```sh\n(n=0.*?)\n```/s.exec(textOf("docs/guides/traffic.md")) ?? [];

const workspace = await openWorkspace("shop", writeProject);
const { directory, run, platformFile } = workspace;
const env = { ...workspace.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_PAGER: "cat", LANG: "C.UTF-8" };
const cut = new Cut();
const panes: { readonly session: Session; readonly row: number }[] = [];
try {
  await run("pulumi", "stack", "init", "dev");
  await run("pulumi", "config", "set", "hosting:backend", "embedded");
  await run("git", "init", "--quiet");
  await run("git", "add", ".");
  await create();
  await change();
  await release();
  await write();
} finally {
  workspace.close();
}

function writeProject(place: string): void {
  writeFileSync(join(place, "index.ts"), program);
  writeFileSync(join(place, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(place, ".gitignore"), ".hosting/\n");
  const runtime = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
  writeFileSync(join(place, "Pulumi.yaml"), `name: shop\nmain: index.ts\n${runtime}`);
}

async function create(): Promise<void> {
  const session = await open(0, rows);
  await typed(session, "cat index.ts", [1]);
  cut.hold(3);
  await typed(session, up, [1, /Updating/], [7]);
  cut.hold(3);
  session.close();
}

async function change(): Promise<void> {
  const session = await open(0, rows);
  await typed(session, "sed -i s,debian/13,debian/14, index.ts && git diff -U0", [1]);
  cut.hold(2);
  await typed(session, "pulumi preview --json --show-sames | npx pulumi-hosting plan", [1]);
  cut.hold(6);
  session.close();
}

async function release(): Promise<void> {
  const platform = openPlatform({ file: platformFile });
  platform.configure({ traffic: true });
  const server = await servePlatform(platform, 0);
  const above = await open(0, rows - below - 1);
  const session = await open(rows - below, below);
  const url = await entryOf(platform);
  const loop = requests.replace(/http:\S+?:\d+/, url);
  await cut.show(2, () => session.type(loop));
  await cut.show(0.5, () => session.start());
  // The wait until requests to the old machines have ended is the one that is played much faster.
  await typed(above, up, [1, /Updating/], [6, /shop-drained[^\n]*updating/], [7]);
  await cut.show(1, () => session.interrupt());
  if (!/(\d+) requests: \1 answered 200[^\r]*\^C/.test(session.printed())) {
    throw new Error("A request was lost; the release is not shown.");
  }
  cut.hold(5);
  session.close();
  above.close();
  await server.close();
  platform.close();
}

async function open(row: number, height: number): Promise<Session> {
  const session = new Session({ directory, env, columns, rows: height });
  await session.prompted(1);
  panes.push({ session, row });
  return session;
}

/** Shows how a command is typed and what it does: each part in at most so many seconds, until it prints this or ends. */
async function typed(
  session: Session,
  command: string,
  ...parts: readonly [atMost: number, until?: RegExp][]
): Promise<void> {
  await cut.show(3, () => session.type(command));
  const ended = session.enter();
  for (const [atMost, until] of parts) {
    await cut.show(atMost, () => (until === undefined ? ended : session.prints(until)));
  }
}

/** Where the load balancer listens, which it does a moment after traffic is on. */
async function entryOf(platform: Platform): Promise<string> {
  for (;;) {
    const { url } = platform.traffic().entries.find(({ kind }) => kind === "loadBalancer") ?? {};
    if (url != null) return url;
    await sleep(20);
  }
}

async function write(): Promise<void> {
  const seconds = cut.second(performance.now());
  const developed = panes.map(async ({ session, row }) => {
    const frames = await framesOf(session, cut);
    return { row, frames, until: cut.second(session.closedAt) };
  });
  const svg = drawRecording({ title, panes: await Promise.all(developed), columns, rows, seconds });
  writeFileSync(join(root, "docs/images/release.svg"), svg);
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
