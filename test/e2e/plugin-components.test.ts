/** Components of a YAML program, which the plugin makes of its own resources. */
import { readFileSync } from "node:fs";
import { it } from "vitest";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const host = yamlHost();
const directory = "directory" in host ? host.directory : "";

it("try", async () => {
  await using stack = await openYamlStack(directory);
  stack.platform.configure({ bootSeconds: 0 });
  const app = (image: string) => ({
    shop: {
      type: "hosting:components:LoadBalancedApp",
      properties: {
        region: "eu-1",
        plan: "small",
        image,
        count: 2,
        drainSeconds: 1,
        floatingIp: true,
        dataSizeGb: 10,
      },
    },
  });
  yamlProgram(stack, app("debian/13"), {
    ids: "${shop.instanceIds}",
    ip: "${shop.ip}",
    at: "${shop.ipAddresses}",
    cost: "${shop.estimatedMonthlyCost}",
  });
  console.log(await stack.run("preview", "--stack", "dev"));
  console.log(await stack.run("up", "--yes", "--stack", "dev"));
  console.log(await stack.run("preview", "--diff", "--stack", "dev"));
  console.log(
    stack
      .state()
      .map(({ type, name, id }) => [type, name, id].join(" "))
      .join("\n"),
  );
  console.log(readFileSync(stack.stateFile, "utf8").slice(0, 6000));
  yamlProgram(stack, app("debian/14"), { ids: "${shop.instanceIds}" });
  console.log(await stack.run("up", "--yes", "--stack", "dev"));
  await stack.destroy().catch((e) => console.log(String(e)));
}, 300_000);
