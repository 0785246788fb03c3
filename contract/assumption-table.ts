import type { AssumedRow } from "./kind.ts";
import { type Kind, kinds } from "./kinds/_all.ts";

/** Name of the assumption about a route, like `routes.volume.get`. */
type RouteName = {
  [K in Kind]: `routes.${K}.${keyof (typeof kinds)[K]["assumed"] & string}`;
}[Kind];

const entries = Object.entries(kinds).flatMap(([kind, { prefix, assumed }]) =>
  Object.entries<AssumedRow>(assumed).map(([verb, [method, path, about]]) => [
    `routes.${kind}.${verb}`,
    { value: `${method} ${prefix}${path}`, spec: "4 note 4", about },
  ]),
);

/** Routes that the spec does not show, as "METHOD /prefix/path" by name. */
export const assumedRoutes: Readonly<Record<RouteName, Assumption & { readonly value: string }>> =
  Object.fromEntries(entries);

/**
 * Every assumption by name. A route's value is "METHOD /prefix/path" with the placeholders of the
 * documented routes, or "none".
 */
export const assumptionTable = {
  ...assumedRoutes,

  "lists.next": {
    value: "",
    spec: "4 note 1",
    about:
      "how the next page of a list is asked for, as `<query parameter>=<path in the answer>`, like `from=paging.more`, for all lists; empty for the usual forms",
  },
  "fields.status": {
    value: "status",
    spec: "2.1, 3",
    about: "field of an answer that holds the state of an object",
  },
  "fields.ipAddresses": {
    value: "ip_addresses",
    spec: "2.1",
    about: "field of an instance's or balancer's answer that lists its IPv4 addresses",
  },
  "fields.portBlock": {
    value: "port_block",
    spec: "2.1, 8",
    about:
      "field of an instance's answer that holds address, first_port and last_port of its block",
  },
  "fields.ipv4Address": {
    value: "ipv4_address",
    spec: "2.3",
    about: "field of a server's answer that holds its IPv4 address",
  },
  "fields.progress": {
    value: "progress",
    spec: "2.7a, 3",
    about: "field of an image's answer that holds the percentage imported",
  },
  "fields.reason": {
    value: "error",
    spec: "2.7a",
    about: "field of an image's answer that says why its import failed",
  },
  "fields.sharedWith": {
    value: "project_ids",
    spec: "2.7a",
    about: "field of an image's answer that lists the projects it is shared with",
  },
  "fields.instanceId": {
    value: "instance_id",
    spec: "2.2, 3",
    about:
      "field of a volume's answer that names the instance it is attached to, by id or as an object with one",
  },
  "fields.inbound": {
    value: "inbound",
    spec: "2.5",
    about: "field of a firewall policy that holds its inbound rules",
  },
  "fields.outbound": {
    value: "outbound",
    spec: "2.5",
    about: "field of a firewall policy that holds its outbound rules",
  },
  "fields.bucketEndpoint": {
    value: "endpoint",
    spec: "2.6",
    about: "field of a new bucket's answer that holds its S3 endpoint",
  },
  "fields.bucketAccessKey": {
    value: "access_key",
    spec: "2.6",
    about: "field of a new bucket's answer that holds the access key",
  },
  "fields.bucketSecretKey": {
    value: "secret_key",
    spec: "2.6",
    about: "field of a new bucket's answer that holds the secret key",
  },
  "fields.algorithm": {
    value: "algorithm",
    spec: "2.9",
    about: "field of a load balancer that selects the balancing algorithm",
  },

  "words.ready": {
    value: [
      "running",
      "active",
      "available",
      "ready",
      "online",
      "attached",
      "in_use",
      "issued",
      "completed",
    ],
    spec: "3",
    about: "status words of an object that can be used; so is one with a word in no list",
  },
  "words.pending": {
    value: [
      ...["new", "requested", "pending", "queued", "scheduling", "waiting", "in_progress"],
      ...["creating", "allocating", "provisioning", "building", "spawning", "initializing"],
      ...["installing", "configuring", "deploying", "processing", "updating", "migrating"],
      ...["starting", "booting", "restarting", "rebooting", "stopping", "freezing", "unfreezing"],
      ...["resizing", "attaching", "detaching", "copying", "importing", "downloading"],
      ...["uploading", "converting", "deleting", "terminating"],
    ],
    spec: "3",
    about: "status words of an object on its way: these alone are waited for",
  },
  "words.deleting": {
    value: ["deleting", "removing", "terminating", "destroying"],
    spec: "3",
    about: "status words of an object that is being deleted: its name is waited for",
  },
  "words.deleted": {
    value: ["deleted", "removed", "destroyed"],
    spec: "3",
    about:
      "status words of an object that is gone, though answers still show it; so is one with a past time in deleted_at",
  },
  "words.failed": {
    value: ["error", "failed", "broken"],
    spec: "3",
    about: "status words of an object that will never become usable",
  },
  "words.running": {
    value: ["running", "active", "started", "up", "online"],
    spec: "3",
    about: "status words of a running instance",
  },
  "words.stopped": {
    value: ["stopped", "off", "shutoff", "down", "halted", "shutdown", "poweroff", "powered_off"],
    spec: "3",
    about: "status words of a stopped instance",
  },
  "words.frozen": {
    value: ["frozen", "paused", "suspended"],
    spec: "3",
    about: "status words of a frozen instance",
  },

  "words.invited": {
    value: ["pending", "invited"],
    spec: "3",
    about: "status words of an invitation that is not accepted yet",
  },
  "words.expired": {
    value: ["expired"],
    spec: "3",
    about: "status words of an invitation that was not accepted in time",
  },

  "words.busy": {
    value: [
      ...["busy", "locked", "in progress", "transient", "task state"],
      ...["pending action", "pending event", "pending operation", "pending task"],
      ...["another action", "another change", "another job", "another operation", "another task"],
      "conflicting operation",
    ],
    spec: "7",
    about:
      "words of a refusal (400, 409, 422) that something else is being done to the object: the request is sent again; so it is after any 423",
  },
  "words.limit": {
    value: [
      ...["limit", "quota", "maximum", "allowance", "exceeded", "exhausted"],
      ...["capacity", "out of stock", "sold out", "not enough"],
    ],
    spec: "7",
    about:
      "words of a refusal (403, 409, 429) that there is no room for more: the key is not to blame, the name is not taken, and the request is not sent again",
  },
  "words.rate": {
    value: [
      ...["api", "rate", "requests", "queries", "calls", "too many", "too fast", "slow down"],
      ...["throttled", "throttling", "per second", "per minute", "per hour", "per day"],
      ...["retry", "try again"],
    ],
    spec: "7.4",
    about:
      "words of a 429 that it is the rate of requests, whatever else it says: it is waited for; so it is after any 429 with Retry-After, and after one to a read or a deletion",
  },
  "words.inUse": {
    value: [
      ...["in use", "used by", "being used", "still used", "is attached", "still attached"],
      ...["still has", "dependent", "not empty"],
    ],
    spec: "7",
    about:
      "words of a refusal that something else uses the object: a 403 with them is not the key's fault, and a deletion waits",
  },
  "words.taken": {
    value: ["already", "exists", "taken", "duplicate", "unique"],
    spec: "7",
    about: "words of a refused create that something has its name or its place",
  },

  "refusals.notStopped": {
    value: 409,
    spec: "7.5",
    about: "status code when an instance is deleted while it is not stopped",
  },
  "refusals.mailPort": {
    value: 403,
    spec: "7.7",
    about: "status code when a port is forwarded to port 25 without mail being enabled",
  },
  "refusals.dedicated": {
    value: 409,
    spec: "7.6",
    about: "status code when no dedicated IPv4 address is free or the plan's allowance is reached",
  },
  "refusals.portOutsideBlock": {
    value: 422,
    spec: "7.8",
    about: "status code when a public port lies outside the instance's block",
  },
  "refusals.invalid": {
    value: 422,
    spec: "7",
    about: "status code of a body the platform does not accept, a smaller volume size included",
  },
  "refusals.conflict": {
    value: 409,
    spec: "7",
    about: "status code when a name is taken or an object is in use",
  },
  "platform.uniqueNames": {
    value: true,
    spec: "2",
    about: "the embedded platform refuses a second object of a kind with the same name",
  },
  "platform.certificatesInUse": {
    value: true,
    spec: "2.9",
    about: "the embedded platform refuses to delete a certificate that a load balancer uses",
  },
  "platform.volumesInUse": {
    value: true,
    spec: "3",
    about: "the embedded platform refuses to delete an attached volume",
  },
} as const satisfies Record<string, Assumption>;

/** One thing that is taken as true without being shown. */
export interface Assumption {
  /** The assumed value unless set otherwise. */
  readonly value: string | number | boolean | readonly string[];
  /** Section of the spec that leaves it open. */
  readonly spec: string;
  /** The effect of the value. */
  readonly about: string;
}
