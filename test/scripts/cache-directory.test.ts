import { expect, test } from "vitest";
import { cacheDirectory } from "../../scripts/cli/cache-directory.ts";

test.each([
  ["the home directory on Linux", "linux", {}, "/home/a/.cache/pulumi-hosting/pulumi-cli"],
  ["XDG_CACHE_HOME", "linux", { XDG_CACHE_HOME: "/x" }, "/x/pulumi-hosting/pulumi-cli"],
  [
    "the home directory when XDG_CACHE_HOME is relative",
    "linux",
    { XDG_CACHE_HOME: "x" },
    "/home/a/.cache/pulumi-hosting/pulumi-cli",
  ],
  ["Library on macOS", "darwin", {}, "/home/a/Library/Caches/pulumi-hosting/pulumi-cli"],
  ["LOCALAPPDATA on Windows", "win32", { LOCALAPPDATA: "/l" }, "/l/pulumi-hosting/pulumi-cli"],
  [
    "PULUMI_HOSTING_CACHE_DIR before all",
    "darwin",
    { PULUMI_HOSTING_CACHE_DIR: "/own", XDG_CACHE_HOME: "/x" },
    "/own/pulumi-cli",
  ],
] as const)("the cache is in %s", (_name, platform, environment, expected) => {
  expect(cacheDirectory({ environment, platform, home: "/home/a" })).toBe(expected);
});
