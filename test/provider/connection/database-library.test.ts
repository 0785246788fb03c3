import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Connects to an account as a provider process does, and tells whether the library of PostgreSQL was loaded. */
const program = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const { readSettings } = await import("./provider/connection/settings.ts");
const { openWay } = await import("./provider/connection/connection.ts");
const config = JSON.parse(process.argv[1]);
const settings = readSettings({ env: {}, config: (name) => config[name], directory: "." });
const { shared } = await openWay(settings, console.error);
console.log(JSON.stringify({
  isShared: shared !== undefined,
  hasLibrary: loaded.some((url) => url.includes("/node_modules/pg/")),
}));
process.exit();
`;
const account = {
  ...{ backend: "api", apiKey: "hk_0123456789abcdefWXYZ" },
  ...{ baseUrl: "https://console.example", apiBaseUrl: "https://api.example" },
};

test.each([
  ["is not loaded where no database is set", {}, false],
  ["is loaded where one is", { coordination: "postgres://a:b@db.example/hosting" }, true],
])("the library of PostgreSQL %s", (_where, setting, isLoaded) => {
  const config = JSON.stringify({ ...account, ...setting });
  const args = ["--input-type=module", "-e", program, config];
  const cwd = join(import.meta.dirname, "../../..");
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ isShared: isLoaded, hasLibrary: isLoaded });
});
