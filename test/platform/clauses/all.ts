import { containerClauses } from "./2.1-container.ts";
import { instanceClauses } from "./2.2-instance.ts";
import { serverClauses } from "./2.3-server.ts";
import { portForwardClauses } from "./2.4-port-forward.ts";
import { networkClauses } from "./2.5-network.ts";
import { storageClauses } from "./2.6-storage.ts";
import { volumeClauses } from "./2.7-volume.ts";
import { imageClauses } from "./2.7a-image.ts";
import { floatingIpClauses } from "./2.8-floating-ip.ts";
import { loadBalancerClauses } from "./2.9-load-balancer.ts";
import { alertRuleClauses } from "./2.10-alert-rule.ts";
import { apiKeyClauses } from "./2.11-api-key.ts";
import { memberClauses } from "./2.12-member.ts";
import { bodyClauses } from "./2-bodies.ts";
import { machineStateClauses } from "./3-machines.ts";
import { objectStateClauses } from "./3-objects.ts";
import { apiV1Clauses } from "./4.1-api-v1.ts";
import { v1Clauses } from "./4.2-v1.ts";
import { endpointClauses } from "./4-endpoints.ts";
import { keyClauses } from "./5-keys.ts";
import { roleClauses } from "./5-roles.ts";
import { scopeClauses } from "./5-scopes.ts";
import { eventClauses } from "./6-events.ts";
import { errorClauses } from "./7-errors.ts";
import { limitClauses } from "./8-limits.ts";
import { networkAccessClauses } from "./8-network-access.ts";
import { priceClauses } from "./8-prices.ts";
import { versionClauses } from "./9-versions.ts";
import type { Clause } from "./clause.ts";

/** The clauses by their files, in the order of the specification. */
export const clauseFiles: Readonly<Record<string, readonly Clause[]>> = {
  "2-bodies": bodyClauses,
  "2.1-container": containerClauses,
  "2.2-instance": instanceClauses,
  "2.3-server": serverClauses,
  "2.4-port-forward": portForwardClauses,
  "2.5-network": networkClauses,
  "2.6-storage": storageClauses,
  "2.7-volume": volumeClauses,
  "2.7a-image": imageClauses,
  "2.8-floating-ip": floatingIpClauses,
  "2.9-load-balancer": loadBalancerClauses,
  "2.10-alert-rule": alertRuleClauses,
  "2.11-api-key": apiKeyClauses,
  "2.12-member": memberClauses,
  "3-machines": machineStateClauses,
  "3-objects": objectStateClauses,
  "4-endpoints": endpointClauses,
  "4.1-api-v1": apiV1Clauses,
  "4.2-v1": v1Clauses,
  "5-keys": keyClauses,
  "5-scopes": scopeClauses,
  "5-roles": roleClauses,
  "6-events": eventClauses,
  "7-errors": errorClauses,
  "8-limits": limitClauses,
  "8-prices": priceClauses,
  "8-network-access": networkAccessClauses,
  "9-versions": versionClauses,
};

/** Every clause. */
export const clauses: readonly Clause[] = Object.values(clauseFiles).flat();
