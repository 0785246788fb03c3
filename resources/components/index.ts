/** Components: resources that belong together, with what keeps them serving while they change. */
export type {
  AlertRuleArgs,
  CertificateArgs,
  FirewallArgs,
  FloatingIpArgs,
  FloatingIpAssignmentArgs,
  HealthGateArgs,
  InstanceArgs,
  LoadBalancerArgs,
  ProjectMemberArgs,
  VolumeArgs,
  VolumeAttachmentArgs,
} from "../index.ts";
export {
  FailoverAddress,
  type FailoverAddressArgs,
  type FailoverAddressTransform,
} from "./failover-address.ts";
export {
  InstanceGroup,
  type InstanceGroupArgs,
  type InstanceGroupSettings,
  type InstanceGroupTransform,
  type MachineImage,
  type Strategy,
} from "./instance-group.ts";
export {
  LoadBalancedApp,
  type LoadBalancedAppArgs,
  type LoadBalancedAppSettings,
  type LoadBalancedAppTransform,
} from "./load-balanced-app.ts";
export { type MonthlyCost, monthlyCost } from "./monthly-cost.ts";
export {
  PersistentVolume,
  type PersistentVolumeArgs,
  type PersistentVolumeTransform,
} from "./persistent-volume.ts";
export { idOf, type Reference } from "./reference.ts";
export {
  type CertificateKey,
  RotatingCertificate,
  type RotatingCertificateArgs,
  type RotatingCertificateSettings,
  type RotatingCertificateTransform,
} from "./rotating-certificate.ts";
export {
  type Role,
  TeamAccess,
  type TeamAccessArgs,
  type TeamAccessTransform,
} from "./team-access.ts";
export { type Child, type Transform, transformed } from "./transform.ts";
