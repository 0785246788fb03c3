import { prices } from "../contract/limits.ts";
import { isUnknown } from "../contract/values/unknown.ts";

/** A resource as a program declares it, or as a state holds it. */
export interface Declaration {
  /** Type token, or only its end: `storage:Volume`. */
  readonly type: string;
  /** Logical name, for the lines of an estimate. */
  readonly name?: string;
  /** Its id, or whatever the inputs of the others in the list call it while it has none. */
  readonly id?: string;
  /** Inputs by their names in programs; one that is not known yet is missing, or Pulumi's stand-in. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What one class costs. */
export interface ClassPrice {
  /** The price in words, with the section of the spec. */
  readonly about: string;
  /** Dollars a month as far as the spec shows them, or what is missing to tell them. */
  monthly(declaration: Declaration, all: readonly Declaration[]): number | { missing: string };
  /** What may be billed besides and has no price in the spec. */
  readonly unpriced?: string;
}

const free = () => 0;
const dollars = (price: number) => `$${price.toFixed(2)}`;

/** Prices of all classes by area and class (spec 8). */
export const priceTable: Readonly<Record<string, ClassPrice>> = {
  "access:ApiKey": notListed("an API key"),
  "access:ProjectMember": notListed("a member"),
  "compute:Container": notShown("a container"),
  "compute:Image": imagePrice(),
  "compute:ImageShare": included("Sharing makes no copy: the image is what costs (spec 8)."),
  "compute:ImportedImage": imagePrice(),
  "compute:Instance": notShown("a plan"),
  "compute:PortForward": included("Included with every server (spec 8)."),
  "compute:Server": {
    about: `With dedicated access, ${dollars(prices.dedicatedIpv4)} a month for its IPv4 address, billed hourly (price / 730) and never more than the monthly price; the spec shows no price of a size (spec 8).`,
    monthly: dedicatedAddress,
    unpriced: "the price of a size is not shown (spec 8)",
  },
  "monitoring:AlertRule": notListed("an alert rule"),
  "monitoring:HealthGate": included(
    "Free: it is nothing on the platform, so it is in no price list (spec 8).",
  ),
  "network:Certificate": notListed("a certificate"),
  "network:Firewall": notListed("a firewall"),
  "network:FloatingIp": {
    about: `${dollars(prices.unassignedFloatingIp)} a month while it is unassigned, free while it is assigned to a running instance (spec 8).`,
    monthly: floatingAddress,
  },
  "network:FloatingIpAssignment": included(
    "Free; it makes the address free while the instance runs (spec 8).",
  ),
  "network:LoadBalancer": {
    about: "Free; outbound traffic beyond 5 TB a month is paid, at a price not shown (spec 8).",
    monthly: () => prices.loadBalancer,
  },
  "network:Network": notListed("a network"),
  "storage:Bucket": notShown("a bucket"),
  "storage:PoolVolume": notShown("storage of a pool"),
  "storage:Volume": {
    about: `${dollars(prices.blockStoragePerGb)} per GB and month, attached or not (spec 8).`,
    monthly: ({ inputs }) =>
      typeof inputs["sizeGb"] === "number"
        ? inputs["sizeGb"] * prices.blockStoragePerGb
        : { missing: "sizeGb is not known yet" },
  },
  "storage:VolumeAttachment": included("Free: the volume is what costs (spec 8)."),
};

function included(about: string): ClassPrice {
  return { about, monthly: free };
}

/** An estimate does not mention what is in no price list. */
function notListed(what: string): ClassPrice {
  return included(`No price is listed for ${what}, so it is taken as free (spec 8).`);
}

function notShown(what: string): ClassPrice {
  const missing = `the price of ${what} is not shown (spec 8)`;
  return {
    about: `Not shown: the spec lists no price of ${what} (spec 8).`,
    monthly: () => ({ missing }),
  };
}

function imagePrice(): ClassPrice {
  const perGb = dollars(prices.customImagePerGb);
  return {
    about: `${perGb} per GB and month; how large an image is shows in no answer (spec 8).`,
    monthly: () => ({ missing: `${perGb} per GB and month, but its size is not shown (spec 8)` }),
  };
}

function dedicatedAddress({ inputs }: Declaration): number {
  return inputs["networkAccess"] === "dedicated" ? prices.dedicatedIpv4 : 0;
}

/** spec 8: free only while assigned to a running instance. */
function floatingAddress(address: Declaration, all: readonly Declaration[]): number {
  return isAssigned(address, all) ? 0 : prices.unassignedFloatingIp;
}

/** Assignments that do not say yet to which address they lead take those that are left, in order. */
function isAssigned(address: Declaration, all: readonly Declaration[]): boolean {
  const assignments = only("network:FloatingIpAssignment", all).filter(
    ({ inputs }) => !leadsToStopped(inputs["instanceId"], all),
  );
  const ids = new Set(assignments.map(({ inputs }) => inputs["floatingIpId"]));
  const named = (one: Declaration) => one.id !== undefined && ids.has(one.id);
  if (named(address)) return true;
  const open = assignments.filter(({ inputs: { floatingIpId } }) => {
    return floatingIpId === undefined || isUnknown(floatingIpId);
  });
  const left = only("network:FloatingIp", all).filter((one) => !named(one));
  return left.indexOf(address) < open.length;
}

function leadsToStopped(instanceId: unknown, all: readonly Declaration[]): boolean {
  const target = all.find(({ id }) => id !== undefined && id === instanceId);
  const desired = target?.inputs["desiredState"] ?? "running";
  return desired !== "running";
}

function only(type: string, all: readonly Declaration[]): readonly Declaration[] {
  return all.filter((one) => classType(one.type) === type);
}

/** `pulumi-nodejs:dynamic/hosting/storage:Volume` → `storage:Volume`. */
export function classType(type: string): string {
  return type.replace(/^pulumi-nodejs:dynamic\/hosting\//, "");
}
