/** An S3-compatible server, built from its Go module. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "./free-port.ts";
import type { SharedBackend } from "./shared-backend.ts";

const goModule = join(import.meta.dirname, "s3-server");

/** Why no server can be started here; undefined where one can. */
export function s3Missing(): string | undefined {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "there is no `go` to build it";
  }
}

/** Starts one on a free port that keeps everything in memory; every place is a separate bucket. */
export async function openS3(): Promise<SharedBackend> {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-s3-"));
  // From Go's cache after the first time.
  execFileSync("go", ["build", "-o", directory, "tool"], {
    cwd: goModule,
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const host = `127.0.0.1:${await freePort()}`;
  const args = ["-backend", "memory", "-autobucket", "-quiet", "-host", host];
  const server = spawn(join(directory, "gofakes3"), args, { stdio: "ignore" });
  const ended = once(server, "exit");
  await vi.waitFor(() => fetch(`http://${host}`), { timeout: 30_000 });
  let places = 0;
  return {
    newPlace() {
      places += 1;
      return {
        PULUMI_BACKEND_URL: `s3://team${places}?endpoint=${host}&disableSSL=true&s3ForcePathStyle=true`,
        AWS_ACCESS_KEY_ID: "tester",
        AWS_SECRET_ACCESS_KEY: "of-nothing",
        AWS_REGION: "eu-1",
        // It sends none, of which the CLI would warn.
        AWS_RESPONSE_CHECKSUM_VALIDATION: "when_required",
      };
    },
    async [Symbol.asyncDispose]() {
      server.kill();
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
