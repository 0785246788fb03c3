import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openPlatform, type Platform, servePlatform } from "../../../platform/index.ts";
import { temporaryDirectory } from "../../platform/support.ts";
import { type CliRun, type CliSeat, runCli } from "../../support/cli.ts";

/** A platform, and commands on it. */
export interface Seat {
  readonly platform: Platform;
  readonly directory: string;
  /** Its file or its address, as the commands name it. */
  readonly where: string;
  /** Runs `pulumi-hosting platform` with these arguments. */
  run(...args: readonly string[]): Promise<CliRun>;
}

/** A platform whose time is stopped at the beginning of 2099. */
export function platformIn(directory: string): Platform {
  const platform = openPlatform({ file: join(directory, ".hosting", "platform.db"), seed: "1" });
  platform.clock.freeze();
  platform.clock.advance((Date.parse("2099-01-01T00:00:00Z") - platform.clock.now()) / 1000);
  onTestFinished(() => platform.close());
  return platform;
}

/** The commands find the file by their directory. */
export async function byFile(): Promise<Seat> {
  const directory = temporaryDirectory();
  const platform = platformIn(directory);
  const where = join(directory, ".hosting", "platform.db");
  return { platform, directory, where, run: runIn({ directory }) };
}

/** The commands are somewhere else and know an address. */
export async function byUrl(): Promise<Seat> {
  const directory = temporaryDirectory();
  const platform = platformIn(temporaryDirectory());
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  const env = {
    HOSTING_CONTROL_URL: `${server.url}/_control`,
    HOSTING_CONTROL_TOKEN: platform.controlToken,
  };
  return { platform, directory, where: server.url, run: runIn({ directory, env }) };
}

function runIn(seat: CliSeat): Seat["run"] {
  return (...args) => runCli(["platform", ...args], seat);
}
