import fc from "fast-check";
import { expect, test } from "vitest";
import { createScrub, secretsIn, serverText } from "../../provider/scrub.ts";
import { makeCertificate } from "../support/certificate.ts";

const key = 'hk_"quoted"/0123456789+abc';
const { certificate, privateKey } = makeCertificate();
const keyLines = privateKey.split("\n").filter((line) => line.length >= 24 && !line.includes("-"));
const scrub = createScrub([key, privateKey]);

test.each([
  ["as it is", key],
  ["URL-encoded", encodeURIComponent(key)],
  ["JSON-escaped", JSON.stringify(key).slice(1, -1)],
])("a secret %s is taken out", (_name, text) => {
  expect(scrub(`before ${text} after`)).toBe("before [secret] after");
});

test.each([
  ["whole", privateKey],
  ["on one line", privateKey.replaceAll("\n", " ")],
  ["with escaped line ends", JSON.stringify(privateKey)],
  ["URL-encoded", encodeURIComponent(privateKey)],
  ["without its frame", keyLines.join("\n")],
  ["joined", keyLines.join("")],
  ["one line of it", keyLines[0] ?? ""],
])("a private key %s is taken out", (_name, text) => {
  const cleaned = scrub(`bad key: ${text}`);
  expect(keyLines.filter((line) => cleaned.includes(line))).toEqual([]);
});

test("a private key, a bearer token and what opens an address are taken out without being known", () => {
  const rsaKey = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n-----END RSA PRIVATE KEY-----";
  const text = `Bearer  abc.def; https://me:hunter2@host/x, ${privateKey} and ${rsaKey}`;
  expect(serverText(text, createScrub([]))).toBe(
    "[secret]; https://[secret]host/x, [secret] and [secret]",
  );
});

test("a token after any spaces is taken out", () => {
  expect(createScrub([])("Bearer  abc.def;")).toBe("[secret];");
});

test("lines of 24 characters and more are separate secrets, shorter ones are not", () => {
  const [long, short] = ["correct horse, battery 1", "correct horse, battery!"];
  const lines = createScrub([`${long}\r\n${short}\n`]);
  expect(lines(`a ${long} and a ${short}`)).toBe(`a [secret] and a ${short}`);
});

test("an unfinished private key is taken out to its end", () => {
  expect(createScrub([])(`x ${privateKey.slice(0, 100)}`)).toBe("x [secret]");
});

test("a secret that begins another does not leave the rest of it", () => {
  const both = createScrub(["0123456789ab", "0123456789abcdef"]);
  expect(both("0123456789abcdef 0123456789ab")).toBe("[secret] [secret]");
});

test.each([
  ["as a client writes it", "https://user:hunter2-key@x.example/signed-path/a?sig=0123456789"],
  ["from its path on", "GET /signed-path/a: 403"],
  ["its signature alone", "bad signature ?sig=0123456789"],
  ["its password alone", "user hunter2-key is locked"],
])("an address that is a secret is taken out %s", (_how, text) => {
  const clean = createScrub([
    " https://user:hunter2-key@X.example:443/signed-path/a?sig=0123456789",
  ])(text);
  for (const part of ["hunter2-key", "signed-path", "0123456789"])
    expect(clean).not.toContain(part);
});

test("a short secret is taken out where it is a word of its own", () => {
  const short = createScrub(["tcp", "100", "ab", "a.c"]);
  expect(short("tcp, 100: no tcpdump, 1001 of vol_100, ab, a.c, abc")).toBe(
    "[secret], [secret]: no tcpdump, 1001 of vol_100, ab, [secret], abc",
  );
});

test("ordinary text stays as it is", () => {
  const text =
    "Volume data (vol_1) exists in region eu; password policy: see https://a.example/x#a@b";
  expect(serverText(text, scrub)).toBe(text);
});

test("control and invisible characters are taken out, and do not hide a secret", () => {
  const text = "\u001b[31mred\u001b[0m\r\nline\u2028two\u0000\u200b\u202eend\u0007";
  expect(serverText(text, scrub)).toBe("red line twoend");
  expect(serverText([...key].join("\u200b"), scrub)).toBe("[secret]");
});

test("a message is cut to 100 characters, never inside a secret", () => {
  expect(serverText("x".repeat(1000), scrub)).toBe(`${"x".repeat(50)}…${"x".repeat(49)}`);
  expect(serverText(`${"x".repeat(95)}${key}`, scrub)).toBe(
    `${"x".repeat(50)}…${"x".repeat(41)}[secret]`,
  );
  expect(serverText("😀".repeat(99), scrub).isWellFormed()).toBe(true);
});

test("a registered secret never survives, wherever it is", () => {
  const secret = fc.stringMatching(/^[\x21-\x7e]{16,64}$/);
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
      expect(createScrub([value])(`${before}${value}${after}`)).not.toContain(value);
    }),
  );
});

test("private keys are found in a body at any depth, and nothing else", () => {
  const parts = [{ private_key: privateKey, password: "hunter2" }, privateKey];
  const body = { name: "web", certificate, parts, size: 1, none: null };
  expect(secretsIn(body)).toEqual([privateKey, privateKey]);
  expect(secretsIn(undefined)).toEqual([]);
});

test.each(["\\", "&", "a", "=", ":", '"', "A1b2", "https://u:", "?", "Bearer "])(
  "a long text of %s is read at once",
  (part) => {
    const begun = performance.now();
    serverText(part.repeat(1_000_000 / part.length), scrub);
    expect(performance.now() - begun).toBeLessThan(1000);
  },
);
