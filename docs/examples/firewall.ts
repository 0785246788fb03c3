import * as hosting from "pulumi-hosting";

new hosting.Firewall("web", {
  inbound: [
    { protocol: "tcp", ports: ["80", "443"] },
    {
      protocol: "tcp",
      ports: ["22"],
      sources: ["2001:db8::/32"],
      description: "ssh of the office",
    },
  ],
  outbound: [{ protocol: "tcp" }, { protocol: "udp", ports: ["53"] }],
});
