import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Props, SecretText } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { certificate } from "../../../resources/network/certificate.ts";
import { makeCertificate, pem } from "../../support/certificate.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

type Severity = "warning" | "error" | undefined;

const tls = classUnderTest(certificate);
const leaf = makeCertificate({ commonName: "shop.example", domains: ["www.shop.example"] });
const renewed = makeCertificate({ key: leaf.key });
const authority = makeCertificate({ commonName: "Authority" });
const root = makeCertificate({ commonName: "Root" });
const expired = makeCertificate({
  key: leaf.key,
  notBefore: new Date("2020-01-01T00:00:00Z"),
  notAfter: new Date("2021-01-01T00:00:00Z"),
});
const inputs = { privateKey: leaf.privateKey, certificate: leaf.certificate };
const narrow = (text: string) => pem("CERTIFICATE", new X509Certificate(text).raw, 40);
const sec1 = leaf.key.export({ type: "sec1", format: "pem" }).toString();

/** No line of the key's text is in what the user is shown. */
function expectNoKey(shown: unknown): void {
  const text = JSON.stringify(shown);
  for (const line of [...leaf.privateKey.split("\n"), ...authority.privateKey.split("\n")]) {
    if (line !== "") expect(text).not.toContain(line);
  }
}

describe("the same certificates", () => {
  const chain = authority.certificate + root.certificate;

  test.each<[string, Props, Props]>([
    ["wrapped at another width", inputs, { ...inputs, certificate: narrow(leaf.certificate) }],
    [
      "with other line ends and text around",
      inputs,
      { ...inputs, certificate: `subject: shop\r\n${leaf.certificate.replaceAll("\n", "\r\n")}` },
    ],
    [
      "divided in another way",
      { ...inputs, certificate: leaf.certificate + chain },
      { ...inputs, certificateChain: chain },
    ],
    [
      "with a chain in another order",
      { ...inputs, certificateChain: chain },
      { ...inputs, certificateChain: root.certificate + authority.certificate },
    ],
    ["with an empty chain", inputs, { ...inputs, certificateChain: "" }],
    ["with its key in another encoding", inputs, { ...inputs, privateKey: sec1 }],
  ])("%s are no change", (_what, before, after) => {
    expect(tls.diff(before, after)).toMatchObject({ changes: false, replaces: [] });
    expect(tls.diff(after, before)).toMatchObject({ changes: false, replaces: [] });
  });
});

describe("a state of an earlier version with a key among its certificates", () => {
  test.each<[string, Props]>([
    ["certificate", { certificate: leaf.certificate + leaf.privateKey }],
    ["certificateChain", { certificateChain: leaf.privateKey }],
  ])("loses the %s's key by an update that sends nothing", async (_what, change) => {
    const before = { ...inputs, ...change };
    expect(tls.diff(before, inputs)).toMatchObject({ changes: true, replaces: [] });
    const state = await tls.update("cert_1", { before, after: inputs }, []);
    const { privateKey: _kept, ...shown } = state;
    expectNoKey(shown);
    expect(tls.diff(state, inputs)).toMatchObject({ changes: false, replaces: [] });
  });
});

describe("another", () => {
  test.each<[string, Props, readonly string[]]>([
    ["certificate", { certificate: renewed.certificate }, ["certificate"]],
    ["chain", { certificateChain: authority.certificate }, ["certificateChain"]],
    ["key", { privateKey: authority.privateKey }, ["privateKey"]],
    ["name", { name: "mine" }, ["name"]],
  ])("%s replaces it", (_what, change, replaces) => {
    expect(tls.diff(inputs, { ...inputs, ...change })).toMatchObject({ replaces });
  });

  test("certificate is created before the old one is deleted, unless it has a fixed name", () => {
    const change = { ...inputs, certificate: renewed.certificate };
    const generated = tls.diff(inputs, { ...change, name: "tls-x", __generatedName: true });
    expect(generated.deleteBeforeReplace).toBe(false);
    const named = tls.diff({ ...inputs, name: "mine" }, { ...change, name: "mine" });
    expect(named.deleteBeforeReplace).toBe(true);
  });
});

test.each<[string, Props]>([
  ["chain", { certificateChain: UNKNOWN }],
  ["certificate", { certificate: UNKNOWN, certificateChain: leaf.certificate }],
])("a %s that is not known yet may be another one", (_what, change) => {
  const { changes, replaces } = tls.diff(inputs, { ...inputs, ...change });
  expect({ changes, replaces }).toEqual({ changes: undefined, replaces: Object.keys(change) });
});

describe("a check of certificates", () => {
  const escaped = (text: string) => text.replaceAll("\n", "\\n");
  const breaks = /line breaks.*\\n/;
  const mark = /byte order mark/;
  const encrypted = /encrypted with a passphrase/;
  const locked = { cipher: "aes-256-cbc", passphrase: "x" };
  const pkcs8 = leaf.key.export({ type: "pkcs8", format: "pem", ...locked }).toString();
  const traditional = leaf.key.export({ type: "sec1", format: "pem", ...locked }).toString();

  test.each<readonly [string, Props, RegExp]>([
    ["certificate", { certificate: "no PEM" }, /not PEM text/],
    ["certificateChain", { certificateChain: "no PEM" }, /not PEM text/],
    ["certificate", { certificate: `\ufeff${leaf.certificate}` }, mark],
    ["certificate", { certificate: escaped(leaf.certificate) }, breaks],
    ["certificateChain", { certificateChain: `\ufeff${authority.certificate}` }, mark],
    ["certificateChain", { certificateChain: escaped(authority.certificate) }, breaks],
    ["certificateChain", { certificateChain: "" }, /is empty/],
    ["certificateChain", { certificateChain: "\n" }, /is empty/],
    ["privateKey", { privateKey: `\ufeff${leaf.privateKey}` }, mark],
    ["privateKey", { privateKey: escaped(leaf.privateKey) }, breaks],
    ["privateKey", { privateKey: pkcs8 }, encrypted],
    ["privateKey", { privateKey: traditional }, encrypted],
    // The values that the state would show.
    ["certificate", { certificate: leaf.privateKey }, /holds a private key/],
    ["certificate", { certificate: leaf.privateKey + leaf.certificate }, /holds a private key/],
    ["certificateChain", { certificateChain: root.certificate + root.privateKey }, /private key/],
    // No message names or shows the key.
    ["privateKey", { privateKey: "secret text" }, /not PEM text/],
    ["privateKey", { privateKey: authority.privateKey }, /does not belong to certificate/],
    ["privateKey", { privateKey: leaf.certificate }, /not PEM text/],
  ])("says why %s is none: %#", (property, change, problem) => {
    const problems = tls.problems({ ...inputs, ...change });
    const [{ reason } = { reason: "" }, ...more] = problems;
    expect(more).toEqual([]);
    expect(reason).toMatch(new RegExp(`^${property} .*${problem.source}`));
    expect(reason).not.toContain("secret text");
    if (property === "privateKey") expect(problems[0]).not.toHaveProperty("property");
    expectNoKey(problems);
  });

  test("says where the key's certificate is when it is not the first", () => {
    const last = { ...inputs, certificate: authority.certificate + leaf.certificate };
    expect(tls.problems(last)).toEqual([
      { reason: expect.stringContaining("certificate 2 of 2 in certificate;") },
    ]);
    const swapped = {
      ...{ privateKey: leaf.privateKey, certificate: authority.certificate },
      certificateChain: root.certificate + leaf.certificate,
    };
    expect(tls.problems(swapped)).toEqual([
      { reason: expect.stringContaining("certificate 2 of 2 in certificateChain;") },
    ]);
  });

  test("refuses an expired certificate that is new or changed", () => {
    const old = { ...inputs, certificate: expired.certificate };
    const error = { severity: "error", reason: expect.stringContaining("2021-01-01T00:00:00Z") };
    expect(tls.problems(old)).toEqual([error]);
    expect(tls.problems(old, inputs)).toEqual([error]);
  });

  test.each([
    ["unchanged", expired.certificate],
    ["wrapped in another way", narrow(expired.certificate)],
  ])("only warns of one that expired since, %s", (_what, text) => {
    const old = { ...inputs, certificate: expired.certificate };
    expect(tls.problems({ ...inputs, certificate: text }, old)).toMatchObject([
      { severity: "warning" },
    ]);
  });

  test("warns of a name of one's own", () => {
    expect(tls.problems({ ...inputs, name: "mine" })).toMatchObject([
      { property: "name", severity: "warning" },
    ]);
  });
});

describe("a key that is kept outside", () => {
  const from = { privateKeyFrom: { file: "tls/shop.key" }, certificate: leaf.certificate };
  const elsewhere = { ...from, privateKeyFrom: { environment: "TLS_KEY" } };
  const absent = { why: "there is no file tls/shop.key", mayCome: true } as const;
  const unset = { why: "TLS_KEY is not set" } as const;
  const keyIs = (secret: SecretText) => ({ readSecret: () => secret });

  test.each<[string, Props, Props]>([
    ["another place", from, elsewhere],
    [
      "another place, of a certificate wrapped in another way",
      from,
      { ...elsewhere, certificate: narrow(leaf.certificate) },
    ],
  ])("%s is no change", (_what, before, after) => {
    expect(tls.diff(before, after)).toMatchObject({ changes: false, replaces: [] });
  });

  test.each<[string, Props, Props]>([
    ["out of the state", inputs, from],
    ["into the state", from, inputs],
  ])("moves %s by an update that sends nothing", async (_where, before, after) => {
    expect(tls.diff(before, after)).toMatchObject({ replaces: [] });
    expect(tls.diff(before, after).changes).not.toBe(false);
    const state = await tls.update("cert_1", { before, after }, []);
    const { privateKey, privateKeyFrom } = state;
    expect({ privateKey, privateKeyFrom }).toEqual({
      privateKey: Reflect.get(after, "privateKey"),
      privateKeyFrom: Reflect.get(after, "privateKeyFrom"),
    });
    expect(tls.diff(state, after)).toMatchObject({ changes: false, replaces: [] });
  });

  test.each<[string, Props]>([
    ["another", { certificate: renewed.certificate }],
    ["an unknown", { certificate: UNKNOWN }],
  ])("may be another one with %s certificate", (_what, change) => {
    expect(tls.diff(from, { ...from, ...change }).replaces).toContain("certificate");
    expect(tls.diff(inputs, { ...from, ...change }).replaces).toContain("certificate");
  });

  test("is sent, and in no state", async () => {
    const call = "POST /v1/certificates";
    const body = { private_key: leaf.privateKey, certificate: leaf.certificate };
    const context = newContext(
      [{ call, body, answer: { id: "cert_1", private_key: leaf.privateKey } }],
      {
        assumedRoutes: "never",
        ...keyIs({ text: leaf.privateKey }),
      },
    );
    const { state } = await create(context, certificate, declared(from));
    expect(state["privateKeyFrom"]).toEqual(from.privateKeyFrom);
    expectNoKey([state, context.said]);
  });

  const none = /^privateKeyFrom\.\w+ has no key: /;
  const wrong = /^privateKeyFrom\.\w+ does not belong to certificate/;
  const noPem = /^privateKeyFrom\.\w+ is not PEM text/;

  test.each<[string, SecretText, RegExp]>([
    ["there is none", absent, none],
    ["it is another's", { text: authority.privateKey }, wrong],
    ["it is no PEM text", { text: "secret text" }, noPem],
  ])("is not sent where %s", async (_why, secret, reason) => {
    const context = newContext([], { assumedRoutes: "never", ...keyIs(secret) });
    const error = await errorOf(() => create(context, certificate, declared(from)));
    expect(error.code).toBe("input");
    expect(error.message.replace('certificate "main" was not created: ', "")).toMatch(reason);
    expect(error.message).not.toContain("secret text");
  });

  const other = { ...from, certificate: renewed.certificate };
  const adopted = { ...from, adopt: "cert_1" };

  test.each<[string, readonly [now: Props, before: Props], SecretText, Severity, RegExp?]>([
    ["of a new certificate is right", [from, {}], { text: leaf.privateKey }, undefined],
    ["of a new certificate may come", [from, {}], absent, "warning", none],
    ["of another certificate may come", [other, from], absent, "warning", none],
    ["of a new certificate is not set", [elsewhere, {}], unset, "error", none],
    ["of a certificate that is there is not needed", [from, from], absent, undefined],
    ["nor from elsewhere", [elsewhere, inputs], unset, undefined],
    ["of an adopted certificate is not needed", [adopted, {}], absent, undefined],
    ["is another's", [from, from], { text: authority.privateKey }, "error", wrong],
    ["is no PEM text", [elsewhere, {}], { text: "secret text" }, "error", noPem],
  ])("%s", (_what, [now, oldInputs], secret, severity, reason) => {
    const problems = tls.problems(now, oldInputs, keyIs(secret));
    expect(problems.map((one) => one.severity ?? "error")).toEqual(severity ? [severity] : []);
    if (reason !== undefined) expect(problems[0]?.reason).toMatch(reason);
    expect(JSON.stringify(problems)).not.toContain("secret text");
    expectNoKey(problems);
  });

  const inOneLine = leaf.privateKey.replaceAll("\n", "\\n");
  test.each<[string, Props, string]>([
    ["the text of the key as a file", { file: leaf.privateKey }, "privateKeyFrom.file"],
    ["the same in one line", { file: inOneLine }, "privateKeyFrom.file"],
    ["it as a variable", { environment: leaf.privateKey }, "privateKeyFrom.environment"],
    ["no place", {}, "privateKeyFrom"],
    ["two places", { file: "a", environment: "B" }, "privateKeyFrom"],
    ["a misspelt place", { path: "a" }, "privateKeyFrom"],
  ])("is refused with %s", (_what, privateKeyFrom, path) => {
    const key = keyIs({ text: leaf.privateKey });
    const problems = tls.problems({ ...from, privateKeyFrom }, {}, key);
    expect(problems.map(({ reason }) => reason.split(" ")[0])).toContain(path);
    expectNoKey(problems);
  });

  test.each<[string, Props, string]>([
    ["both", { ...inputs, ...from }, "both are given"],
    ["neither", { certificate: leaf.certificate }, "neither is given"],
  ])("is refused with %s", (_what, given, found) => {
    expect(tls.problems(given, {}, keyIs({ text: leaf.privateKey }))).toEqual([
      { reason: `exactly one of privateKey and privateKeyFrom must be given; ${found}` },
    ]);
  });
});

test("a certificate's outputs follow from its text", async () => {
  const call = "POST /v1/certificates";
  const body = { private_key: leaf.privateKey, certificate: leaf.certificate };
  const context = newContext([{ call, body, answer: { id: "cert_1" } }], {
    assumedRoutes: "never",
  });
  const { state } = await create(context, certificate, declared(inputs));
  const { validToDate, fingerprint256 } = new X509Certificate(leaf.certificate);
  expect(state).toMatchObject({
    fingerprint: fingerprint256.replaceAll(":", "").toLowerCase(),
    notAfter: validToDate.toISOString().replace(".000Z", "Z"),
    domains: ["shop.example", "www.shop.example"],
  });
});
