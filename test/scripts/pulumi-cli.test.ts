import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { downloadRelease } from "../../scripts/cli/download.ts";
import { findPulumi, pulumiVersion, type Way } from "../../scripts/cli/ensure.ts";
import { locate, programs } from "../../scripts/cli/locate.ts";
import { temporaryDirectory } from "./temporary.ts";

const goModule = join(import.meta.dirname, "../../scripts/offline/pulumi-cli");

/** Puts programs that only know their version into a directory. */
function writePrograms(directory: string, version = pulumiVersion): void {
  mkdirSync(directory, { recursive: true });
  for (const name of Object.values(programs)) {
    writeFileSync(join(directory, name), `#!/bin/sh\necho v${version}\n`, { mode: 0o755 });
  }
}

function way(source: Way["source"], fill: Way["fill"]): Way {
  return { source, entry: (version) => `${version}-${source}`, fill };
}

const works = way("build", (directory) => writePrograms(directory));
const fails = way("download", () => {
  throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") });
});

describe("a CLI", () => {
  test.each([
    ["is found with its version", () => undefined, { found: true, version: pulumiVersion }],
    [
      "that is too old is refused",
      (directory: string) => writePrograms(directory, "3.253.9"),
      { found: false, reason: expect.stringContaining("is only version 3.253.9") },
    ],
    [
      "without a language host is refused",
      (directory: string) => rmSync(join(directory, programs.languageHost)),
      { found: false, reason: expect.stringContaining(`has no ${programs.languageHost}`) },
    ],
    [
      "that does not start is refused",
      (directory: string) => writeFileSync(join(directory, programs.pulumi), "half"),
      { found: false, reason: expect.stringContaining("names no version") },
    ],
    [
      "that may not start is not seen",
      (directory: string) => chmodSync(join(directory, programs.pulumi), 0o644),
      { found: false, reason: "there is no `pulumi`" },
    ],
  ])("%s", async (_what, damage, expected) => {
    const directory = await temporaryDirectory();
    writePrograms(directory);
    damage(directory);
    expect(locate(["/nowhere", directory])).toMatchObject(expected);
  });

  test("on PATH is used, and nothing is prepared", async () => {
    const directory = await temporaryDirectory();
    writePrograms(directory, "3.300.0");
    const cache = join(directory, "cache");
    const found = await findPulumi({ path: [directory], cache, ways: [fails] });
    expect(found).toMatchObject({ directory, version: "3.300.0", source: "path" });
  });

  test("is got by the first way that works, kept, and got again once it is damaged", async () => {
    const cache = join(await temporaryDirectory(), "cache");
    const find = () => findPulumi({ path: [], cache, ways: [fails, works] });
    const first = await find();
    expect(first).toMatchObject({ source: "build", version: pulumiVersion });
    expect(await find()).toMatchObject({ source: "cache" });
    expect(readdirSync(cache)).toEqual([`${pulumiVersion}-build`]);
    writeFileSync(first.pulumi, "half");
    expect(await find()).toMatchObject({ source: "build" });
    expect(readdirSync(cache)).toEqual([`${pulumiVersion}-build`]);
  });

  test("that no way gets is one line with each reason, and leaves nothing", async () => {
    const cache = join(await temporaryDirectory(), "cache");
    const found = findPulumi({ path: [], cache, ways: [fails] });
    await expect(found).rejects.toThrow(
      /^The Pulumi CLI is not ready \(there is no `pulumi` on PATH; download: fetch failed: getaddrinfo ENOTFOUND\)\. Install version 3\.254\.0 or newer, or Go, and run this again\.$/,
    );
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe("a download", () => {
  const archive = `pulumi-v3.1.2-${process.platform}-${process.arch}.tar.gz`;

  /** Serves a release whose archive has this checksum, unless it is the right one. */
  async function serve(checksum?: string): Promise<string> {
    const directory = await temporaryDirectory();
    writePrograms(join(directory, "pulumi"));
    execFileSync("tar", ["-czf", archive, "pulumi"], { cwd: directory });
    const content = readFileSync(join(directory, archive));
    const right = createHash("sha256").update(content).digest("hex");
    const files: Readonly<Record<string, string | Buffer>> = {
      [`/${archive}`]: content,
      "/pulumi-3.1.2-checksums.txt": `${"0".repeat(64)}  other\n${checksum ?? right}  ${archive}\n`,
    };
    const server = createServer((request, response) => {
      const file = files[request.url ?? ""];
      response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `http://127.0.0.1:${address.port}/`;
  }

  test("with the published checksum is unpacked", async () => {
    const directory = await temporaryDirectory();
    await downloadRelease(directory, "3.1.2", await serve());
    expect(readdirSync(directory).toSorted()).toEqual(Object.values(programs).toSorted());
  });

  test("with another checksum is refused", async () => {
    const directory = await temporaryDirectory();
    const done = downloadRelease(directory, "3.1.2", await serve("a".repeat(64)));
    await expect(done).rejects.toThrow(`${archive} has another SHA-256 checksum`);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("that is not there names the file", async () => {
    const done = downloadRelease("/nowhere", "3.1.3", await serve());
    await expect(done).rejects.toThrow("pulumi-3.1.3-checksums.txt answered 404");
  });
});

describe("the CLI that is built where nothing can be downloaded", () => {
  test("is the release that is downloaded elsewhere", () => {
    const text = readFileSync(join(goModule, "go.mod"), "utf8");
    for (const part of ["pkg", "sdk"]) {
      expect(text).toContain(`github.com/pulumi/pulumi/${part}/v3 v${pulumiVersion}`);
    }
  });

  const hasGo = spawnSync("go", ["version"]).status === 0;

  test.skipIf(!hasGo)(
    "has a language host whose own tests pass (skipped without Go)",
    () => {
      const run = (...args: readonly string[]) =>
        spawnSync("go", args, { cwd: goModule, encoding: "utf8" });
      expect(run("vet", "./...")).toMatchObject({ status: 0 });
      expect(run("test", "./...")).toMatchObject({ status: 0 });
    },
    600_000,
  );
});
