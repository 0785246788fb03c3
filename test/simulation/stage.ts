import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlatform, type Platform } from "../../platform/index.ts";
import type { VirtualTime } from "./time.ts";

/** In memory where the system offers that as a directory: every write of a journal waits for the disk. */
export const place = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Where histories take place one after the other: emptying a platform is much less than opening one. */
export class Stage implements Disposable {
  readonly directory = mkdtempSync(join(place, "simulation-"));
  readonly #platforms: Readonly<Record<"unique" | "shared" | "elsewhere", Platform>>;
  #time: Pick<VirtualTime, "now"> = { now: () => 0 };

  constructor() {
    const clock = { now: () => this.#time.now() };
    const open = (name: string, isUnique: boolean) =>
      openPlatform({
        file: join(this.directory, `${name}.db`),
        assumptions: { "platform.uniqueNames": isUnique },
        clock,
        defaults: { ratePerMinute: null },
      });
    this.#platforms = {
      unique: open("unique", true),
      shared: open("shared", false),
      elsewhere: open("elsewhere", true),
    };
  }

  /** An empty platform that lives in the given time; names are unique there or not. */
  platform(names: "unique" | "shared", time: VirtualTime): Platform {
    this.#time = time;
    return emptied(this.#platforms[names]);
  }

  /** Where settings lead that are not this history's. */
  elsewhere(): Platform {
    return emptied(this.#platforms.elsewhere);
  }

  [Symbol.dispose](): void {
    for (const platform of Object.values(this.#platforms)) platform.close();
    rmSync(this.directory, { recursive: true });
  }
}

function emptied(platform: Platform): Platform {
  platform.reset();
  return platform;
}
