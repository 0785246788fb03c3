import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { makeCertificate } from "./certificate.ts";
import type { TestStack } from "./stack.ts";

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });

/** Replaces the program by one that declares the certificate "tls", in the way of a class or of the plugin. */
type Declare = (certificate: Readonly<Record<string, unknown>>) => void;

/** A private key is sent from a file beside the program, and never in the state. */
export async function playPrivateKey(stack: TestStack, declare: Declare): Promise<void> {
  const file = join(stack.directory, "tls", "shop.key");
  mkdirSync(join(stack.directory, "tls"));
  declare({ certificate, privateKeyFrom: { file: "tls/shop.key" } });
  const { changes, messages } = await stack.preview();
  expect(changes).toEqual({ tls: "create" });
  expect(messages).toContainEqual(expect.stringContaining("there is no file tls/shop.key"));
  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toContain("was not created: privateKeyFrom.file has no key");

  writeFileSync(file, privateKey);
  const made = await stack.up();
  expect(stack.platform.snapshot().certificate).toHaveLength(1);
  rmSync(file);
  stack.requests();
  // Another place, which has no key: that of a certificate that is there is known by it.
  declare({ certificate, privateKeyFrom: { environment: "TLS_KEY" } });
  const again = await stack.up({}, "--refresh");
  expect([again.changes, stack.writes()]).toEqual([{}, []]);
  const [, line = "?"] = privateKey.split("\n");
  const shown = [made.output, again.output, readFileSync(stack.stateFile, "utf8")].join("\n");
  expect(shown).not.toContain(line);
  expect(shown).not.toContain(Buffer.from(privateKey).toString("base64"));
  await stack.destroy();
  expect([existsSync(file), stack.platform.snapshot().certificate]).toEqual([false, []]);
}
