/** Prices of the platform and estimates over declarations: pure functions, no network, no Pulumi. */
export { billedHoursPerMonth, prices } from "../limits.ts";
export { declared, type StackResource } from "./declared.ts";
export {
  type Amount,
  billedFor,
  type CostChange,
  compareCosts,
  type Estimate,
  estimate,
  formatCost,
  formatDollars,
  type Line,
  ownText,
  unpricedText,
} from "./estimate.ts";
export { type Forecast, forecast, type PreviewStep } from "./forecast.ts";
export { type OwnPrices, ownPricesIn, parsePrices, type StatedPrices } from "./own-prices.ts";
export { type ClassPrice, type Declaration, type OwnPrice, priceTable } from "./price-table.ts";
