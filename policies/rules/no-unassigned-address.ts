import { formatDollars, prices } from "../../contract/costs/index.ts";
import { FloatingIp, FloatingIpAssignment } from "../../resources/index.ts";
import { stackRule } from "../rule.ts";

const price = formatDollars(prices.unassignedFloatingIp);

export const noUnassignedAddress = stackRule(
  {
    name: "no-unassigned-address",
    topic: "cost",
    severity: "low",
    level: "advisory",
    about: "No floating IP is reserved without being assigned.",
    fix: "Assign it with a FloatingIpAssignment, or give it up.",
    settings: {},
  },
  (stack) => {
    const assigned = new Set(
      stack.all(FloatingIpAssignment).flatMap((one) => one.sourcesOf("floatingIpId")),
    );
    const problem = `no FloatingIpAssignment of the stack names it; unassigned it costs ${price} a month, assigned nothing`;
    return stack
      .all(FloatingIp)
      .filter(({ urn }) => !assigned.has(urn))
      .map((resource) => ({ resource, problem }));
  },
);
