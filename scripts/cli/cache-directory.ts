import { isAbsolute, join, resolve } from "node:path";

/** The facts about a machine that decide where caches live. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  home: string;
}

/**
 * Directory that holds one sub-directory per version of the CLI.
 * `PULUMI_HOSTING_CACHE_DIR` overrides the cache directory of the platform.
 */
export function cacheDirectory(surroundings: Surroundings): string {
  const chosen = surroundings.environment["PULUMI_HOSTING_CACHE_DIR"];
  const project =
    chosen === undefined || chosen === ""
      ? join(platformCache(surroundings), "pulumi-hosting")
      : resolve(chosen);
  return join(project, "pulumi-cli");
}

function platformCache({ environment, platform, home }: Surroundings): string {
  const xdg = environment["XDG_CACHE_HOME"];
  // The XDG specification says that a relative path is to be ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return xdg;
  if (platform === "darwin") return join(home, "Library", "Caches");
  if (platform === "win32") return environment["LOCALAPPDATA"] ?? join(home, "AppData", "Local");
  return join(home, ".cache");
}
