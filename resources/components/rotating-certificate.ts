import * as pulumi from "@pulumi/pulumi";
import {
  Certificate,
  type CertificateArgs,
  type CertificateArgsWithPrivateKey,
  type CertificateArgsWithPrivateKeyFrom,
} from "../index.ts";
import { type Known, refuseUnknown } from "./known-arguments.ts";
import { type Transform, transformed } from "./transform.ts";

const millisecondsPerDay = 86_400_000;

/** Arguments of a {@link RotatingCertificate}: exactly one of `privateKey` and `privateKeyFrom`. */
export type RotatingCertificateArgs = RotatingCertificateSettings & CertificateKey;

/** The private key of a certificate, as PEM text: kept as a secret, or read where it is. */
export type CertificateKey =
  | Pick<CertificateArgsWithPrivateKey, "privateKey" | "privateKeyFrom">
  | Pick<CertificateArgsWithPrivateKeyFrom, "privateKey" | "privateKeyFrom">;

/** Arguments of a {@link RotatingCertificate} besides its private key. */
export interface RotatingCertificateSettings {
  /** Certificate, as PEM text. Another one rotates. */
  certificate: pulumi.Input<string>;
  /** Intermediate certificates, as PEM text. */
  certificateChain?: pulumi.Input<string> | undefined;
  /** Days before its end from which every preview and up warns; 30 unless given. */
  warnDays?: number | undefined;
  /** Adjusts its child. */
  transform?: RotatingCertificateTransform | undefined;
}

/** Adjusts the child of a {@link RotatingCertificate}. */
export interface RotatingCertificateTransform {
  /**
   * The present certificate. It keeps its generated name: with a name you choose, it would be
   * deleted before its replacement is created.
   */
  certificate?: Transform<CertificateArgs> | undefined;
}

/** Arguments of a {@link RotatingCertificate}. */
export const certificateNames: Known<RotatingCertificateArgs, RotatingCertificateTransform> = {
  args: {
    certificate: true,
    privateKey: true,
    privateKeyFrom: true,
    certificateChain: true,
    warnDays: "number",
    transform: "object",
  },
  transform: { certificate: true },
};

const type = "hosting:components:RotatingCertificate";

/**
 * A certificate that rotates without a gap. A changed one is created under a new name, every load
 * balancer that uses `certificateId` moves to it, and the old one is deleted once nothing uses it.
 *
 * Child of the certificate `web`: `web`.
 */
export class RotatingCertificate extends pulumi.ComponentResource {
  /** Type token, for policies and for what other packages build on it. */
  static readonly __pulumiType = type;

  /** True for objects of this class, also when made by another loaded copy of this package. */
  static override isInstance(object: unknown): object is RotatingCertificate {
    return pulumi.Resource.isInstance(object) && Reflect.get(object, "__pulumiType") === type;
  }

  /** The present one. */
  readonly certificate: Certificate;
  /** Its id, for the `https` rules of load balancers. */
  readonly certificateId: pulumi.Output<string>;
  /** When it expires (RFC 3339). */
  readonly notAfter: pulumi.Output<string>;
  /** Domain names it is valid for. */
  readonly domains: pulumi.Output<string[]>;

  constructor(name: string, args: RotatingCertificateArgs, opts?: pulumi.ComponentResourceOptions) {
    refuseUnknown(`RotatingCertificate "${name}"`, args, certificateNames);
    super(type, name, {}, opts);
    const { warnDays = 30, transform = {}, ...pem } = args;
    const made = transformed<CertificateArgs>(transform.certificate, name, {
      args: pem,
      opts: { parent: this },
    });
    refuseOwnName(name, made[1]);
    this.certificate = new Certificate(...made);
    const { id, notAfter, domains } = this.certificate;
    this.certificateId = id;
    this.notAfter = notAfter;
    this.domains = domains;
    notAfter.apply((end) => this.#warn(end, warnDays));
    this.registerOutputs({ certificateId: id, notAfter, domains });
  }

  #warn(notAfter: string, warnDays: number): void {
    const days = Math.floor((Date.parse(notAfter) - Date.now()) / millisecondsPerDay);
    if (!(days < warnDays)) return;
    const end = days < 0 ? "has expired" : `expires in ${days} days`;
    void pulumi.log.warn(
      `the certificate ${end}, on ${notAfter}: give it a new certificate and its key to rotate it.`,
      this.certificate,
    );
  }
}

/** @throws RunError for a name that would keep the new one from existing beside the old one. */
function refuseOwnName(name: string, args: CertificateArgs): void {
  if (args.name === undefined) return;
  throw new pulumi.RunError(
    `RotatingCertificate "${name}" has a fixed name, so the old certificate would be deleted before the new one is created. Leave the name out.`,
  );
}
