import { alertChannels } from "./rules/alert-channels.ts";
import { alertCooldown } from "./rules/alert-cooldown.ts";
import { alertRulePresent } from "./rules/alert-rule-present.ts";
import { allowedImages } from "./rules/allowed-images.ts";
import { allowedPlans } from "./rules/allowed-plans.ts";
import { allowedRegions } from "./rules/allowed-regions.ts";
import { allowedSizes } from "./rules/allowed-sizes.ts";
import { certificateExpiry } from "./rules/certificate-expiry.ts";
import { certificateKeyStrength } from "./rules/certificate-key-strength.ts";
import { dedicatedAddressWithoutNeed } from "./rules/dedicated-address-without-need.ts";
import { dedicatedIpv4 } from "./rules/dedicated-ipv4.ts";
import { explicitProvider } from "./rules/explicit-provider.ts";
import { firewallRuleDescriptions } from "./rules/firewall-rule-descriptions.ts";
import { firewallWithPublicIpv6 } from "./rules/firewall-with-public-ipv6.ts";
import { forwardTargets } from "./rules/forward-targets.ts";
import { httpsOnLoadBalancers } from "./rules/https-on-load-balancers.ts";
import { imageFormat } from "./rules/image-format.ts";
import { imageShares } from "./rules/image-shares.ts";
import { loadBalancerBackends } from "./rules/load-balancer-backends.ts";
import { loadBalancerCertificate } from "./rules/load-balancer-certificate.ts";
import { loadBalancerHealthCheck } from "./rules/load-balancer-health-check.ts";
import { loadBalancerOneRegion } from "./rules/load-balancer-one-region.ts";
import { matchingRegions } from "./rules/matching-regions.ts";
import { monthlyCost } from "./rules/monthly-cost.ts";
import { namePattern } from "./rules/name-pattern.ts";
import { noDataLossOptIn } from "./rules/no-data-loss-opt-in.ts";
import { noKeyMaterial } from "./rules/no-key-material.ts";
import { noPlainHttpEntry } from "./rules/no-plain-http-entry.ts";
import { noUnassignedAddress } from "./rules/no-unassigned-address.ts";
import { noUnattachedVolume } from "./rules/no-unattached-volume.ts";
import { noWorldOpenPorts } from "./rules/no-world-open-ports.ts";
import { portForwardBlock } from "./rules/port-forward-block.ts";
import { portForwardConflict } from "./rules/port-forward-conflict.ts";
import { privilegedMembers } from "./rules/privileged-members.ts";
import { protectData } from "./rules/protect-data.ts";
import { resourceMonthlyCost } from "./rules/resource-monthly-cost.ts";
import { volumeFilesystem } from "./rules/volume-filesystem.ts";
import { volumeSize } from "./rules/volume-size.ts";

/** Every rule of the pack, by name. */
export const allRules = [
  alertChannels,
  alertCooldown,
  alertRulePresent,
  allowedImages,
  allowedPlans,
  allowedRegions,
  allowedSizes,
  certificateExpiry,
  certificateKeyStrength,
  dedicatedAddressWithoutNeed,
  dedicatedIpv4,
  explicitProvider,
  firewallRuleDescriptions,
  firewallWithPublicIpv6,
  forwardTargets,
  httpsOnLoadBalancers,
  imageFormat,
  imageShares,
  loadBalancerBackends,
  loadBalancerCertificate,
  loadBalancerHealthCheck,
  loadBalancerOneRegion,
  matchingRegions,
  monthlyCost,
  namePattern,
  noDataLossOptIn,
  noKeyMaterial,
  noPlainHttpEntry,
  noUnassignedAddress,
  noUnattachedVolume,
  noWorldOpenPorts,
  portForwardBlock,
  portForwardConflict,
  privilegedMembers,
  protectData,
  resourceMonthlyCost,
  volumeFilesystem,
  volumeSize,
] as const;
