/** Refusals as platforms word them: the platform's words, who is to act, and how often it is sent. */
import { expect, test } from "vitest";
import type { ErrorCode } from "../../../provider/errors.ts";
import { flawsIn } from "../../support/message-form.ts";
import { errorOf } from "../../support/session.ts";
import { container, containerType, volume, volumeId, volumeType } from "./cases/objects.ts";
import { json, openStage, secretKey } from "./stage.ts";

const create = "POST /api/v1/instances";
const key = /API key|HOSTING_API_KEY/;
const names = /`adopt`|adopt to|`name`|--replace/;
const room = /Make room/;

interface Refused {
  readonly code: ErrorCode;
  /** Its words, and what the message advises. */
  readonly says: readonly RegExp[];
  readonly advises?: RegExp;
  /** Requests; one unless given. */
  readonly posts?: number;
}

const noRoom = (...says: readonly RegExp[]): Refused => ({ code: "refused", says, advises: room });
const taken = (...says: readonly RegExp[]): Refused => ({ code: "refused", says, advises: names });
const other = (...says: readonly RegExp[]): Refused => ({ code: "refused", says });
const wait: Refused = { code: "rateLimit", says: [/rate limit/], posts: Number.POSITIVE_INFINITY };
const twice = (...says: readonly RegExp[]): Refused => ({ code: "platform", says, posts: 2 });

/** A refusal with its code, as {error: {…}}. */
const coded = (code: string, message: string) => ({ error: { code, message } });

test.each<[string, number, unknown, Refused]>([
  // Hetzner
  [
    "limit of servers",
    403,
    coded("resource_limit_exceeded", "server limit reached"),
    noRoom(/server limit reached/),
  ],
  [
    "name is used",
    409,
    coded("uniqueness_error", "server name is already used"),
    taken(/already used/),
  ],
  ["no place", 412, coded("resource_unavailable", "error during placement"), other(/placement/)],
  [
    "requests of an hour",
    429,
    coded("rate_limit_exceeded", "limit of 3600 requests per hour reached"),
    wait,
  ],
  [
    "rights of a token",
    403,
    coded("token_readonly", "token is only allowed to perform GET requests"),
    { code: "key", says: [/only allowed/], advises: key },
  ],
  // Scaleway
  [
    "quota",
    403,
    { type: "invalid_request_error", message: "Quota exceeded for this resource." },
    noRoom(/Quota exceeded/),
  ],
  [
    "quota as too many",
    429,
    { message: "maximum number of servers reached for this organization" },
    noRoom(/maximum number/),
  ],
  // DigitalOcean
  [
    "limit of droplets",
    422,
    { id: "unprocessable_entity", message: "creating this droplet will exceed your droplet limit" },
    other(/droplet limit/),
  ],
  [
    "too many requests",
    429,
    { id: "too_many_requests", message: "API Rate limit exceeded." },
    wait,
  ],
  [
    "rights",
    403,
    { id: "forbidden", message: "You are not authorized to perform this operation" },
    { code: "key", says: [/not authorized/], advises: key },
  ],
  // Linode
  [
    "limit of an account",
    400,
    { errors: [{ reason: "Account Limit reached. Please open a support ticket." }] },
    other(/Account Limit/),
  ],
  [
    "label",
    400,
    { errors: [{ field: "label", reason: "Label must be unique among your Linodes" }] },
    taken(/must be unique/),
  ],
  // Vultr
  [
    "maximum",
    400,
    { error: "Unable to create instance: maximum of 10 is reached", status: 400 },
    other(/maximum of 10/),
  ],
  [
    "rate",
    429,
    { error: "Rate limit reached - please try your request again later.", status: 429 },
    wait,
  ],
  // UpCloud
  [
    "resource limits",
    403,
    {
      error: {
        error_code: "SERVER_CORE_LIMIT",
        error_message: "The account's limit of cores is reached.",
      },
    },
    noRoom(/limit of cores/),
  ],
  // OVH
  [
    "cores",
    403,
    {
      class: "Client::Forbidden",
      message: "Quota exceeded for cores: requested 4, but already used 20 of 20",
    },
    noRoom(/Quota exceeded for cores/),
  ],
  // LXD and Incus
  [
    "limit of a project",
    403,
    { type: "error", error: 'Reached maximum number of instances in project "default"' },
    noRoom(/maximum number/),
  ],
  [
    "record",
    409,
    { type: "error", error: 'This "instances" entry already exists' },
    taken(/already exists/),
  ],
  // Exoscale
  [
    "instances",
    409,
    { message: "Instance quota of 20 is exhausted in zone ch-gva-2" },
    noRoom(/exhausted/),
  ],
  // Azure
  [
    "family of cores",
    409,
    coded("OperationNotAllowed", "exceeding approved DSv3 Family Cores quota"),
    noRoom(/Cores quota/),
  ],
  // Google Cloud
  [
    "quota of queries",
    429,
    coded("429", "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'"),
    wait,
  ],
  // OpenStack
  [
    "addresses of a network",
    409,
    { message: "No more IP addresses available on network web." },
    other(/No more IP addresses/),
  ],
  // Oracle Cloud
  [
    "capacity of hosts",
    500,
    { code: "InternalError", message: "Out of host capacity." },
    twice(/Out of host capacity/),
  ],
  [
    "capacity of a region",
    503,
    { error: "No capacity available in region eu-1 right now" },
    twice(/No capacity available/),
  ],
  ["storage", 507, { error: "insufficient storage on hypervisors" }, twice(/insufficient storage/)],
])("a create that is refused for the %s, by %i %j", async (_what, status, body, refused) => {
  const { code, says, advises, posts = 1 } = refused;
  const stage = openStage({ "GET /api/v1/instances": json(200, []), [create]: json(status, body) });
  const inputs = { ...container, timeouts: { create: "5m" } };
  const error = await errorOf(() => stage.create(containerType, inputs));
  expect(error.code, error.message).toBe(code);
  for (const text of says) expect(error.message).toMatch(text);
  for (const advice of [key, names, room]) {
    if (advice === advises) expect(error.message).toMatch(advice);
    else expect(error.message).not.toMatch(advice);
  }
  expect(flawsIn(error.message, secretKey)).toEqual([]);
  const sent = stage.sent.filter((call) => call === create).length;
  if (Number.isFinite(posts)) expect(sent).toBe(posts);
  else expect(sent).toBeGreaterThan(2);
  // Nothing is stored: the next run makes it when there is room.
  expect(error).not.toHaveProperty("properties");
});

test.each<[string, number, unknown]>([
  // DigitalOcean
  [
    "a balancer lets it go",
    403,
    { id: "forbidden", message: "Make sure the certificate is not in use before deleting it" },
  ],
  ["it is attached", 409, { id: "conflict", message: "attached volume cannot be deleted" }],
  // OpenStack
  ["a port uses it", 409, { message: "Security Group web in use." }],
  // Oracle Cloud
  [
    "a group has it",
    409,
    {
      code: "Conflict",
      message: "Volume may not be deleted while it is assigned to volume group data",
    },
  ],
  // AWS
  ["something uses it", 400, { message: "Certificate is in use." }],
])("a deletion waits while %s, by %i %j", async (_what, status, body) => {
  const refused = json(status, body);
  const stage = openStage({
    [`GET /v1/volumes/${volumeId}`]: [
      json(200, { id: volumeId }),
      json(404, { error: "volume not found" }),
    ],
    [`DELETE /v1/volumes/${volumeId}`]: [refused, refused, json(204, {})],
  });
  await stage.remove(volumeType, volumeId, volume);
  expect(stage.sent.filter((call) => call.startsWith("DELETE"))).toHaveLength(3);
});

test("a refused create waits for a rate that names its end, whatever it speaks of", async () => {
  const late = json(429, { error: "limit reached" });
  const refused = { ...late, headers: { ...late.headers, "retry-after": "7" } };
  const made = json(201, { name: "web", status: "running", ip_addresses: ["10.0.0.2"] });
  const stage = openStage({
    "GET /api/v1/instances": [json(200, []), json(200, [{ name: "web", status: "running" }])],
    "GET /api/v1/instances/web": made,
    [create]: [refused, made],
  });
  expect(await stage.create(containerType, container)).toMatchObject({ id: "web" });
});
