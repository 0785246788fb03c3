/** Components in a YAML program: the plugin makes them from the plugin's resources. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makeCertificate } from "../support/certificate.ts";
import { brokenBackends, fewestServing, watch } from "../support/roll-out.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const host = yamlHost();
const directory = "directory" in host ? host.directory : "";

const machine = { region: "eu-1", plan: "small", drainSeconds: 1 };

function app(image: string, more: object = {}) {
  const properties = {
    ...{ ...machine, image, count: 2 },
    ...{ floatingIp: true, dataSizeGb: 10, allowDataLoss: true },
    ...more,
  };
  return { shop: { type: "hosting:components:LoadBalancedApp", properties } };
}

describe.skipIf("missing" in host)(
  `components of a YAML stack ${"missing" in host ? host.missing : ""}`,
  () => {
    it("make an app that is previewed, released without downtime and destroyed", async () => {
      await using stack = await openYamlStack(directory);
      const outputs = { ids: "${shop.instanceIds}", ip: "${shop.ip}", at: "${shop.ipAddresses}" };
      const program = (image: string) => yamlProgram(stack, app(image), outputs);
      program("debian/13");
      const preview = await stack.preview();
      expect(stack.writes()).toEqual([]);
      expect((await stack.up()).changes).toEqual(preview.changes);
      expect((await stack.up()).changes).toEqual({});
      const types = stack.state().map(({ type }) => type);
      expect(types.filter((type) => !/^(pulumi|hosting):/.test(type))).toEqual([]);
      const { ip } = stack.resource("e2e-dev").outputs;
      expect(ip).toBe(stack.resource("shop-address-assignment").outputs["ip"]);

      program("debian/14");
      const moments = await watch(stack, () => stack.up());
      expect(brokenBackends(moments)).toEqual([]);
      expect(fewestServing(moments)).toBe(2);
      const { instance } = stack.platform.snapshot();
      expect(instance.map(({ image }) => image)).toEqual(["debian/14", "debian/14"]);
      const { ids } = stack.resource("e2e-dev").outputs;
      expect(ids).toEqual(["shop-0", "shop-1"].map((name) => stack.resource(name).id));
      expect((await stack.preview()).changes).toEqual({});

      await stack.destroy();
      expect(Object.values(stack.platform.snapshot()).flat()).toEqual([]);
    });

    it("are previewed as the first program of the README has them", async () => {
      await using stack = await openYamlStack(directory);
      const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
      const [, program = ""] = /^\| YAML \| `(.+)` \|$/m.exec(readme) ?? [];
      yamlProgram(stack, parse(program));
      const { changes } = await stack.preview();
      expect(Object.keys(changes)).toContain("shop-2-data-attachment");
    });

    it("are of a provider that the program makes, and refer to each other", async () => {
      await using stack = await openYamlStack(directory);
      delete stack.env["HOSTING_BACKEND"];
      const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
      const pem = { certificate, privateKey: { "fn::secret": privateKey } };
      const options = { providers: ["${eu}"] };
      const rule = { entryPort: 443, entryProtocol: "https", targetPort: 80 };
      const check = { protocol: "http", port: 80 };
      const certificateId = "${tls.certificateId}";
      const balancer = {
        forwardingRules: [{ ...rule, targetProtocol: "http", certificateId }],
        healthCheck: { ...check, interval: 10, timeout: 5, threshold: 3 },
      };
      const group = { ...machine, image: "debian/13", healthProbe: check, loadBalancer: balancer };
      const instance = "${web.instanceIds[0]}";
      const members = { "ada@example.com": "owner" };
      const component = (name: string, properties: object) => ({
        type: `hosting:components:${name}`,
        properties: { ...properties },
        options,
      });
      yamlProgram(stack, {
        eu: { type: "pulumi:providers:hosting", properties: { backend: "embedded" } },
        tls: component("RotatingCertificate", pem),
        web: component("InstanceGroup", group),
        address: component("FailoverAddress", { region: "eu-1", instance }),
        data: component("PersistentVolume", { region: "eu-1", sizeGb: 5, allowDataLoss: true }),
        team: component("TeamAccess", { projectId: "proj_default", members }),
        shop: {
          ...component("LoadBalancedApp", {
            ...app("debian/13").shop.properties,
            certificate: pem,
          }),
        },
      });
      await stack.up();
      expect((await stack.up()).changes).toEqual({});
      const providers = stack.state().filter(({ type }) => type.startsWith("pulumi:providers:"));
      expect(providers.map(({ name }) => name)).toEqual(["eu"]);
      expect(stack.resource("web-balancer").inputs["forwardingRules"]).toMatchObject([
        { certificateId: stack.platform.snapshot().certificate[0]?.["id"] },
      ]);
    });

    it("refuse at preview, in the words of the component and of its children", async () => {
      await using stack = await openYamlStack(directory);
      const errorOf = async (more: object) => {
        yamlProgram(stack, app("debian/13", more));
        return (await stack.preview({ fails: true })).errors.join("\n");
      };
      expect(await errorOf({ count: 0 })).toContain(
        'problem: InstanceGroup "shop": count must be a whole number from 1, not 0.',
      );
      expect(await errorOf({ port: 99_999 })).toContain('inbound[0] ports has "99999"');
      expect(stack.writes()).toEqual([]);
    });

    it("say which child failed, and what else is made goes on", async () => {
      await using stack = await openYamlStack(directory);
      stack.platform.configure({ unhealthyImages: ["debian/15"], volumeSeconds: 3 });
      const healthProbe = { protocol: "http", port: 8080, interval: 0.1, attempts: 2 };
      const properties = { region: "eu-1", sizeGb: 5 };
      yamlProgram(stack, {
        ...app("debian/15", { healthProbe }),
        data: { type: "hosting:storage:Volume", properties },
      });
      const { errors } = await stack.up({ fails: true }, "--continue-on-error");
      expect(errors.join("\n")).toMatch(
        /LoadBalancedApp "shop" is not complete: resource shop-\d-healthy .* failed to register/,
      );
      expect(stack.resource("data").initErrors).toEqual([]);
      expect(stack.resource("data").id).toMatch(/^vol_/);
    });

    it("go on with what a program in TypeScript made", async () => {
      await using stack = await openYamlStack(directory);
      const { properties } = app("debian/13").shop;
      stack.program(`
import { LoadBalancedApp } from "pulumi-hosting/components";
new LoadBalancedApp("shop", ${JSON.stringify(properties)});`);
      await stack.up();
      stack.writes();
      yamlProgram(stack, app("debian/13"));
      expect((await stack.up()).changes).toEqual({});
      expect(stack.writes()).toEqual([]);
      expect(stack.resource("shop-0").type).toBe("hosting:compute:Instance");
    });
  },
);
