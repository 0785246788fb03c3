/** Faults of requests. */
export { connectionCut, connectionReset } from "./connection.ts";
export {
  type Fault,
  type FaultEffect,
  type FaultTarget,
  type ListedFault,
  type PageForm,
  pageForms,
  type StatusFault,
} from "./fault.ts";
export { Faults, type Met } from "./faults.ts";
export { systemTimer, type Timer } from "./timer.ts";
