import * as pulumi from "@pulumi/pulumi";
import { estimate, unpricedText } from "../../contract/costs/index.ts";
import { Volume } from "../index.ts";

/** The cost of a component a month, as far as the platform's prices are known (spec 8). */
export interface MonthlyCost {
  /** US dollars. */
  readonly dollars: number;
  /** Parts that are not in the sum: `no price shown: 2 instances`; empty when all of it is. */
  readonly unpriced: string;
  /** The extra cost of a change while it runs; empty when it costs no more, as far as prices are known. */
  readonly duringChange: string;
}

/** Estimates the resources of a component; known at preview, because it waits for no id. */
export function monthlyCost(
  resources: readonly pulumi.CustomResource[],
  duringChange = "",
): pulumi.Output<MonthlyCost> {
  return pulumi.all(resources.map(declarationOf)).apply((declarations) => {
    const { monthly, ...rest } = estimate(declarations);
    const left = unpricedText(rest);
    const unpriced = left === "" ? "" : `no price shown: ${left}`;
    return { dollars: monthly, unpriced, duringChange };
  });
}

/** The inputs that its price depends on; whether an address is assigned shows without its id. */
function declarationOf(resource: pulumi.CustomResource) {
  const inputs = Volume.isInstance(resource) ? { sizeGb: resource.sizeGb } : {};
  // As `pulumi.resourceType` does, which an older SDK lacks.
  return { type: String(Reflect.get(resource, "__pulumiType")), inputs };
}
