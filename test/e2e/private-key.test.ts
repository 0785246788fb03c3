import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
const host = yamlHost();

/** The certificate as a program of classes or of the plugin declares it. */
type Declare = (stack: TestStack, key: object) => void;

const byClass: Declare = (stack, key) =>
  stack.program(`new hosting.Certificate("tls", ${JSON.stringify({ certificate, ...key })});`);
const byPlugin: Declare = (stack, key) =>
  yamlProgram(stack, {
    tls: { type: "hosting:network:Certificate", properties: { certificate, ...key } },
  });
const doors = [
  { door: "a class", declare: byClass, open: () => openStack(), isThere: true },
  {
    door: "the plugin",
    declare: byPlugin,
    open: () => openYamlStack("directory" in host ? host.directory : ""),
    // Without Go there is no host for YAML.
    isThere: "directory" in host,
  },
];

describe.each(doors)("the private key that $door reads", ({ declare, open, isThere }) => {
  it.skipIf(!isThere)(
    "is sent from a file beside the program, and never in the state",
    async () => {
      await using stack = await open();
      const file = join(stack.directory, "tls", "shop.key");
      mkdirSync(join(stack.directory, "tls"));
      declare(stack, { privateKeyFrom: { file: "tls/shop.key" } });
      const { changes, messages } = await stack.preview();
      expect(changes).toEqual({ tls: "create" });
      expect(messages).toContainEqual(expect.stringContaining("there is no file tls/shop.key"));
      const { errors } = await stack.up({ fails: true });
      expect(errors.join("\n")).toContain("was not created: privateKeyFrom.file has no key");

      writeFileSync(file, privateKey);
      const outputs = [(await stack.up()).output];
      expect(stack.platform.snapshot().certificate).toHaveLength(1);
      rmSync(file);
      stack.requests();
      // Another place, which has no key: that of a certificate that is there is known by it.
      declare(stack, { privateKeyFrom: { environment: "TLS_KEY" } });
      const again = await stack.up();
      const refreshed = await stack.refresh();
      expect([again.changes, refreshed.changes, stack.writes()]).toEqual([{}, {}, []]);
      outputs.push(again.output, refreshed.output, readFileSync(stack.stateFile, "utf8"));
      expectNoKey(outputs.join("\n"));
      await stack.destroy();
      expect([existsSync(file), stack.platform.snapshot().certificate]).toEqual([false, []]);
    },
  );
});

it("a private key leaves the state by an up that sends nothing", async () => {
  await using stack = await openStack();
  byClass(stack, { privateKey });
  await stack.up();
  stack.env["TLS_KEY"] = privateKey;
  stack.requests();
  byClass(stack, { privateKeyFrom: { environment: "TLS_KEY" } });
  expect((await stack.up()).changes).toEqual({ tls: "update" });
  expect(stack.writes()).toEqual([]);
  const { inputs, outputs } = stack.resource("tls");
  expect([inputs, outputs].map((props) => "privateKey" in props)).toEqual([false, false]);
  expect((await stack.up()).changes).toEqual({});
});

function expectNoKey(text: string): void {
  const [, line = "?"] = privateKey.split("\n");
  expect(text).not.toContain(line);
  expect(text).not.toContain(Buffer.from(privateKey).toString("base64"));
}
