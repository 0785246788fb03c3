import type { ChoiceTable } from "./choice.ts";

/** What a month costs. A bill is written by the choices in force when it is asked for. */
export const billChoices = {
  "bill.hours": {
    spec: "8",
    open: "whether the hour that an object's time in a month has begun counts whole, or to the millisecond",
    values: ["begun", "exact"],
    ours: "begun",
    strict: "begun",
    strange: "exact",
  },
  "bill.partMonth": {
    spec: "8",
    open: "what a part of a month costs where only a price per month is stated: its share of the calendar month's hours in UTC, or the 730th part an hour up to the month's price",
    values: ["calendar", "730"],
    ours: "calendar",
    strict: "calendar",
    strange: "730",
  },
  "bill.start": {
    spec: "8",
    open: "since when a volume, its growth or an image is billed: when it was asked for, or when it is ready",
    values: ["created", "ready"],
    ours: "created",
    strict: "created",
    strange: "ready",
  },
  "bill.floatingIps": {
    spec: "8",
    open: "whether a floating IP costs something that is assigned to an instance that does not run",
    values: ["billed", "free"],
    ours: "billed",
    strict: "billed",
    strange: "free",
  },
  "bill.dedicatedAddresses": {
    spec: "8",
    open: "which project pays for a dedicated address of the account: that of the server that has it or had it last, or `proj_default`",
    values: ["server", "account"],
    ours: "server",
    strict: "account",
    strange: "account",
  },
  "bill.poolVolumes": {
    spec: "2.6, 8",
    open: "whether a volume of a pool has a price: none is shown, or that of block storage",
    values: ["unpriced", "blockStorage"],
    ours: "unpriced",
    strict: "blockStorage",
    strange: "unpriced",
  },
  "bill.freeTraffic": {
    spec: "8",
    open: "what has the free terabytes of a month: each load balancer, or those of a project together",
    values: ["balancer", "project"],
    ours: "balancer",
    strict: "project",
    strange: "project",
  },
} as const satisfies ChoiceTable;
