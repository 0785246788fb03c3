import { expect, it } from "vitest";
import { playPrivateKey } from "../support/private-key.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const host = yamlHost();
const directory = "directory" in host ? host.directory : undefined;

// Without Go there is no host for YAML.
it.skipIf(directory === undefined)(
  "a private key that the plugin reads is sent from a file beside the program, and never in the state",
  async () => {
    await using stack = await openYamlStack(directory ?? "");
    await playPrivateKey(stack, (certificate) =>
      yamlProgram(stack, {
        tls: { type: "hosting:network:Certificate", properties: certificate },
      }),
    );
    expect.hasAssertions();
  },
);
