import * as pulumi from "@pulumi/pulumi";
import { estimate, type OwnPrices, ownPricesIn, unpricedText } from "../../contract/costs/index.ts";
import { Instance, Volume } from "../index.ts";

/** The cost of a component a month, as far as the platform shows prices (spec 8) or `hosting:prices` has them. */
export interface MonthlyCost {
  /** US dollars. */
  readonly dollars: number;
  /** The part of it that comes from your own prices (`hosting:prices`). */
  readonly own: number;
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
  const prices = pricesOfStack();
  return pulumi.all(resources.map(declarationOf)).apply((declarations) => {
    const { monthly, own, ...rest } = estimate(declarations, prices);
    const left = unpricedText(rest);
    const unpriced = left === "" ? "" : `no price shown: ${left}`;
    return { dollars: monthly, own, unpriced, duringChange };
  });
}

/** @throws RunError for what are none, which the provider refuses as well. */
function pricesOfStack(): OwnPrices {
  try {
    const config = pulumi.runtime.getConfig("hosting:prices");
    return ownPricesIn({ environment: process.env["HOSTING_PRICES"], config });
  } catch (error) {
    throw new pulumi.RunError(error instanceof Error ? error.message : String(error));
  }
}

/** The inputs that its price depends on; whether an address is assigned shows without its id. */
function declarationOf(resource: pulumi.CustomResource) {
  const inputs = {
    ...(Volume.isInstance(resource) && { sizeGb: resource.sizeGb }),
    ...(Instance.isInstance(resource) && { plan: resource.plan }),
  };
  // As `pulumi.resourceType` does, which an older SDK lacks.
  return { type: String(Reflect.get(resource, "__pulumiType")), inputs };
}
