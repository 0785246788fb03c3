import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Counted, costOf } from "./calls.ts";
import type { Bench, Figure } from "./figures.ts";

const directory = join(import.meta.dirname, "peers");
const command = ["go", "test", "-count=1"] as const;
const count = 50;
const longestMilliseconds = 300_000;

/** What the peers' program prints of each client, a line each. */
const Peer = z.object({
  name: z.string(),
  requests: z.object({ create: z.int(), list: z.int(), delete: z.int() }),
});
type Peer = z.infer<typeof Peer>;
type Phase = keyof Peer["requests"];

/** Each phase, what it is called, and what it is of ours. */
const phases: readonly (readonly [Phase, string, Counted])[] = [
  ["create", "create and await", "up"],
  ["list", "list", "refresh"],
  ["delete", "delete", "destroy"],
];

export const callsOfPeers: Bench = {
  name: "peers",
  title: `Requests for ${count} machines that boot for 30 s, all at once, in virtual time: this package (a deletion of ours stops it first, spec 7.5), and the clients that other providers are made of, on stubs of their own APIs`,
  async run() {
    const peers = countPeers();
    const figures: Figure[] = [];
    for (const [phase, what, counted] of phases) {
      const { requests } = await costOf(counted, "ours", { count });
      figures.push({ what: `${what}: ours`, value: requests, unit: "requests" });
      for (const peer of peers) figures.push(...figuresOf(peer, { phase, what, ours: requests }));
    }
    return figures;
  },
};

function figuresOf(
  { name, requests }: Peer,
  { phase, what, ours }: { phase: Phase; what: string; ours: number },
): readonly Figure[] {
  const value = requests[phase];
  return [
    { what: `${what}: ${name} ${versionOf(name)}`, value, unit: "requests" },
    { what: `${what}: ${name} / ours`, value: value / ours, unit: "times" },
  ];
}

/** None where Go or the modules are missing, which is said. */
function countPeers(): readonly Peer[] {
  const [program, ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: directory,
    encoding: "utf8",
    timeout: longestMilliseconds,
  });
  const lines = (stdout ?? "").split("\n").filter((line) => line.startsWith("{"));
  if (status === 0) return lines.map((line) => Peer.parse(JSON.parse(line)));
  const [reason = ""] = (error?.message ?? (stderr || stdout)).trim().split("\n");
  console.error(`The peers were not counted, so ours stands alone: ${reason}`);
  return [];
}

function versionOf(name: string): string {
  const goMod = readFileSync(join(directory, "go.mod"), "utf8");
  return new RegExp(`/${name}(?:/v\\d+)? v(\\S+)`).exec(goMod)?.[1] ?? "";
}
