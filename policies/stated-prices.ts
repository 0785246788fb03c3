import * as pulumi from "@pulumi/pulumi";
import { type OwnPrices, ownPricesIn } from "../contract/costs/index.ts";

/** The user's own prices as the stack states them, and why they cannot be used. */
export function statedPrices(): {
  readonly prices: OwnPrices;
  readonly mistakes: readonly string[];
} {
  try {
    const config = pulumi.runtime.getConfig("hosting:prices");
    return {
      prices: ownPricesIn({ environment: process.env["HOSTING_PRICES"], config }),
      mistakes: [],
    };
  } catch (error) {
    return { prices: {}, mistakes: [error instanceof Error ? error.message : String(error)] };
  }
}
