/** What the spec does not show, as named assumptions that `hosting:assumptions` can set one by one. */

interface Assumption {
  /** What is taken as true unless set otherwise. */
  readonly value: string | number | boolean | readonly string[];
  /** Section of the spec that leaves it open. */
  readonly spec: string;
  /** What the value decides. */
  readonly about: string;
}

const route = (value: string, about: string): Assumption & { readonly value: string } => ({
  value,
  spec: "4 note 4",
  about,
});

/**
 * Every assumption by name. A route's value is "METHOD /prefix/path" with the placeholders of the
 * documented routes, or "none".
 */
export const assumptionTable = {
  "routes.instance.get": route("GET /v1/instances/{instance_id}", "reads one instance"),
  "routes.instance.action": route(
    "POST /v1/instances/{instance_id}/action",
    "starts, stops and freezes an instance",
  ),
  "routes.instance.delete": route("DELETE /v1/instances/{instance_id}", "deletes an instance"),
  "routes.volume.list": route("GET /v1/volumes", "lists volumes"),
  "routes.volume.get": route("GET /v1/volumes/{volume_id}", "reads one volume"),
  "routes.volume.delete": route("DELETE /v1/volumes/{volume_id}", "deletes a volume"),
  "routes.floatingIp.list": route("GET /v1/floating-ips", "lists floating IPs"),
  "routes.floatingIp.get": route("GET /v1/floating-ips/{id}", "reads one floating IP"),
  "routes.floatingIp.delete": route("DELETE /v1/floating-ips/{id}", "releases a floating IP"),
  "routes.loadBalancer.list": route("GET /v1/load-balancers", "lists load balancers"),
  "routes.loadBalancer.get": route("GET /v1/load-balancers/{id}", "reads one load balancer"),
  "routes.loadBalancer.update": route("PATCH /v1/load-balancers/{id}", "changes a load balancer"),
  "routes.loadBalancer.delete": route("DELETE /v1/load-balancers/{id}", "deletes a load balancer"),
  "routes.certificate.list": route("GET /v1/certificates", "lists certificates"),
  "routes.certificate.get": route("GET /v1/certificates/{id}", "reads one certificate"),
  "routes.certificate.delete": route("DELETE /v1/certificates/{id}", "deletes a certificate"),

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
  "fields.algorithm": {
    value: "algorithm",
    spec: "2.9",
    about: "field of a load balancer that selects the balancing algorithm",
  },

  "words.ready": {
    value: ["running", "active", "available", "ready", "online", "attached", "in_use", "issued"],
    spec: "3",
    about: "status words of an object that can be used",
  },
  "words.pending": {
    value: ["pending", "queued", "creating", "provisioning", "building", "starting", "resizing"],
    spec: "3",
    about: "status words of an object on its way; any other unknown word is waited for as well",
  },
  "words.failed": {
    value: ["error", "failed", "broken"],
    spec: "3",
    about: "status words of an object that will never become usable",
  },
  "words.running": {
    value: ["running", "active", "started"],
    spec: "3",
    about: "status words of a running instance",
  },
  "words.stopped": {
    value: ["stopped", "off", "shutoff"],
    spec: "3",
    about: "status words of a stopped instance",
  },
  "words.frozen": {
    value: ["frozen", "paused", "suspended"],
    spec: "3",
    about: "status words of a frozen instance",
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

/** Name of one assumption, as written in `hosting:assumptions`. */
export type AssumptionName = keyof typeof assumptionTable;

type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : readonly string[];

/** The assumptions in force: the table's values with the user's settings over them. */
export type Assumptions = {
  readonly [N in AssumptionName]: Widened<(typeof assumptionTable)[N]["value"]>;
};

/** The values of the table, before anything is set. */
export const defaultAssumptions: Assumptions = Object.freeze(mapTable((_name, { value }) => value));

/**
 * The table's values with `overrides` over them.
 *
 * @throws Error naming the assumption when a name is unknown or a value has another type.
 */
export function resolveAssumptions(overrides: Readonly<Record<string, unknown>>): Assumptions {
  for (const name of Object.keys(overrides)) {
    if (!(name in assumptionTable)) {
      throw new Error(`"${name}" is not an assumption; known: ${assumptionNames().join(", ")}`);
    }
  }
  return Object.freeze(
    mapTable((name, { value }) => {
      const given = overrides[name];
      if (given === undefined) return value;
      if (!sameShape(given, value)) {
        throw new Error(
          `assumption "${name}" must be ${shapeOf(value)}, like ${JSON.stringify(value)}`,
        );
      }
      return given;
    }),
  );
}

/** Names of all assumptions, in the table's order. */
export function assumptionNames(): readonly AssumptionName[] {
  return Object.keys(assumptionTable).filter(
    (name): name is AssumptionName => name in assumptionTable,
  );
}

function mapTable(
  value: (name: AssumptionName, assumption: Assumption) => Assumption["value"],
): Assumptions {
  const entries = assumptionNames().map((name) => [name, value(name, assumptionTable[name])]);
  return Object.fromEntries(entries);
}

function sameShape(given: unknown, like: Assumption["value"]): given is Assumption["value"] {
  if (typeof like === "object") {
    return Array.isArray(given) && given.every((word) => typeof word === "string");
  }
  return typeof given === typeof like;
}

function shapeOf(value: Assumption["value"]): string {
  return typeof value === "object" ? "a list of strings" : `a ${typeof value}`;
}
