import * as hosting from "pulumi-hosting";

new hosting.AlertRule("busy", {
  metric: "cpu_percent",
  condition: "gt",
  threshold: 90,
  channels: ["email", "slack"],
  cooldownMinutes: 30,
});
