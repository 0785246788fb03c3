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

/** Ways in which programs write a text into a path. */
const codes: Readonly<Record<string, (text: string) => string>> = {
  "each character": (text) =>
    [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`).join(""),
  twice: (text) => encodeURIComponent(encodeURIComponent(text)),
  "blanks as in forms": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "colons as they are": (text) => encodeURIComponent(text).replaceAll("%3A", ":"),
  "slashes as they are": (text) => encodeURIComponent(text).replaceAll("%2F", "/"),
};

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

  test.each(Object.entries(codes))("in percent codes: %s", async (_, code) => {
    const { platform, send, file } = newWorld();
    for (const secret of [...Object.values(secrets), "https://ann:pa55word/x@images.test/a"]) {
      const name = code(secret);
      await send("POST /v1/volumes", volumeBody(name));
      await send("POST /v1/volumes", { ...volumeBody(), [name]: 1 });
      await send(`GET /api/v1/instances/${name}`);
      await send(`PUT /nowhere/${name}`);
    }
    const readable = rowsOf(file).replace(/%(?:25)*([2-7][0-9a-f])/gi, (_code, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    expect(platform.requests().length).toBeGreaterThan(30);
    expect(readable).not.toMatch(hidden);
    expect(readable).not.toMatch(hiddenKey);
  });

  test("a private key in parts: as a list of its lines, and without its beginning", async () => {
    const { send, file } = newWorld();
    const end = private_key.slice(private_key.indexOf("\n"));
    await send("POST /v1/certificates", {
      ...certificateBody(),
      certificate: private_key.split("\n"),
    });
    await send("POST /v1/volumes", { ...volumeBody(), [end]: 1 });
    await send(`GET /v1/volumes/${encodeURIComponent(end)}`);
    expect(rowsOf(file)).not.toMatch(hiddenKey);
  });

  test.each(["passphrase", "pem", "certificate_key", "pkcs12", "keyPassphrase", "x"])(
    "of a certificate, what is sent as %s",
    async (name) => {
      const { platform, send, file } = newWorld();
      const shown = { name: "site", certificate: "not PEM text" };
      for (const secret of ["pa55word", { deep: ["pa55word"] }]) {
        await send("POST /v1/certificates", { ...shown, [name]: secret });
      }
      await send("POST /v1/certificates", '"pa55word"');
      expect(rowsOf(file)).not.toMatch(hidden);
      const masked = { ...shown, [name]: "…" };
      expect(platform.requests().map(({ body }) => body)).toEqual([masked, masked, "…"]);
    },
  );

  test.each(["passphrase", "ssh_key", "db_passwd", "credentials"])(
    "in a field of any body called %s",
    async (name) => {
      const { send, file } = newWorld();
      await send("POST /api/v1/storage/buckets", { name: "logs", [name]: "pa55word" });
      await send("GET /api/v1/storage/buckets");
      expect(rowsOf(file)).not.toMatch(hidden);
    },
  );

  test("an access key after other letters", async () => {
    const { send, file } = newWorld();
    await send("POST /v1/volumes", volumeBody(`to_local_${"c3".repeat(10)}`));
    await send("POST /v1/volumes", volumeBody("my_local_network_of_many_words"));
    expect(rowsOf(file)).not.toMatch(hidden);
    expect(rowsOf(file)).toContain("my_local_network_of_many_words");
  });

  test("a method of somebody's own, of which a long one is cut", async () => {
    const { platform, send } = newWorld();
    await send(`${apiKey} /v1/volumes`);
    await send(`${"x".repeat(10_000)} /v1/volumes`);
    const methods = platform.requests().map(({ method }) => method);
    expect(methods).toEqual(["…", "x".repeat(500)]);
  });

  test("a field of an error that has no reason", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ status: 500, body: JSON.stringify({ why: "x", password: "pa55word" }) });
    await send("GET /v1/volumes");
    const [request] = platform.requests();
    expect(request?.error).toBe('{"why":"x","password":"…"}');
    expect(JSON.stringify(request)).not.toMatch(hidden);
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
  for (const part of [
    "x",
    "://a",
    "://a:b@",
    "-----BEGIN PRIVATE",
    "hosting_local_",
    '"',
    "//",
    "%25",
    "%3a%2f%2f",
  ]) {
    const name = part.repeat(400_000 / part.length);
    await send("POST /api/v1/storage/buckets", { name, [name]: name });
    await send("POST /v1/volumes", volumeBody(name));
    await send("POST /v1/volumes", volumeBody(name));
    await send("GET /v1/volumes");
  }
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(platform.requests()).toHaveLength(36);
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
