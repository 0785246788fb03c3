import { expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { openStack } from "../support/stack.ts";

const { certificate, privateKey } = makeCertificate();

it("bad input and bad settings are explained at preview in one line, and nothing is sent", async () => {
  await using stack = await openStack();
  const expectRefusal = async (reason: string) => {
    const { errors, output } = await stack.preview({ fails: true });
    expect(errors).toEqual([expect.stringContaining(reason)]);
    expect(output).not.toMatch(/^ +at |map\[/m);
    expect(output).not.toContain(privateKey.split("\n")[1]);
    expect(stack.requests()).toEqual([]);
  };
  for (const [program, reason] of [
    [
      `new hosting.Certificate("it", ${JSON.stringify({ certificate: privateKey, privateKey: certificate })});`,
      "certificate holds a private key, which would be shown",
    ],
    [
      'new hosting.FloatingIp("it", { region: "eu-1" }, { import: "fip_1" });',
      'Set the input adopt: "<id>" instead',
    ],
  ] as const) {
    stack.program(program);
    await expectRefusal(reason);
  }

  stack.program('new hosting.FloatingIp("address", { region: "eu-1" });');
  Object.assign(stack.env, { HOSTING_BACKEND: "api", HOSTING_API_KEY: "too short" });
  await expectRefusal("lacks hosting:baseUrl");

  // Keys of the config that are misspelt or in plain text are warned of, once.
  Object.assign(stack.env, { HOSTING_BACKEND: "embedded" });
  delete stack.env["HOSTING_API_KEY"];
  const pairs = ["hosting:backnd=embedded", "hosting:apiKey=hk_0123456789abcdef"];
  const plain = pairs.flatMap((pair) => ["--plaintext", pair]);
  await stack.run("config", "set-all", ...plain, "--stack", "dev");
  const { messages } = await stack.preview();
  expect(messages).toEqual([
    "hosting:backnd is no setting; did you mean hosting:backend?",
    expect.stringMatching(/^hosting:apiKey is stored in plain text\./),
  ]);
});
