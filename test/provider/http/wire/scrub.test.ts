import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { createScrub, secretsIn, serverText } from "../../../../provider/http/wire/scrub.ts";
import { makeCertificate } from "../../../support/certificate.ts";

const key = 'hk_"quoted"/0123456789+abc';
const { certificate, privateKey } = makeCertificate();
const keyLines = privateKey.split("\n").filter((line) => line.length >= 24 && !line.includes("-"));
/** One for each text: it spells out its secrets at the first, so that only the first test would try that. */
const scrub = (text: string) => createScrub([key, privateKey])(text);

test.each([
  ["as it is", key],
  ["URL-encoded", encodeURIComponent(key)],
  ["JSON-escaped", JSON.stringify(key).slice(1, -1)],
  ["base64", Buffer.from(key).toString("base64")],
  ["base64url", Buffer.from(key).toString("base64url")],
])("a secret %s is taken out", (_name, text) => {
  expect(scrub(`before ${text} after`)).toBe("before [secret] after");
});

test.each([0, 1, 2, 3])("a secret inside of base64 is taken out, %i bytes in", (offset) => {
  const [before, after] = ["x".repeat(offset), "yyyy"];
  for (const encoding of ["base64", "base64url"] as const) {
    const cleaned = scrub(Buffer.from(`${before}${key}${after}`).toString(encoding));
    expect(cleaned.replace("[secret]", "").length).toBeLessThan(12);
  }
});

test.each([
  ["whole", privateKey],
  ["on one line", privateKey.replaceAll("\n", " ")],
  ["with escaped line ends", JSON.stringify(privateKey)],
  ["without its frame", keyLines.join("\n")],
  ["joined", keyLines.join("")],
  ["one line of it", keyLines[0] ?? ""],
  ["a part of a line", keyLines[0]?.slice(5, 45) ?? ""],
])("a private key %s is taken out", (_name, text) => {
  // Not cut to the length of a message, which would leave no whole line either.
  const cleaned = scrub(`bad key: ${text}`);
  const pieces = keyLines.flatMap((line) => line.match(/.{12}/g) ?? []);
  expect(pieces.filter((piece) => cleaned.includes(piece))).toEqual([]);
});

test("what looks like a secret is taken out without being known", () => {
  const text = serverText(
    `Bearer abc.def, https://me:hunter2@host/x, ${privateKey}`,
    createScrub([]),
  );
  expect(text).toBe("[secret], https://[secret]host/x, [secret]");
});

test("an unfinished private key is taken out to its end", () => {
  expect(createScrub([])(`x ${privateKey.slice(0, 100)}`)).toBe("x [secret]");
});

test("a secret that begins another does not leave the rest of it", () => {
  const both = createScrub(["0123456789ab", "0123456789abcdef"]);
  expect(both("0123456789abcdef 0123456789ab")).toBe("[secret] [secret]");
});

test("short text is no secret", () => {
  expect(createScrub(["", "a", "name"])("a name")).toBe("a name");
});

test("ordinary text stays as it is", () => {
  const text = "Volume data (vol_1) already exists in region eu; see https://console.example/x#a@b";
  expect(serverText(text, scrub)).toBe(text);
});

test("control and invisible characters are taken out of a message", () => {
  const text = serverText(
    "\u001b[31mred\u001b[0m\r\nline\u2028two\u0000\u200b\u202eend\u0007",
    scrub,
  );
  expect(text).toBe("red line twoend");
});

test("invisible characters do not hide a secret", () => {
  const hidden = [...key].join("\u200b");
  expect(serverText(`${"\u200b".repeat(70_000)}${hidden}`, scrub)).toBe("[secret]");
});

test("a message is cut to 100 characters, never inside a secret", () => {
  expect(serverText("x".repeat(1000), scrub)).toHaveLength(100);
  expect(serverText(`${"x".repeat(95)}${key}`, scrub)).toBe(
    `${"x".repeat(50)}…${"x".repeat(41)}[secret]`,
  );
  expect(serverText(`${"x".repeat(99)}😀`, scrub).isWellFormed()).toBe(true);
});

test("a registered secret never survives, wherever it stands", () => {
  const secret = fc.stringMatching(/^[\x21-\x7e]{16,64}$/);
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
      expect(createScrub([value])(`${before}${value}${after}`)).not.toContain(value);
    }),
  );
});

test("private keys are found in a body at any depth", () => {
  const body = {
    name: "web",
    certificate,
    parts: [{ private_key: privateKey }],
    size: 1,
    none: null,
  };
  expect(secretsIn(body)).toEqual([privateKey]);
  expect(secretsIn(undefined)).toEqual([]);
});

test("of a body, what is called a secret is one, also inside of what we do not know", () => {
  const raw = { hooks: [{ webhook_token: "one" }], credentials: { user: "ada", password: "two" } };
  const open = { ssh_key: "ssh-ed25519 AAAA", key_id: "key_1", public_key: "pub", keyboard: "de" };
  expect(secretsIn({ ...raw, ...open, apiKey: "three", tokens: ["four"] })).toEqual([
    ...["one", "two", "three", "four"],
  ]);
});

const echoed = (body: Json, text: string) => serverText(text, createScrub(secretsIn(body)));
const odd = 'geheim "quoted" <&> \\ 5';
const sas = "AccountName=a;AccountKey=QWxhZGRpbjpvcGVuc2VzYW1l;";
const slack = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXX";
const signed = "https://u:geheim99@a.example/x.img?X-Amz-Signature=f00dcafe&part=geheim%2F123";

test.each<[string, Json, string, string]>([
  [
    "by the name beside it",
    { env: [{ name: "DB_PASSWORD", value: "geheim-1" }] },
    "bad geheim-1",
    "bad [secret]",
  ],
  ["by the key beside it", { Key: "token", Value: "geheim-1" }, "bad geheim-1", "bad [secret]"],
  ["next to a pair", { name: "a", value: "b", password: "geheim-1" }, "geheim-1", "[secret]"],
  ["in a list of secrets", { tokens: [{ name: "ci", value: "geheim-1" }] }, "geheim-1", "[secret]"],
  ["in an object of secrets", { secrets: { CI: "geheim-1" } }, "geheim-1", "[secret]"],
  ["of an object", { password: { value: "geheim-1" } }, "geheim-1", "[secret]"],
  ["a header", { auth: "Basic dXNlcjpwYXNz" }, "bad Basic dXNlcjpwYXNz", "bad [secret]"],
  ["without its scheme", { auth: "Basic dXNlcjpwYXNz" }, "bad dXNlcjpwYXNz", "bad [secret]"],
  ["a connection", { connection_string: sas }, `bad ${sas}`, "bad [secret]"],
  ["in a connection", { text: sas }, "bad key QWxhZGRpbjpvcGVuc2VzYW1l", "bad key [secret]"],
  ["of a database", { dsn: "u:Geheim123@tcp(a:1)/x" }, "of u:Geheim123@tcp(a:1)/x", "of [secret]"],
  ["of an address", { url: "u:Geheim123@tcp(a:1)/x" }, "no user Geheim123", "no user [secret]"],
  [
    "of a tunnel",
    { "wireguard.psk": "geheim-3", "bgp.md5": "geheim-4" },
    "geheim-3 geheim-4",
    "[secret] [secret]",
  ],
  [
    "of digits",
    { pin: "12345678", token: 1234567890123 },
    "12345678 1234567890123",
    "[secret] [secret]",
  ],
  ["a webhook's address", { webhook: slack }, `no ${slack} here`, "no [secret] here"],
  [
    "a webhook's path",
    { webhook_url: slack },
    "no T00000000/B00000000/XXXXXXXXXXXXXXXX",
    "no [secret]",
  ],
  [
    "for SSH",
    { ssh_password: "geheim-1", sshPrivateKey: "geheim-2" },
    "geheim-1 geheim-2",
    "[secret] [secret]",
  ],
  ["for an API", { api_keys: ["geheim-1"] }, "geheim-1", "[secret]"],
  [
    "in a user's data",
    { user_data: "#cloud-config\npassword: geheim-1\n" },
    "geheim-1",
    "[secret]",
  ],
  ["in JSON", { raw: '{"password":"geheim-1"}' }, "geheim-1", "[secret]"],
  ["in a query", { url: signed }, "bad X-Amz-Signature=f00dcafe", "bad X-Amz-Signature=[secret]"],
  ["in a query, decoded", { url: signed }, "bad part geheim/123", "bad part [secret]"],
  [
    "before a host",
    { url: signed },
    "cannot fetch u:geheim99@a.example",
    "cannot fetch [secret]@a.example",
  ],
  ["in other cases", { secret: "GeHeim-1" }, "geheim-1 GEHEIM-1", "[secret] [secret]"],
  ["cut off", { secret: "geheimgeheimgeheim" }, "bad key=geheimgeheim…", "bad key=[secret]…"],
  ["in JSON in JSON", { secret: odd }, JSON.stringify(JSON.stringify([odd])), '"["[secret]"]"'],
  ["in a page", { secret: odd }, "a geheim &quot;quoted&quot; &#60;&amp;&#x3e; \\ 5", "a [secret]"],
  [
    "in a page in JSON",
    { secret: odd },
    "geheim \\u0026quot;quoted\\u0026quot; &lt;&amp;amp;&gt; \\ 5",
    "[secret]",
  ],
])("a secret %s is taken out", (_which, body, text, shown) => {
  expect(echoed(body, text)).toBe(shown);
});

test.each<[Json, string]>([
  [
    { tags: [{ key: "environment", value: "production" }] },
    "tag environment=production is reserved",
  ],
  [
    { author: "Ada Lovelace", mapping: "opinionated", connections: "unlimited" },
    "Ada Lovelace: opinionated, unlimited",
  ],
  [{ auth_method: "certificate", token_type: "service-account" }, "certificate service-account"],
  [{ secretName: "web-settings", token_ttl: 31536000 }, "web-settings lives 31536000 s"],
  [{ credentials: { username: "administrator" } }, "no user administrator"],
  [{ private_network: "backend-network", passthrough: "always-on" }, "backend-network always-on"],
  [
    { ssh_keys: ["ssh-ed25519 AAAAC3Nz"], authorized_keys: "ssh-rsa AAAAB3Nz" },
    "ssh-ed25519 AAAAC3Nz ssh-rsa AAAAB3Nz",
  ],
  [
    { url: "https://a.example/dl/debian-13.qcow2?region=frankfurt" },
    "no debian-13.qcow2 in frankfurt",
  ],
  [{ description: "mail to ada.lovelace@a.example, at 10:30" }, "ada.lovelace@a.example at 10:30"],
  [{ image: "debian/bookworm:20260101@sha256:0123" }, "no image debian/bookworm:20260101"],
])("what is no secret stays: %j", (body, text) => {
  expect(echoed(body, text)).toBe(text);
});

test("escapes are read as what they stand for, and never bring back what nobody sees", () => {
  const text = 'no \\"web\\" &amp; &lt;b&gt; &#27;[31m C:\\temp';
  expect(serverText(text, createScrub([]))).toBe('no "web" & <b> C:\\temp');
  expect(serverText("https:&#47;&#47;u:word@a.example", createScrub([]))).toBe(
    "https://[secret]a.example",
  );
});

test.each(["\\", "&", "&amp;", "a", "=", "a=", ":", "a:", '"', "geheim-1", "A1b2", "https://u:"])(
  "a long text of %s is read at once",
  (part) => {
    const text = part.repeat(1_000_000 / part.length);
    const begun = performance.now();
    serverText(text, createScrub(["geheim-1", privateKey]));
    secretsIn({ user_data: text.slice(0, 64_000) });
    expect(performance.now() - begun).toBeLessThan(1000);
  },
);
