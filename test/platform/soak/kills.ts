import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openPlatform } from "../../../platform/index.ts";
import { Random } from "../../simulation/random.ts";

const program = join(import.meta.dirname, "..", "programs", "served.ts");

/** The leftovers of one kill in the middle of many writes. */
export interface Killed {
  /** Writes that were answered before. */
  readonly acknowledged: number;
  /** Those of them that the file does not have any more. */
  readonly lost: readonly string[];
}

/** Kills a served platform without warning while four clients make and grow volumes. */
export async function killedDuringWrites(file: string, seed: number): Promise<Killed> {
  const { rootKey } = open(file);
  const child = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const url = String(line).trim();
  const killAfter = new Random(seed).between(50, 450);
  /** Size of each volume by its name, as it was last acknowledged. */
  const sizes = new Map<string, number>();
  let acknowledged = 0;
  const write = async (path: string, method: string, body: object) => {
    const headers = { authorization: `Bearer ${rootKey}`, "content-type": "application/json" };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const { id, name, size_gb } = Object(await answer.json());
    sizes.set(name, size_gb);
    if (++acknowledged === killAfter) child.kill("SIGKILL");
    return String(id);
  };
  const client = async (called: string) => {
    for (let at = 0; at < 63; at++) {
      const name = `${called}-${at}`;
      const id = await write("/v1/volumes", "POST", { name, region: "eu", size_gb: 1 });
      await write(`/v1/volumes/${id}`, "PATCH", { size_gb: 2 });
    }
  };
  const ended = once(child, "close");
  await Promise.allSettled([1, 2, 3, 4].map((at) => client(`client-${seed}-${at}`)));
  await ended;
  const left = new Map(open(file).volumes.map(({ name, size_gb }) => [name, size_gb]));
  const lost = [...sizes].filter(([name, size]) => Number(left.get(name) ?? 0) < size);
  return { acknowledged, lost: lost.map(([name]) => name) };
}

function open(file: string) {
  const platform = openPlatform({ file });
  const { rootKey } = platform;
  const volumes = platform.snapshot().volume;
  platform.close();
  return { rootKey, volumes };
}
