import { inspect } from "node:util";
import { expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import { systemClock } from "../../../../provider/clock.ts";
import { createApi } from "../../../../provider/http/api.ts";
import { createRateLimiter } from "../../../../provider/http/rate-limit/rate-limiter.ts";
import type { Transport } from "../../../../provider/http/transport/transport.ts";
import { ApiKey } from "../../../../provider/http/wire/api-key.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { errorOf } from "../../../support/session.ts";
import { open } from "../transport/open-transport.ts";
import { listenRaw } from "../transport/sockets.ts";

const secret = "hk_0123456789abcdefWXYZ";
const { certificate, privateKey } = makeCertificate();
const keyLine = privateKey.split("\n")[1] ?? "";

function createCertificate(transport: Transport): Promise<unknown> {
  const limiter = createRateLimiter({ clock: systemClock });
  const apiKey = new ApiKey(secret, "HOSTING_API_KEY");
  const api = createApi({ transport, apiKey, limiter, clock: systemClock });
  const body = { name: "web", private_key: privateKey, certificate };
  return api.call(endpoints.certificate.create, { body, deadline: systemClock.now() + 10_000 });
}

function expectClean(error: Error): void {
  const printed = inspect(error, { showHidden: true, depth: 9 });
  const texts = [printed, JSON.stringify(error), String(error), error.message, error.stack];
  for (const text of texts) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(keyLine);
  }
}

test.each([200, 400, 401, 403, 404, 409, 422, 500, 503])(
  "no error shows a secret when the server echoes the request in a %i",
  async (status) => {
    const server = await listenRaw((socket) => {
      const error = `${keyLine} Bearer ${secret} ${privateKey} ${server.received()}`;
      const body = status === 200 ? error : JSON.stringify({ error });
      const head = `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\n`;
      socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    const error = await errorOf(() => createCertificate(open(server.origin)));
    expect(server.received()).toContain(secret);
    expectClean(error);
  },
);

test("no error shows a secret when a transport throws something foreign", async () => {
  const error = await errorOf(() =>
    createCertificate({
      send: () => Promise.reject(new Error(`invalid: ${keyLine} ${secret} ${privateKey}`)),
      close: () => Promise.resolve(),
    }),
  );
  expect(error.code).toBe("bug");
  expectClean(error);
});
