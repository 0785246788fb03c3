import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { openConnectProxy } from "../support/connect-proxy.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const bin = join(import.meta.dirname, "../../dist/cli/main.js");

/** The stack's platform as a company's network has it: by TLS, with a certificate of the company's own authority. */
async function serveByTls(stack: TestStack, domains: readonly string[]) {
  const authority = makeCertificate({ commonName: "Company", isAuthority: true });
  const { certificate, privateKey } = makeCertificate({
    domains,
    issuer: { commonName: "Company", key: authority.key },
  });
  const listener = getRequestListener((request) => stack.platform.fetch(request));
  const server = createServer({ cert: certificate, key: privateKey }, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const file = join(stack.directory, "company.pem");
  writeFileSync(file, authority.certificate);
  return {
    port: address.port,
    file,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

it("a stack is made, refreshed and destroyed through a proxy, but for the host that NO_PROXY leaves out", async () => {
  await using stack = await openStack();
  // An address of this machine that is no loopback address; only the proxy finds the other host.
  await using server = await serveByTls(stack, ["console.test", "0.0.0.0"]);
  await using proxy = await openConnectProxy(() => server);
  Object.assign(stack.env, {
    HOSTING_BACKEND: "api",
    HOSTING_BASE_URL: "https://console.test",
    HOSTING_API_BASE_URL: `https://0.0.0.0:${server.port}`,
    HOSTING_API_KEY: stack.platform.rootKey,
    HTTPS_PROXY: proxy.url,
    NO_PROXY: "intranet.test,0.0.0.0",
  });
  const empty = stack.platform.snapshot();
  stack.program(`
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.Container("job", { image: "debian/13" });`);

  const unknown = await stack.up({ fails: true });
  expect(unknown.errors.join()).toContain(
    "the server's certificate is of an authority unknown here",
  );
  expect(unknown.errors.join()).toContain(
    "set NODE_EXTRA_CA_CERTS to the file of that authority's",
  );
  expect(unknown.errors.join()).toContain(`by way of the proxy ${proxy.host}`);
  expect(stack.platform.snapshot()).toEqual(empty);

  stack.env["NODE_EXTRA_CA_CERTS"] = server.file;
  expect((await stack.up()).changes).toEqual({ data: "create", job: "create" });
  const { stdout } = await promisify(execFile)(process.execPath, [bin, "doctor"], {
    env: stack.env,
    cwd: stack.directory,
  });
  expect(stdout).toContain(`by way of the proxy ${proxy.host}`);
  await stack.destroy({}, "--refresh");
  expect(stack.platform.snapshot()).toEqual(empty);
  expect(new Set(proxy.asked)).toEqual(new Set(["console.test:443"]));
  expect(stdout).not.toContain("pass-0123456789");
});
