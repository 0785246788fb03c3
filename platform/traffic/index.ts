/** Connections to load balancers, port forwards and floating IPs, carried on this machine. */
export { bind } from "./bindings.ts";
export { TrafficSwitch } from "./switch.ts";
export {
  type TrafficBackend,
  type TrafficEntry,
  type TrafficTable,
  trafficTable,
} from "./table.ts";
