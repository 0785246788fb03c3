import * as pulumi from "@pulumi/pulumi";
import {
  type Instance,
  Volume,
  type VolumeArgs,
  VolumeAttachment,
  type VolumeAttachmentArgs,
} from "../index.ts";
import { type Known, refuseUnknown } from "./known-arguments.ts";
import { type MonthlyCost, monthlyCost } from "./monthly-cost.ts";
import type { Reference } from "./reference.ts";
import { type Transform, transformed } from "./transform.ts";

/** Arguments of a {@link PersistentVolume}. */
export interface PersistentVolumeArgs {
  /** Region of the volume and the instance. */
  region: pulumi.Input<string>;
  /** Gigabytes. It may only grow, without downtime. */
  sizeGb: pulumi.Input<number>;
  /** File system made at creation, `none` for a raw device; `ext4` unless given. */
  filesystem?: VolumeArgs["filesystem"] | undefined;
  /** Instance it is in, or its id. Without one it is attached to nothing. */
  instance?: Reference<Instance> | undefined;
  /**
   * Lets the volume be deleted or replaced, which loses its data; false unless given. Without it the
   * volume is protected. It takes effect after one `up`: set it, run `up`, then delete.
   */
  allowDataLoss?: boolean | undefined;
  /** Adjusts its children. */
  transform?: PersistentVolumeTransform | undefined;
}

/** Adjusts the children of a {@link PersistentVolume}. */
export interface PersistentVolumeTransform {
  /** Where the data is. */
  volume?: Transform<VolumeArgs> | undefined;
  /** The attachment of the volume to its instance. */
  attachment?: Transform<VolumeAttachmentArgs> | undefined;
}

/** Arguments of a {@link PersistentVolume}. */
export const volumeNames: Known<PersistentVolumeArgs, PersistentVolumeTransform> = {
  args: {
    region: true,
    sizeGb: true,
    filesystem: true,
    instance: true,
    allowDataLoss: "boolean",
    transform: "object",
  },
  transform: {
    volume: true,
    attachment: true,
  },
};

/**
 * A volume whose data survives its instance. When the instance is replaced, the volume is detached
 * from the old one, which still runs, and attached to the new one. Stop the old one first where it
 * may have unwritten data. The new one mounts the volume by itself, e.g. by its /etc/fstab.
 *
 * Children of the volume `data`: `data` and `data-attachment`.
 */
export class PersistentVolume extends pulumi.ComponentResource {
  /** Type token, for policies and for what other packages build on it. */
  static readonly __pulumiType = "hosting:components:PersistentVolume";

  /** Where the data is. */
  readonly volume: Volume;
  /** The attachment of the volume to the instance; undefined without `instance`. */
  readonly attachment: VolumeAttachment | undefined;
  /** Id of the volume (`vol_…`). */
  readonly volumeId: pulumi.Output<string>;
  /** Its cost a month, as far as prices are known; shown at preview too. */
  readonly estimatedMonthlyCost: pulumi.Output<MonthlyCost>;

  constructor(name: string, args: PersistentVolumeArgs, opts?: pulumi.ComponentResourceOptions) {
    refuseUnknown(`PersistentVolume "${name}"`, args, volumeNames);
    super(PersistentVolume.__pulumiType, name, {}, opts);
    const { instance, transform = {} } = args;
    this.volume = this.#store(name, args);
    this.volumeId = this.volume.id;
    this.attachment =
      instance === undefined ? undefined : this.#attach(`${name}-attachment`, instance, transform);
    this.estimatedMonthlyCost = monthlyCost([this.volume]);
    this.registerOutputs({
      volumeId: this.volumeId,
      estimatedMonthlyCost: this.estimatedMonthlyCost,
    });
  }

  #store(name: string, args: PersistentVolumeArgs): Volume {
    const { region, sizeGb, filesystem = "ext4", allowDataLoss = false, transform = {} } = args;
    const made = transformed<VolumeArgs>(transform.volume, name, {
      args: { region, sizeGb, filesystem, ...(allowDataLoss && { allowDataLoss }) },
      opts: { parent: this, ...(!allowDataLoss && { protect: true }) },
    });
    return new Volume(...made);
  }

  #attach(
    name: string,
    instance: Reference<Instance>,
    transform: PersistentVolumeTransform,
  ): VolumeAttachment {
    const made = transformed<VolumeAttachmentArgs>(transform.attachment, name, {
      args: { volumeId: this.volume, instanceId: instance },
      opts: { parent: this },
    });
    return new VolumeAttachment(...made);
  }
}
