import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Way } from "./ensure.ts";

const releases = "https://get.pulumi.com/releases/sdk/";
const answerTimeoutMs = 15_000;

/** The CLI that Pulumi released, with its own language hosts. */
export const download: Way = {
  source: "download",
  entry: (version) => `${version}-${process.platform}-${process.arch}`,
  fill: (directory, version) => downloadRelease(directory, version, releases),
};

/**
 * Downloads a release and unpacks it into a directory.
 *
 * @throws Error when it has another checksum than the published one.
 */
export async function downloadRelease(
  directory: string,
  version: string,
  from: string,
): Promise<void> {
  const isWindows = process.platform === "win32";
  const system = isWindows ? "windows" : process.platform;
  const archive = `pulumi-v${version}-${system}-${process.arch}.${isWindows ? "zip" : "tar.gz"}`;
  const checksums = (await contentOf(`${from}pulumi-${version}-checksums.txt`)).toString();
  const content = await contentOf(`${from}${archive}`);
  const actual = createHash("sha256").update(content).digest("hex");
  if (!checksums.split("\n").includes(`${actual}  ${archive}`)) {
    throw new Error(`${archive} has another SHA-256 checksum than the published one`);
  }
  const work = join(directory, "download");
  mkdirSync(work);
  const file = join(work, archive);
  writeFileSync(file, content);
  execFileSync("tar", ["-xf", file, "-C", work]);
  rmSync(file);
  const programs = join(work, isWindows ? "pulumi/bin" : "pulumi");
  for (const name of readdirSync(programs)) renameSync(join(programs, name), join(directory, name));
  rmSync(work, { recursive: true });
}

/** Only the wait for an answer is limited: a slow line may take its time with the content. */
async function contentOf(url: string): Promise<Buffer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), answerTimeoutMs);
  const response = await fetch(url, { signal: timeout.signal });
  clearTimeout(timer);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
