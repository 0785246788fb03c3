import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";
import { beforeAll, expect, test } from "vitest";

beforeAll(() =>
  pulumi.runtime.setMocks({
    // The outputs that the platform would add to the inputs of a resource.
    newResource: ({ name, inputs }) => ({
      id: `${name}-id`,
      state: { ...inputs, ipAddresses: ["203.0.113.7"] },
    }),
    // The answer of a lookup.
    call: ({ token }) =>
      token === "pulumi-nodejs:dynamic/hosting:getInstances"
        ? { instances: [{ name: "web", region: "eu-1" }] }
        : {},
  }),
);

/** The program under test: a volume beside the machine that is there already. */
async function program() {
  const { instances } = await hosting.getInstances();
  const region = instances[0]?.region ?? "eu-1";
  const web = new hosting.Instance("web", { region, plan: "small", image: "debian/13" });
  const data = new hosting.Volume("data", { region, sizeGb: 20 });
  const attachment = new hosting.VolumeAttachment("data", { volumeId: data, instanceId: web });
  return { web, data, attachment };
}

test("the volume is where the machine is", async () => {
  const { web, data, attachment } = await program();
  expect(await value(data.region)).toBe("eu-1");
  expect(await value(attachment.instanceId)).toBe("web-id");
  expect(await value(web.ipAddresses)).toEqual(["203.0.113.7"]);
});

/** The value of an output. */
function value<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
