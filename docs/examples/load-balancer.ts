import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

const config = new pulumi.Config("shop");
const machine = { region: "eu-1", plan: "small", image: "debian/13" };
const backends = ["a", "b"].map((name) => new hosting.Instance(`web-${name}`, machine));
const certificate = new hosting.Certificate("shop", {
  certificate: config.require("certificate"),
  privateKey: config.requireSecret("privateKey"),
});

const front = new hosting.LoadBalancer("shop", {
  region: "eu-1",
  forwardingRules: [
    {
      entryPort: 443,
      entryProtocol: "https",
      targetPort: 8080,
      targetProtocol: "http",
      certificateId: certificate.id,
    },
  ],
  healthCheck: {
    protocol: "http",
    port: 8080,
    path: "/healthz",
    interval: 10,
    timeout: 5,
    threshold: 3,
  },
  backendInstances: backends.map((instance) => instance.id),
});

export const addresses = front.ipAddresses;
