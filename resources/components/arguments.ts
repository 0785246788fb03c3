import type {
  AlertRule,
  Certificate,
  Firewall,
  FloatingIp,
  FloatingIpAssignment,
  HealthGate,
  Instance,
  LoadBalancer,
  ProjectMember,
  Volume,
  VolumeAttachment,
} from "../index.ts";

/** Arguments of the classes that components make, as their constructors take them. */
export type AlertRuleArgs = ConstructorParameters<typeof AlertRule>[1];
export type CertificateArgs = ConstructorParameters<typeof Certificate>[1];
export type FirewallArgs = ConstructorParameters<typeof Firewall>[1];
export type FloatingIpArgs = ConstructorParameters<typeof FloatingIp>[1];
export type FloatingIpAssignmentArgs = ConstructorParameters<typeof FloatingIpAssignment>[1];
export type HealthGateArgs = ConstructorParameters<typeof HealthGate>[1];
export type InstanceArgs = ConstructorParameters<typeof Instance>[1];
export type LoadBalancerArgs = ConstructorParameters<typeof LoadBalancer>[1];
export type ProjectMemberArgs = ConstructorParameters<typeof ProjectMember>[1];
export type VolumeArgs = ConstructorParameters<typeof Volume>[1];
export type VolumeAttachmentArgs = ConstructorParameters<typeof VolumeAttachment>[1];
