import fc from "fast-check";
import { expect, test } from "vitest";
import { createScrub, secretsIn, serverText } from "../../../../provider/http/wire/scrub.ts";
import { makeCertificate } from "../../../support/certificate.ts";

const key = 'hk_"quoted"/0123456789+abc';
const { certificate, privateKey } = makeCertificate();
const keyLines = privateKey.split("\n").filter((line) => line.length >= 24 && !line.includes("-"));
const scrub = createScrub([key, privateKey]);

test.each([
  ["as it is", key],
  ["URL-encoded", encodeURIComponent(key)],
  ["JSON-escaped", JSON.stringify(key)],
  ["base64", Buffer.from(key).toString("base64")],
  ["base64url", Buffer.from(key).toString("base64url")],
])("a secret %s is taken out", (_name, text) => {
  const cleaned = scrub(`before ${text} after`);
  expect(cleaned).toContain("[secret]");
  expect(cleaned).toMatch(/^before .* after$/);
  expect(cleaned).not.toContain("0123456789");
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
  const cleaned = serverText(`bad key: ${text}`, scrub);
  for (const line of keyLines) expect(cleaned).not.toContain(line);
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
