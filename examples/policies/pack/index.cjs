const { hostingPack } = require("pulumi-hosting/policies");

hostingPack({
  name: "team-rules",
  all: "advisory",
  rules: {
    "no-world-open-ports": "mandatory",
    "volume-size": { enforcementLevel: "mandatory", maxGb: 500 },
    "monthly-cost": { maxDollars: 50 },
    "explicit-provider": "disabled",
  },
});
