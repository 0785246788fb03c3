import { describe, expect, test } from "vitest";
import { certificateBody, idOf, newWorld, type Send } from "./support.ts";

async function newCertificate(send: Send): Promise<string> {
  return idOf(await send("POST /v1/certificates", certificateBody()));
}

function balancerUsing(certificate_id: string) {
  const entry = { entry_port: 443, entry_protocol: "https", certificate_id };
  return {
    name: "front",
    region: "eu",
    forwarding_rules: [{ ...entry, target_port: 80, target_protocol: "http" }],
    health_check: { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 },
    backend_instances: [],
  };
}

describe("spec 2.9, 4.2: certificates", () => {
  test("a created one answers without its private key", async () => {
    const { send } = newWorld();
    const { private_key, ...shown } = certificateBody();
    const created = await send("POST /v1/certificates", certificateBody());
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.stringMatching(/^cert_[0-9a-z]{16}$/), ...shown });
    const read = await send(`GET /v1/certificates/${idOf(created)}`);
    expect(read.body).toEqual(created.body);
    expect((await send("GET /v1/certificates")).body).toEqual([created.body]);
    expect(JSON.stringify(read.body)).not.toContain(private_key.slice(40, 80));
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ private_key: undefined }, '"private_key" is required'],
    [{ certificate: "text" }, '"certificate" is not accepted: not PEM text of a CERTIFICATE'],
    [{ certificate_chain: "text" }, '"certificate_chain" is not accepted'],
  ])("a body with %j is refused", async (change, error) => {
    const { send } = newWorld();
    const refused = await send("POST /v1/certificates", { ...certificateBody(), ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining(error) });
  });

  test("a refusal does not repeat the private key", async () => {
    const { send } = newWorld();
    const private_key = certificateBody().private_key.replace("PRIVATE", "PUBLIC");
    const refused = await send("POST /v1/certificates", { ...certificateBody(), private_key });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).not.toContain(private_key.slice(40, 80));
  });

  test.each(["certificate", "certificate_chain"] as const)(
    "a private key in %s is refused, and not repeated",
    async (field) => {
      const { send, platform } = newWorld();
      const body = certificateBody();
      const both = { ...body, [field]: body.certificate + body.private_key };
      const refused = await send("POST /v1/certificates", both);
      expect(refused).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining(`"${field}" is not accepted: it holds a private`) },
      });
      const told = JSON.stringify([refused.body, platform.requests()]);
      expect(told).not.toContain(body.private_key.slice(40, 80));
    },
  );

  test("one that a load balancer uses is not deleted where that is assumed", async () => {
    const useAndDelete = async (certificatesInUse: boolean) => {
      const assumptions = { "platform.certificatesInUse": certificatesInUse };
      const { send } = newWorld({ assumptions });
      const certificate_id = await newCertificate(send);
      const id = idOf(await send("POST /v1/load-balancers", balancerUsing(certificate_id)));
      return { id, answer: await send(`DELETE /v1/certificates/${certificate_id}`) };
    };
    const { id, answer } = await useAndDelete(true);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      error: expect.stringContaining(`load balancer "${id}" uses it`),
    });
    expect((await useAndDelete(false)).answer.status).toBe(204);
  });

  test("an unused one is deleted, and unknown ones are named", async () => {
    const { send } = newWorld();
    const id = await newCertificate(send);
    expect((await send(`DELETE /v1/certificates/${id}`)).status).toBe(204);
    expect(await send(`DELETE /v1/certificates/${id}`)).toMatchObject({
      status: 404,
      body: { error: `certificate "${id}" not found` },
    });
  });

  test("names are unique where that is assumed", async () => {
    const { send } = newWorld();
    await newCertificate(send);
    expect((await send("POST /v1/certificates", certificateBody())).status).toBe(409);
  });
});
