import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { controlRoutes } from "../../platform/control/routes.ts";
import { pageRoute } from "../../platform/page/index.ts";
import { containerBody, idOf, newWorld, type Send, temporaryDirectory } from "./support.ts";

const routes = [...controlRoutes, pageRoute];
const page = readFileSync(join(import.meta.dirname, "../../docs/reference/control-api.md"), "utf8");
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

test.skipIf(!hasCurl)("each example of the page does what it says (needs curl)", async () => {
  const { platform, send } = newWorld({ defaults: { bootSeconds: 0 } });
  await send("POST /v1/projects/proj_default/members", {
    email: "ann@example.com",
    role: "viewer",
  });
  await send("POST /api/v1/instances", containerBody());
  const address = await leftAddress(send);
  const server = serve({ fetch: platform.fetch, hostname: "127.0.0.1", port: 0 });
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const port = Object(server.address()).port;
  const env = environment(platform.controlToken, `http://127.0.0.1:${port}/_control`);
  env.set("ADDRESS", address);
  const examples = [...page.matchAll(/^## ([^\n]+)\n[^#]*?```sh\n(curl [^`]*)\n```/gm)];
  expect(examples).toHaveLength(routes.length);
  for (const [at, [, title = "", command = ""]] of examples.entries()) {
    const [answer, status] = await played(command, env);
    expect(status, `${title}: ${answer}`).toBe(answer === "" ? "204" : "200");
    const { keep } = routes[at]?.example ?? {};
    if (keep !== undefined) env.set(keep.as, Object(JSON.parse(answer))[keep.field]);
  }
});

/** A separate directory, so that no setting of the user changes what curl does. */
function environment(token: string, url: string): Map<string, string> {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, ".curlrc"), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
  return new Map([
    ["PATH", process.env["PATH"] ?? ""],
    ["CURL_HOME", directory],
    ["HOME", directory],
    ["HOSTING_CONTROL_URL", url],
    ["HOSTING_CONTROL_TOKEN", token],
  ]);
}

/** The answer's body and status. */
async function played(command: string, env: ReadonlyMap<string, string>) {
  const shell = spawn("sh", ["-c", command], { env: Object.fromEntries(env) });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on("data", (chunk) => {
      output += String(chunk);
    });
  }
  await once(shell, "close");
  const end = output.lastIndexOf("\n");
  return [output.slice(0, end), output.slice(end + 1)] as const;
}

/** A dedicated address outlives its server (spec 8). */
async function leftAddress(send: Send): Promise<string> {
  const body = { name: "shop", size: "small", network_access: "dedicated" };
  const made = await send("POST /api/v2/servers", body);
  await send(`POST /api/v2/servers/${idOf(made)}/action`, { action: "stop" });
  await send(`DELETE /api/v2/servers/${idOf(made)}`);
  return Object(made.body).ipv4_address;
}
