import { once } from "node:events";
import { Agent } from "node:https";
import { connect } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Platform } from "../../../platform/index.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { idOf, type Send } from "../support.ts";
import { balancer, carried, get, instances, listening, Program, rule } from "./world.ts";

function pairOf(commonName: string) {
  const { certificate, privateKey } = makeCertificate({ commonName });
  return { name: commonName, certificate, private_key: privateKey };
}

async function secureRule(send: Send, commonName: string) {
  const certificate_id = idOf(await send("POST /v1/certificates", pairOf(commonName)));
  return rule({ entry_port: 443, entry_protocol: "https", certificate_id });
}

/** For whom the certificate is that a client is shown. */
async function shown(url: string, servername?: string): Promise<string> {
  const options = { port: Number(new URL(url).port), rejectUnauthorized: false };
  const socket = connect({ host: "127.0.0.1", ...options, ...(servername && { servername }) });
  await once(socket, "secureConnect");
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

async function secureFront() {
  const world = await carried();
  const ids = await instances(world.send, 1);
  const forwarding_rules = [await secureRule(world.send, "one.example")];
  const id = await balancer(world.send, ids, { forwarding_rules });
  const { url } = await listening(world.platform, `${id}/443`);
  return { ...world, ids, id, url };
}

function problemOf(platform: Platform, id: string): string | null | undefined {
  return platform.traffic().entries.find((entry) => entry.id === id)?.problem;
}

describe("https", () => {
  test("TLS ends here with the certificate of the rule, whatever name is asked for", async () => {
    const { url, platform } = await secureFront();
    const program = await Program.start("mine");
    platform.bindBackend("web-0", program.address);
    expect(await shown(url)).toBe("one.example");
    expect(await shown(url, "other.example")).toBe("one.example");
    expect(await get(url)).toMatchObject({ status: 200, name: "mine" });
    expect(program.requests.at(-1)?.headers["x-forwarded-proto"]).toBe("https");
  });

  test("a rotation is for new connections; one that is open goes on under the old certificate", async () => {
    const { url, platform, send, id } = await secureFront();
    const program = await Program.start("mine");
    platform.bindBackend("web-0", program.address);
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    onTestFinished(() => agent.destroy());
    await get(url, { agent });
    program.isHeld = true;
    const under = get(url, { agent });
    await program.holds(1);
    const rotated = [await secureRule(send, "two.example")];
    await send(`PATCH /v1/load-balancers/${id}`, { forwarding_rules: rotated });
    const [old] = platform.snapshot().certificate;
    expect((await send(`DELETE /v1/certificates/${old?.["id"]}`)).status).toBe(204);
    expect(await shown(url)).toBe("two.example");
    program.release();
    expect((await under).name).toBe("mine");
    const [socket] = Object.values(agent.freeSockets).flat();
    expect((await get(url, { agent })).name).toBe("mine");
    expect(Object.values(agent.freeSockets).flat()).toEqual([socket]);
  });

  test("without a key that was kept, or one that can be used, the entry says why it is not carried", async () => {
    const { platform, send, server } = await carried({ traffic: false });
    const ids = await instances(send, 1);
    const id = await balancer(send, ids, {
      forwarding_rules: [await secureRule(send, "a.example")],
    });
    platform.configure({ traffic: true });
    await expect
      .poll(() => problemOf(platform, `${id}/443`))
      .toMatch(
        /^the private key of certificate "cert_\w+" was not kept: it came while traffic was off$/,
      );
    const other = makeCertificate().privateKey;
    const body = { ...pairOf("b.example"), private_key: other };
    const certificate_id = idOf(await send("POST /v1/certificates", body));
    const forwarding_rules = [rule({ entry_port: 443, entry_protocol: "https", certificate_id })];
    await send(`PATCH /v1/load-balancers/${id}`, { forwarding_rules });
    const problem = () => problemOf(platform, `${id}/443`);
    await expect
      .poll(problem)
      .toBe(`certificate "${certificate_id}" and its private key cannot be used for TLS`);
    await server.close();
  });
});
