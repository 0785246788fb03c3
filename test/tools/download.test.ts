import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../tools/cli/command.ts";
import { downloadRelease } from "../../tools/cli/download.ts";
import { releaseFor } from "../../tools/cli/release.ts";
import { names, RecordedProgress, writePrograms } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

const archive = "pulumi-v3.1.2-linux-x64.tar.gz";
const checksums = "pulumi-3.1.2-checksums.txt";

async function packedRelease(): Promise<Buffer> {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "pulumi"));
  await writePrograms(join(directory, "pulumi"), "released");
  const args = ["-czf", archive, "pulumi"];
  await runCommand({ program: "tar", args, directory });
  return readFile(join(directory, archive));
}

async function serve(files: Record<string, string | Buffer>): Promise<URL> {
  const server = createServer((request, response) => {
    const content = files[(request.url ?? "").slice("/sdk/".length)];
    if (content === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-length": content.length }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return new URL(`http://127.0.0.1:${address.port}/sdk/`);
}

async function download(releases: URL) {
  const directory = await temporaryDirectory();
  const progress = new RecordedProgress();
  const checkout = { repository: "/nowhere", platform: "linux", arch: "x64" } as const;
  await downloadRelease(directory, {
    ...{ checkout, releases, progress, fetch, run: runCommand },
    version: "3.1.2",
  });
  return { directory, progress };
}

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

test("keeps the programs of an archive with the published checksum", async () => {
  const content = await packedRelease();
  const lines = `${"0".repeat(64)}  another.tar.gz\n${sha256(content)}  ${archive}\n`;
  const { directory, progress } = await download(
    await serve({ [archive]: content, [checksums]: lines }),
  );
  expect((await readdir(directory)).sort()).toEqual([...names].sort());
  expect(await readFile(join(directory, "pulumi"), "utf8")).toBe("released");
  expect(progress.updates.at(-1)).toMatch(/: 0 of 0 MB$/);
  expect(progress.results).toEqual(["Downloaded Pulumi CLI 3.1.2."]);
});

test("refuses an archive with another checksum", async () => {
  const content = await packedRelease();
  const published = "a".repeat(64);
  const files = { [archive]: content, [checksums]: `${published}  ${archive}\n` };
  await expect(download(await serve(files))).rejects.toThrow(
    `${archive} has the SHA-256 checksum ${sha256(content)}, but ${published} was published`,
  );
});

test("refuses an archive that the checksums do not name", async () => {
  const files = { [archive]: "x", [checksums]: `${"a".repeat(64)}  other\n` };
  await expect(download(await serve(files))).rejects.toThrow(`do not name ${archive}`);
});

test("refuses an archive that cannot be unpacked", async () => {
  const content = Buffer.from("not an archive");
  const files = { [archive]: content, [checksums]: `${sha256(content)} *${archive}\n` };
  await expect(download(await serve(files))).rejects.toThrow("tar cannot unpack");
});

test("says which file is missing", async () => {
  await expect(download(await serve({}))).rejects.toThrow(`${checksums} answered 404`);
});

test.each([
  ["darwin", "arm64", "pulumi-v3.1.2-darwin-arm64.tar.gz", "pulumi"],
  ["win32", "x64", "pulumi-v3.1.2-windows-x64.zip", "pulumi/bin"],
] as const)("names the release for %s on %s", (platform, arch, file, programs) => {
  expect(releaseFor("3.1.2", platform, arch)).toMatchObject({ archive: file, programs });
});

test("says that there is no release for a platform", () => {
  expect(() => releaseFor("3.1.2", "linux", "riscv64")).toThrow("no CLI for linux on riscv64");
});
