import * as hosting from "pulumi-hosting";

const shop = new hosting.Container("shop", { image: "debian/13" });

// The first port of the block leads to ssh, so the second one is free.
const publicPort = shop.portBlock.apply((block) => (block?.firstPort ?? 20_000) + 1);

new hosting.PortForward("shop-web", {
  instanceName: shop,
  protocol: "tcp",
  publicPort,
  targetPort: 8080,
});
