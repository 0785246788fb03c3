/** The platform's answers: a file for each kind, and the context of its handlers. */
export { type AlertRule, alertRules } from "./alert-rule.ts";
export { certificates, forgetPrivateKeys } from "./certificate.ts";
export { publicIpv4, sharedIpv4 } from "./common/addresses.ts";
export { Refusal } from "./common/answer.ts";
export { checkedAssumptions } from "./common/assumptions.ts";
export { type IncomingBody, jsonIn, parseBody } from "./common/body.ts";
export { Context } from "./common/context.ts";
export { type HeldAddress, heldAddresses, releaseAddress } from "./common/held-address.ts";
export type { Route } from "./common/kind.ts";
export {
  imageOf,
  isAddressed,
  isAnswering,
  isRunning,
  type Machine,
  type MadeFrom,
  statusOf,
} from "./common/machine.ts";
export { keyOf, type ObjectName, parseKey } from "./common/object-key.ts";
export { takeBlock } from "./common/port-block.ts";
export { firstProblem } from "./common/problem.ts";
export { type Settings, SettingsStore } from "./common/settings.ts";
export { usageOf } from "./common/usage.ts";
export { containers } from "./container.ts";
export { floatingIps } from "./floating-ip.ts";
export { instances } from "./instance.ts";
export { type LoadBalancer, loadBalancers } from "./load-balancer.ts";
export { forwardId, forwardsOf, portForwards } from "./port-forward.ts";
export { acceptInvitation } from "./project-member.ts";
export { servers } from "./server.ts";
export { type Snapshot, servedRoutes, shownKind, snapshotOf } from "./shown-kind.ts";
