import { createSecureServer } from "node:http2";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import { failureError } from "../../../../provider/http/answer.ts";
import { TransportFailure } from "../../../../provider/http/transport/transport.ts";
import { createUndiciTransport } from "../../../../provider/http/transport/undici-transport.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { openConnectProxy } from "../../../support/connect-proxy.ts";
import { open, request } from "./open-transport.ts";
import { closedOrigin, originOf } from "./sockets.ts";

const variables = [
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "NO_PROXY",
  "no_proxy",
];

beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const authority = makeCertificate({ commonName: "Company", isAuthority: true });

/** A server that says what it was asked by, under names that only a proxy finds, trusted as a company's is. */
async function listen(isTrusted = true): Promise<number> {
  const domains = ["console.test", "localhost", "127.0.0.1", "0.0.0.0"];
  const { certificate, privateKey } = makeCertificate({
    domains,
    issuer: { commonName: "Company", key: authority.key },
  });
  const before = getCACertificates("default");
  if (isTrusted) setDefaultCACertificates([authority.certificate]);
  const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true });
  onTestFinished(() => {
    setDefaultCACertificates(before);
    server.close();
  });
  server.on("request", ({ httpVersion, headers }, answer) =>
    answer.end(`${httpVersion} ${headers.authorization}`),
  );
  return Number(new URL(await originOf(server, "https", "127.0.0.1")).port);
}

async function failureOf(transport: ReturnType<typeof open>): Promise<TransportFailure> {
  const sent = transport.send(request({ method: "POST", body: "{}" }));
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof TransportFailure) return error;
  throw new Error("no request failed", { cause: error });
}

/** A message is for a person. */
function messageOf(failure: TransportFailure): string {
  return failureError(failure, { endpoint: endpoints.volume.create, scrub: (text) => text })
    .message;
}

describe("a proxy", () => {
  test("leads to the platform, sees no key, and is spoken through in HTTP/1.1", async () => {
    const port = await listen();
    await using proxy = await openConnectProxy(() => ({ port }));
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    const transport = open("https://console.test");
    const sent = request({ headers: { authorization: "Bearer hk_0123456789abcdef" } });
    const answer = await transport.send(sent);
    expect(answer).toMatchObject({ body: "1.1 Bearer hk_0123456789abcdef", proxy: proxy.host });
    expect(proxy.asked).toEqual(["console.test:443"]);
    const credentials = Buffer.from("employee:pass-0123456789").toString("base64");
    expect(proxy.shown()).toContain(`Basic ${credentials}`);
    expect(proxy.shown()).not.toContain("Bearer");
  });

  test.each(["127.0.0.1", "localhost"])("never leads to this machine: %s", async (host) => {
    const port = await listen();
    await using proxy = await openConnectProxy(() => ({ port }));
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    const answer = await open(`https://${host}:${port}`).send(request());
    expect(answer.body).toMatch(/^1\.1/);
    expect(proxy.asked).toEqual([]);
  });

  test.each(["0.0.0.0", "10.1.2.3,0.0.0.0", "*"])(
    "leads to no host of NO_PROXY: %s",
    async (left) => {
      const port = await listen();
      await using proxy = await openConnectProxy(() => ({ port }));
      vi.stubEnv("HTTPS_PROXY", proxy.url);
      vi.stubEnv("NO_PROXY", left);
      const answer = await open(`https://0.0.0.0:${port}`).send(request());
      expect(answer).toMatchObject({ body: expect.stringMatching(/^1\.1/), proxy: undefined });
      expect(proxy.asked).toEqual([]);
    },
  );

  test("is used only where one is set", async () => {
    const port = await listen();
    const answer = await open(`https://0.0.0.0:${port}`).send(request());
    expect(answer).toMatchObject({ body: expect.stringMatching(/^1\.1/), proxy: undefined });
  });
});

describe("a failure names the proxy, never its password", () => {
  test.each([
    [407, "the proxy asks for a user name and a password (407)"],
    [403, "the proxy opened no way to it (403)"],
    [502, "the proxy opened no way to it (502)"],
  ])("that answers %i", async (status, reason) => {
    await using proxy = await openConnectProxy(() => ({ status }));
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    const failure = await failureOf(open("https://console.test"));
    expect([failure.phase, failure.reason]).toEqual(["unsent", reason]);
    for (const word of [reason, proxy.host, "HTTPS_PROXY", "NO_PROXY", "hosting:apiBaseUrl"])
      expect(messageOf(failure)).toContain(word);
  });

  test("that is not there", async () => {
    const { host } = new URL(await closedOrigin());
    vi.stubEnv("HTTPS_PROXY", `http://employee:pass-0123456789@${host}`);
    const failure = await failureOf(open("https://console.test"));
    expect(failure).toMatchObject({
      phase: "unsent",
      reason: "the connection was refused",
      proxy: host,
    });
  });

  test("that hangs up", async () => {
    const port = Number(new URL(await closedOrigin()).port);
    await using proxy = await openConnectProxy(() => ({ port }));
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    const failure = await failureOf(open("https://console.test"));
    expect(failure).toMatchObject({ phase: "unsent", reason: "the proxy closed the connection" });
  });

  test("whose server is of an authority unknown here, and says where that one is named", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const port = await listen(false);
    await using proxy = await openConnectProxy(() => ({ port }));
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    const failure = await failureOf(open("https://console.test"));
    expect(failure).toMatchObject({ phase: "unsent", permanent: true, proxy: proxy.host });
    expect(messageOf(failure)).toContain(
      "the server's certificate is of an authority unknown here",
    );
    expect(messageOf(failure)).toContain("set NODE_EXTRA_CA_CERTS");
  });

  test.each(["proxy.test:3128", "ftp://employee:pass-0123456789@proxy.test", "http://"])(
    "that is none: %s",
    (text) => {
      vi.stubEnv("HTTPS_PROXY", text);
      const origins = { baseUrl: "https://console.test", apiBaseUrl: "https://console.test" };
      expect(() => createUndiciTransport(origins)).toThrow(
        /^The proxy in HTTPS_PROXY or HTTP_PROXY (?!.*pass-0123456789)/,
      );
    },
  );
});
