/** Connections to load balancers, port forwards and floating IPs, on ports of this machine. */
export { bind } from "./bindings.ts";
export { type TrafficTable, trafficTable } from "./table.ts";
export { Traffic } from "./traffic.ts";
