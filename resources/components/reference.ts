import * as pulumi from "@pulumi/pulumi";

/** A resource, or its id. */
export type Reference<R extends pulumi.CustomResource> = R | pulumi.Input<string>;

/** The id that a reference stands for. */
export function idOf(reference: Reference<pulumi.CustomResource>): pulumi.Output<string> {
  return pulumi.CustomResource.isInstance(reference) ? reference.id : pulumi.output(reference);
}
