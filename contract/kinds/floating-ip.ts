import { defineKind } from "../kind.ts";
import { prices } from "../limits.ts";
import { type Declaration, declarationsOf, dollars, included } from "../price.ts";
import { isUnknown } from "../values/unknown.ts";

/** Floating IPs (spec 2.8). */
export const floatingIp = defineKind({
  prefix: "/v1",
  area: "networks",
  documented: {
    create: ["POST", "/floating-ips", "Write"],
    assign: ["POST", "/floating-ips/{id}/assign", "Write", "/instances/{instance_id}"],
    unassign: ["POST", "/floating-ips/{id}/unassign", "Write"],
  },
  assumed: {
    list: ["GET", "/floating-ips", "lists floating IPs"],
    get: ["GET", "/floating-ips/{id}", "reads one floating IP"],
    delete: ["DELETE", "/floating-ips/{id}", "releases a floating IP"],
  },
  id: { is: "answered", prefix: "fip_", fallback: null },
  classes: {
    "network:FloatingIp": {
      price: {
        about: `${dollars(prices.unassignedFloatingIp)} a month while it is unassigned, free while it is assigned to a running instance (spec 8).`,
        monthly: (address, all) => (isAssigned(address, all) ? 0 : prices.unassignedFloatingIp),
      },
      requests: {
        create: ["create", "get"],
        update: [],
        delete: ["get", "delete", "get"],
        shared: {},
        besides: ["unassign"],
      },
    },
    "network:FloatingIpAssignment": {
      price: included("Free; it makes the address free while the instance runs (spec 8)."),
      requests: {
        create: ["assign", "get"],
        update: ["assign"],
        delete: ["get", "unassign", "get"],
        shared: {},
        besides: [],
      },
    },
  },
});

/**
 * spec 8: free only while assigned to a running instance. Assignments that do not say yet to which
 * address they lead take those that are left, in order.
 */
function isAssigned(address: Declaration, all: readonly Declaration[]): boolean {
  const assignments = declarationsOf("network:FloatingIpAssignment", all).filter(
    ({ inputs }) => !leadsToStopped(inputs["instanceId"], all),
  );
  const ids = new Set(assignments.map(({ inputs }) => inputs["floatingIpId"]));
  const named = (one: Declaration) => one.id !== undefined && ids.has(one.id);
  if (named(address)) return true;
  const open = assignments.filter(({ inputs: { floatingIpId } }) => {
    return floatingIpId === undefined || isUnknown(floatingIpId);
  });
  const left = declarationsOf("network:FloatingIp", all).filter((one) => !named(one));
  return left.indexOf(address) < open.length;
}

function leadsToStopped(instanceId: unknown, all: readonly Declaration[]): boolean {
  const target = all.find(({ id }) => id !== undefined && id === instanceId);
  const desired = target?.inputs["desiredState"] ?? "running";
  return desired !== "running";
}
