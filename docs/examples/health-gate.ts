import * as hosting from "pulumi-hosting";

const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
const gate = new hosting.HealthGate("web", {
  instanceId: web.id,
  address: web.ipAddresses.apply(([first]) => first ?? ""),
  probe: { protocol: "http", port: 8080, path: "/healthz" },
});

// The address moves to a new instance only once it answers; until then the old one serves.
const front = new hosting.FloatingIp("front", { region: "eu-1" });
new hosting.FloatingIpAssignment(
  "front",
  { floatingIpId: front.id, instanceId: web.id },
  { dependsOn: gate },
);
