import { describe, expect, test } from "vitest";
import type { Rule } from "../../policies/rule.ts";
import { allowedImages } from "../../policies/rules/allowed-images.ts";
import { allowedPlans } from "../../policies/rules/allowed-plans.ts";
import { allowedRegions } from "../../policies/rules/allowed-regions.ts";
import { allowedSizes } from "../../policies/rules/allowed-sizes.ts";
import { explicitProvider } from "../../policies/rules/explicit-provider.ts";
import { namePattern } from "../../policies/rules/name-pattern.ts";
import { noKeyMaterial, secretProperties } from "../../policies/rules/no-key-material.ts";
import { privilegedMembers } from "../../policies/rules/privileged-members.ts";
import { notKnown } from "../../policies/view.ts";
import { definitions } from "../../resources/_registry.ts";
import { makeCertificate } from "../support/certificate.ts";
import { type Given, problemsOf } from "./decide.ts";

test("owners and admins are of listed domains", () => {
  const member = (role: unknown, email: unknown = "eve@Example.com"): Given => ({
    ...{ type: "access:ProjectMember", name: "eve", properties: { role, email } },
  });
  const config = { allowedDomains: ["corp.example", "*.corp.example"] };
  for (const role of ["owner", "admin"]) {
    expect(problemsOf(privilegedMembers, [member(role)], { config })).toEqual([
      `eve: role is ${role}, and the domain of its e-mail address is "example.com", and allowed are: corp.example, *.corp.example`,
    ]);
  }
  const fine = [member("developer"), member("admin", "a@eu.corp.example"), member(notKnown)];
  expect(problemsOf(privilegedMembers, fine, { config })).toEqual([]);
  expect(problemsOf(privilegedMembers, [member("owner", notKnown)], { config })).toEqual([]);
  expect(problemsOf(privilegedMembers, [member("owner")])).toEqual([]);
});

describe("key material", () => {
  const { privateKey, certificate } = makeCertificate();

  test("is found at every depth, and never shown", () => {
    const properties = {
      config: { "user.data": `key: ${privateKey}` },
      raw: [{ note: `AKIA${"A".repeat(16)}` }],
    };
    const problems = problemsOf(noKeyMaterial, [{ type: "network:Network", properties }]);
    expect(problems).toEqual([
      "it: config.user.data holds text that matches /-----BEGIN [A-Z ]*PRIVATE KEY-----/, and only secret properties may",
      "it: raw.0.note holds text that matches /\\bAKIA[0-9A-Z]{16}\\b/, and only secret properties may",
    ]);
    expect(problems.join()).not.toContain(privateKey.split("\n")[1]);
  });

  test("is allowed where it is kept as a secret, and certificates are none", () => {
    const properties = { privateKey, certificate, name: notKnown };
    expect(problemsOf(noKeyMaterial, [{ type: "network:Certificate", properties }])).toEqual([]);
    const secrets = [...definitions.values()].flatMap((definition) => definition.secrets);
    expect([...secretProperties].toSorted()).toEqual(secrets.toSorted());
  });

  test("is allowed in a value that the state encrypts, and not beside it", () => {
    const key = `AKIA${"A".repeat(16)}`;
    const properties = { raw: { acl: key, list: [key], note: key }, config: { "user.key": key } };
    const secrets = ["raw.acl", "raw.list", "config.user.key"];
    const given = { type: "storage:Bucket", properties };
    expect(problemsOf(noKeyMaterial, [{ ...given, secrets }])).toEqual([
      expect.stringContaining("it: raw.note holds"),
    ]);
    expect(problemsOf(noKeyMaterial, [{ ...given, secrets: ["raw", "config"] }])).toEqual([]);
  });

  test("is what the settings say", () => {
    const given = [{ type: "storage:Bucket", properties: { raw: { token: "tok-123" } } }];
    expect(problemsOf(noKeyMaterial, given, { config: { patterns: ["tok-\\d+"] } })).toHaveLength(
      1,
    );
  });
});

test("names follow a pattern as a whole", () => {
  const named = (name: unknown): Given => ({ type: "storage:Volume", properties: { name } });
  expect(problemsOf(namePattern, [named("Data_1")])).toEqual([
    'it: name is "Data_1", and pattern is [a-z0-9][a-z0-9-]{0,62}',
  ]);
  expect(problemsOf(namePattern, [named("data-1"), named(notKnown), named(undefined)])).toEqual([]);
  expect(problemsOf(namePattern, [named("eu-1")], { config: { pattern: "eu|us" } })).toHaveLength(
    1,
  );
});

test.each<[Rule, string, string, string]>([
  [allowedRegions, "regions", "region", "storage:Volume"],
  [allowedPlans, "plans", "plan", "compute:Instance"],
  [allowedSizes, "sizes", "size", "compute:Server"],
  [allowedImages, "images", "image", "compute:Instance"],
  [allowedImages, "images", "image", "compute:Container"],
])("$name limits what its list names, once there is one: %s", (rule, setting, property, type) => {
  const problems = (value: unknown, list?: readonly string[]) =>
    problemsOf(rule, [{ type, properties: { [property]: value } }], {
      config: list === undefined ? {} : { [setting]: list },
    });
  expect(problems("debian/12", ["debian/13", "eu-*"])).toEqual([
    `it: ${property} is "debian/12", and allowed are: debian/13, eu-*`,
  ]);
  expect(problems("anything", [])).toEqual([
    `it: ${property} is "anything", and allowed are: none`,
  ]);
  expect(problems("eu-1", ["debian/13", "eu-*"])).toEqual([]);
  expect(problems("debian.13", ["debian.1?"])).toHaveLength(1);
  expect(problems("anything")).toEqual([]);
  expect(problems(notKnown, [])).toEqual([]);
  expect(problems(undefined, [])).toEqual([]);
});

test("an explicit provider is asked for", () => {
  const given = { type: "storage:Volume", name: "data" };
  expect(problemsOf(explicitProvider, [given])).toEqual([
    "data: it uses the default provider, and an explicit one is required",
  ]);
  expect(problemsOf(explicitProvider, [{ ...given, hasOwnProvider: true }])).toEqual([]);
});
