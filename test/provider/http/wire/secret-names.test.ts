import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { createScrub, secretsIn, serverText } from "../../../../provider/http/wire/scrub.ts";

const rsaKey = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n-----END RSA PRIVATE KEY-----";

describe("what a field is called", () => {
  test.each([
    ...["passPhrase", "pass_phrase", "passphrase", "cookie", "cookies"],
    ...[
      "connection_url",
      "connectionUri",
      "accessKeys",
      "access__keys",
      "apikeys",
      "token_at_rest",
    ],
  ])("%s makes it a secret", (name) => {
    expect(secretsIn({ [name]: "geheim-1" })).toEqual(["geheim-1"]);
  });

  test.each([
    ...["sshkey", "publickey", "token_scope", "token_scopes", "token_event", "token_events"],
    "connection_urn",
  ])("%s does not", (name) => {
    expect(secretsIn({ [name]: "geheim-1" })).toEqual([]);
  });

  test.each<[string, Json, readonly string[]]>([
    ["a key with no value beside it is one itself", { key: "geheim-1" }, ["geheim-1"]],
    ["a label that is no text says nothing", { name: 7, value: "geheim-1" }, []],
    [
      "what labels a secret is none",
      { secrets: [{ key: "ci-token", value: "geheim-1" }] },
      ["geheim-1"],
    ],
  ])("%s", (_which, body, found) => {
    expect(secretsIn(body)).toEqual(found);
  });
});

test.each([
  ["after a user", "no admin:Geheim123@tcp(a:1)/x"],
  ["at the beginning", "password=Geheim123"],
  ["after spaces", "set password = Geheim123"],
])("a secret %s of a text is found", (_where, text) => {
  expect(secretsIn({ text })).toContain("Geheim123");
});

test("a key of any kind is found by its frame, whatever the field is called", () => {
  expect(secretsIn({ note: rsaKey })).toEqual([rsaKey]);
  expect(secretsIn([rsaKey])).toEqual([rsaKey]);
  expect(createScrub([])(`x ${rsaKey} y`)).toBe("x [secret] y");
});

test("a token after any spaces is taken out", () => {
  expect(createScrub([])("Bearer  abc.def;")).toBe("[secret];");
});

test.each([
  ["letters, escaped twice", "gehéimnis", "geh\\\\u00e9imnis"],
  ["quotes, in a page in a page in a page", 'ge"heim<1', "ge&amp;amp;quot;heim&amp;amp;lt;1"],
  ["a quote of a page", "ge'heim-1", "ge&apos;heim-1"],
])("a secret of %s is taken out", (_which, secret, echoed) => {
  expect(serverText(`no ${echoed} here`, createScrub([secret]))).toBe("no [secret] here");
});

test("one line of a text that is secret is taken out, short words of it are not", () => {
  const scrub = createScrub([
    "-----BEGIN WORDS-----\r\ncorrect horse, battery!\r\n  staple it now, and there \r\nno\r\n",
  ]);
  expect(scrub("got staple it now, and there: no")).toBe("got [secret]: no");
  expect(scrub("a correct horse, battery!")).toBe("a correct horse, battery!");
  const joined = ["correct horse, battery!", "staple it now, and there", "no"];
  expect(scrub(`got ${joined.join(" ")}`)).toBe("got [secret]");
  expect(scrub(`got ${joined.join("")}`)).toBe("got [secret]");
  expect(scrub("-----BEGIN WORDS-----")).toBe("-----BEGIN WORDS-----");
});
