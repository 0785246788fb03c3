import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describeCertificate,
  fingerprints,
  placeOfKey,
  sameKey,
} from "../../../contract/values/pem.ts";
import { makeCertificate, makeKey, pem } from "../../support/certificate.ts";

const leaf = makeCertificate({ commonName: "example.com", domains: ["www.example.com"] });
const authority = makeCertificate({ commonName: "Test Authority" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

const sha256 = (certificate: string) =>
  createHash("sha256").update(new X509Certificate(certificate).raw).digest("hex");
const rewrapped = (certificate: string, width: number) =>
  pem("CERTIFICATE", new X509Certificate(certificate).raw, width);

describe("fingerprints", () => {
  test("are sorted and without repeats", () => {
    const both = leaf.certificate + authority.certificate + leaf.certificate;
    const expected = [sha256(leaf.certificate), sha256(authority.certificate)].sort();
    expect(fingerprints(both)).toEqual(expected);
  });

  test.each([
    ["empty text", ""],
    ["no block", "hello"],
    ["a key only", leaf.privateKey],
    ["no end", leaf.certificate.replace(/-----END.*/, "")],
    ["no begin", leaf.certificate.replace(/-----BEGIN.*/, "")],
    ["another end", leaf.certificate.replace("END CERTIFICATE", "END PRIVATE KEY")],
    ["a nested begin", `-----BEGIN CERTIFICATE-----\n${leaf.certificate}`],
    ["an empty block", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----"],
    ["not base64", leaf.certificate.replace(/M/, "!")],
    ["not a certificate", pem("CERTIFICATE", Buffer.from("not a certificate"))],
  ])("%s has none", (_name, text) => {
    expect(fingerprints(text)).toBeUndefined();
    expect(describeCertificate(text)).toBeUndefined();
    expect(placeOfKey(text, leaf.privateKey)).toBeUndefined();
  });

  test("any text gives a result, never an error", () => {
    const boundary = fc.constantFrom(
      "-----BEGIN CERTIFICATE-----",
      "-----END CERTIFICATE-----",
      "-----BEGIN PRIVATE KEY-----",
      "-----END PRIVATE KEY-----",
    );
    const line = fc.oneof(boundary, fc.base64String(), fc.string());
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        fingerprints(text);
        describeCertificate(text);
        expect(sameKey(text, leaf.privateKey)).toBe(false);
        expect(placeOfKey(leaf.certificate, text)).toBeUndefined();
      }),
    );
  });
});

describe("a set of fingerprints", () => {
  const both = leaf.certificate + authority.certificate;

  test("line width, line ends, order and text between do not matter", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.boolean(),
        (width, lineEnd, swapped) => {
          const blocks = [leaf, authority].map(({ certificate }) => rewrapped(certificate, width));
          if (swapped) blocks.reverse();
          const text = `subject=example.com\n${blocks.join("\n# issuer\n")}`;
          const variant = text.replaceAll("\n", lineEnd);
          expect(fingerprints(variant)).toEqual(fingerprints(both));
        },
      ),
      { numRuns: 30 },
    );
  });

  test("another certificate for the same key is another one", () => {
    const renewed = makeCertificate({ commonName: "example.com", key: leaf.key });
    expect(fingerprints(renewed.certificate)).not.toEqual(fingerprints(leaf.certificate));
  });

  test("an added chain is a change", () => {
    expect(fingerprints(both)).not.toEqual(fingerprints(leaf.certificate));
  });
});

describe("describeCertificate", () => {
  test("tells fingerprint, dates and names of the first certificate", () => {
    const { certificate } = makeCertificate({
      commonName: "Example.com",
      domains: ["www.example.com", "*.example.com", "example.com"],
      notBefore: new Date("2026-01-02T03:04:05Z"),
      notAfter: new Date("2051-12-31T23:59:59Z"),
    });
    expect(describeCertificate(certificate + authority.certificate)).toEqual({
      fingerprint: sha256(certificate),
      notBefore: "2026-01-02T03:04:05Z",
      notAfter: "2051-12-31T23:59:59Z",
      domains: ["*.example.com", "example.com", "www.example.com"],
    });
  });

  test("only domain names count as names", () => {
    const { certificate } = makeCertificate({
      commonName: "Ops Team, 10.0.0.1",
      domains: ['a", DNS:forged.example, "b', "good.example", "x, DNS:forged.example, y"],
    });
    expect(describeCertificate(certificate)?.domains).toEqual(["good.example"]);
  });

  test("a common name that is an address is no domain", () => {
    const { certificate } = makeCertificate({ commonName: "10.0.0.1" });
    expect(describeCertificate(certificate)?.domains).toEqual([]);
  });
});

describe("the place of a key's certificate", () => {
  test("matches its certificate alone", () => {
    expect(placeOfKey(leaf.certificate, leaf.privateKey)).toEqual({ at: 0, of: 1 });
    expect(placeOfKey(leaf.certificate, authority.privateKey)).toEqual({ at: -1, of: 1 });
  });

  test("is counted among all of the text", () => {
    const chain = leaf.certificate + authority.certificate;
    expect(placeOfKey(chain, leaf.privateKey)).toEqual({ at: 0, of: 2 });
    expect(placeOfKey(chain, authority.privateKey)).toEqual({ at: 1, of: 2 });
  });

  test.each([
    ["nothing", ""],
    ["a certificate", leaf.certificate],
    ["two keys", leaf.privateKey + authority.privateKey],
    [
      "an encrypted key",
      leaf.key
        .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
        .toString(),
    ],
    ["a broken key", pem("PRIVATE KEY", Buffer.from("not a key"))],
  ])("is none where the key is %s", (_name, text) => {
    expect(placeOfKey(leaf.certificate, text)).toBeUndefined();
  });
});

describe("sameKey", () => {
  test("one key in its encodings is the same key", () => {
    const pkcs8 = rsa.export({ type: "pkcs8", format: "pem" }).toString();
    const pkcs1 = rsa.export({ type: "pkcs1", format: "pem" }).toString();
    const sec1 = leaf.key.export({ type: "sec1", format: "pem" }).toString();
    expect(sameKey(pkcs8, pkcs1)).toBe(true);
    expect(sameKey(leaf.privateKey, sec1)).toBe(true);
    expect(sameKey(leaf.privateKey, leaf.privateKey.replaceAll("\n", "\r\n"))).toBe(true);
  });

  test("another key is another key", () => {
    const other = makeKey().export({ type: "pkcs8", format: "pem" }).toString();
    expect(sameKey(leaf.privateKey, other)).toBe(false);
    expect(sameKey(leaf.privateKey, "no key")).toBe(false);
    expect(sameKey("no key", "no key")).toBe(true);
  });
});
