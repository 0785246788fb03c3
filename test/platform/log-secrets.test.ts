import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { type Platform, servePlatform } from "../../platform/index.ts";
import { certificateBody, instanceBody, newWorld, type Send, volumeBody } from "./support.ts";

const { private_key } = certificateBody();
const apiKey = `hosting_local_${"a1".repeat(20)}`;
const secrets: Readonly<Record<string, string>> = {
  "an API key": apiKey,
  "the secret of a bucket, which looks like one": `hosting_local_${"b2".repeat(20)}`,
  "the access key of a bucket": `local_${"c3".repeat(10)}`,
  "a control token": `control_local_${"d4".repeat(20)}`,
  "a private key": private_key,
  "an address with a password": "https://ann:pa55word@images.test/a.qcow2",
  "an address with a signature": "see https://images.test/a.qcow2?signature=s1gnature of it",
};

/** What must be nowhere, of each of them. */
const hidden = /(a1|b2|c3|d4){5}|PRIVATE KEY|pa55word|s1gnature/;
const hiddenKey = new RegExp(private_key.split("\n")[1] ?? "");

describe("the log has no secret, wherever somebody puts it:", () => {
  test.each(Object.entries(secrets))("%s", async (_, secret) => {
    const { platform, send, file } = newWorld();
    await sendEverywhere(send, secret);
    const shown = JSON.stringify(platform.requests());
    expect(platform.requests().length).toBeGreaterThan(15);
    for (const text of [shown, rowsOf(file), await answered(platform)]) {
      expect(text).not.toMatch(hidden);
      expect(text).not.toMatch(hiddenKey);
    }
  });

  test("those that the platform makes", async () => {
    const { platform, send, file } = newWorld();
    const secretKey = "fields.bucketSecretKey";
    const seen: string[] = [];
    for (const name of ["secret_key", "credential"]) {
      platform.configure({ assumptions: { [secretKey]: name } });
      const { body } = await send("POST /api/v1/storage/buckets", { name });
      seen.push(Object(body)[name]);
    }
    await send("GET /api/v1/storage/buckets");
    platform.createKey({ level: "Admin", scopes: ["*"], name: seen.join() });
    await send("GET /v1/api-keys");
    expect(seen).toEqual(seen.map(() => expect.stringMatching(/^hosting_local_\w{40}$/)));
    for (const text of [JSON.stringify(platform.requests()), rowsOf(file)]) {
      for (const secret of [...seen, platform.rootKey]) expect(text).not.toContain(secret);
    }
  });
});

test("to look for secrets takes no time that grows faster than the text", async () => {
  const { platform, send } = newWorld();
  const begun = performance.now();
  for (const part of ["x", "://a", "://a:b@", "-----BEGIN PRIVATE", "hosting_local_", '"', "//"]) {
    const name = part.repeat(400_000 / part.length);
    await send("POST /api/v1/storage/buckets", { name, [name]: name });
    await send("POST /v1/volumes", volumeBody(name));
    await send("POST /v1/volumes", volumeBody(name));
    await send("GET /v1/volumes");
  }
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(platform.requests()).toHaveLength(28);
});

/** Names, names of fields, nested values, ids, paths; in what is accepted and in what refusals quote. */
async function sendEverywhere(send: Send, secret: string): Promise<void> {
  const path = encodeURIComponent(secret);
  const config = {
    size: "1GiB",
    [secret]: secret,
    nested: { [secret]: [secret, { deep: secret }] },
  };
  await send("POST /v1/volumes", volumeBody(secret));
  await send("POST /v1/volumes", volumeBody(secret));
  await send("POST /v1/volumes", { ...volumeBody(), [secret]: 1 });
  await send("GET /v1/volumes");
  await send("POST /api/v1/networks", { name: "inner", description: secret, config });
  await send("GET /api/v1/networks");
  await send("POST /api/v1/storage/pools/default/volumes", { name: "data", config });
  await send("POST /api/v1/storage/buckets", { name: "logs", [secret]: secret, config });
  await send("GET /api/v1/storage/buckets");
  await send("POST /api/v1/storage/buckets", { name: secret });
  await send("POST /api/v1/storage/buckets", { name: secret });
  await send(`GET /api/v1/instances/${path}`);
  await send(`DELETE /api/v1/storage/buckets/${path}`);
  await send(`PUT /v1/${path}`, secret);
  await send(`GET /nowhere/${path}`);
  await send("POST /v1/instances", {
    ...instanceBody(),
    source: { type: "image", image_id: secret },
  });
  await send("POST /v1/images/import", { name: "a", url: secret, format: "raw", os_type: secret });
  await send("GET /v1/images");
  await send("POST /v1/certificates", { ...certificateBody(), certificate_chain: secret });
  await send("POST /v1/projects/proj_default/members", { email: secret, role: secret });
}

/** All that the file has of the log. */
function rowsOf(file: string): string {
  const database = new DatabaseSync(file);
  const rows = database.prepare("SELECT * FROM requests").all();
  database.close();
  return JSON.stringify(rows);
}

/** What the page and other programs are told. */
async function answered(platform: Platform): Promise<string> {
  const server = await servePlatform(platform, 0);
  const headers = { authorization: `Bearer ${platform.controlToken}` };
  const answer = await fetch(`${server.url}/_control/requests`, { headers });
  await server.close();
  return await answer.text();
}
