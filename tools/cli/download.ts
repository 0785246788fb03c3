import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Checkout } from "./checkout.ts";
import type { RunCommand } from "./command.ts";
import { programsOn } from "./locate.ts";
import { hasCode, Problem } from "./problem.ts";
import type { Progress } from "./progress.ts";
import { publishedChecksum, releaseFor } from "./release.ts";

/** What a download needs besides its target directory. */
export interface DownloadOptions {
  checkout: Checkout;
  version: string;
  releases: URL;
  fetch: typeof fetch;
  run: RunCommand;
  progress: Progress;
}

const answerTimeoutMs = 15_000;
const bytesPerMegabyte = 1_000_000;

/** Downloads the CLI that Pulumi released and keeps it only if its checksum is the published one. */
export async function downloadRelease(directory: string, options: DownloadOptions): Promise<void> {
  const { checkout, version, progress } = options;
  const release = releaseFor(version, checkout.platform, checkout.arch);
  progress.update(`Downloading Pulumi CLI ${version}`);
  const checksums = await (await request(release.checksums, options)).text();
  const expected = publishedChecksum(checksums, release.archive);

  const work = join(directory, "download");
  await mkdir(work);
  const archive = join(work, release.archive);
  await save(await request(release.archive, options), archive, options);
  const actual = await sha256Of(archive);
  if (actual !== expected) {
    throw new Problem(
      `${release.archive} has the SHA-256 checksum ${actual}, but ${expected} was published`,
    );
  }
  await unpack(archive, work, options.run);
  for (const name of Object.values(programsOn(checkout.platform))) {
    await rename(join(work, release.programs, name), join(directory, name));
  }
  await rm(work, { recursive: true });
  progress.finish(`Downloaded Pulumi CLI ${version}.`);
}

async function request(file: string, options: DownloadOptions): Promise<Response> {
  const url = new URL(file, options.releases);
  const timeout = new AbortController();
  // Only the wait for an answer is limited; a slow line may take its time with the body.
  const timer = setTimeout(
    () => timeout.abort(new Problem(`${url.host} did not answer within 15 s`)),
    answerTimeoutMs,
  );
  try {
    const response = await options.fetch(url, { signal: timeout.signal });
    if (!response.ok) throw new Problem(`${url.href} answered ${response.status}`);
    return response;
  } finally {
    clearTimeout(timer);
  }
}

async function save(response: Response, path: string, options: DownloadOptions): Promise<void> {
  if (response.body === null) throw new Problem(`${response.url} has no content`);
  const total = Number(response.headers.get("content-length") ?? 0);
  let received = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      options.progress.update(
        `Downloading Pulumi CLI ${options.version}: ${amount(received, total)}`,
      );
      done(undefined, chunk);
    },
  });
  await pipeline(Readable.fromWeb(response.body), counter, createWriteStream(path));
}

function amount(received: number, total: number): string {
  const megabytes = (bytes: number) => (bytes / bytesPerMegabyte).toFixed(0);
  return total > 0
    ? `${megabytes(received)} of ${megabytes(total)} MB`
    : `${megabytes(received)} MB`;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function unpack(archive: string, directory: string, run: RunCommand): Promise<void> {
  try {
    const result = await run({ program: "tar", args: ["-xf", archive, "-C", directory] });
    if (result.code !== 0) throw new Problem(`tar cannot unpack ${archive}: ${result.stderr}`);
  } catch (error) {
    if (hasCode(error, "ENOENT")) throw new Problem("there is no `tar` on PATH to unpack it");
    throw error;
  }
}
