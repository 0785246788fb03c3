import { expect, test } from "vitest";
import type { Effect } from "../../../../contract/endpoints.ts";
import type { Json } from "../../../../contract/naming.ts";
import { standingOf } from "../../../../provider/http/wire/json.ts";

const [id, region] = ["vol_1", "eu"];
const shown = { id, name: "data", region, size_gb: 20, status: "available" };
const broken = { ...shown, status: "failed", error: "it could not be formatted" };
const web = { name: "web", image: "debian/13", status: "running" };
const why = "the volume has snapshots";
const at = "2027-01-15T08:00:00Z";
const times = { created_at: at, finished_at: at };
const about = { resource_id: id, resource_type: "volume" };
const job = { id: "job_7f21", type: "volume.delete", status: "failed", ...about, ...times };
const hetzner = {
  ...{ id: 13, command: "delete_volume", progress: 100, started: at, finished: at },
  resources: [{ id: 42, type: "volume" }],
};
const digitalOcean = {
  ...{ id: 36804636, type: "detach", started_at: at, completed_at: at },
  ...{ resource_id: 42, resource_type: "volume", region: { slug: "ams3" }, region_slug: "ams3" },
};
const linode = {
  ...{ id: 123, action: "volume_delete", created: at, percent_complete: 100, username: "me" },
  ...{ entity: { id: 42, label: "data", type: "volume" }, seen: false, rate: null },
};
const lxd = {
  ...{ type: "async", status: "Operation created", status_code: 100, error_code: 0, error: "" },
  operation: "/1.0/operations/66e83638",
};
const task = { id: "66e83638", class: "task", created_at: at, resources: {}, may_cancel: false };

interface Answer {
  readonly from: string;
  readonly answer: Json;
  /** Each of them unless given. */
  readonly effects?: readonly Effect[];
}

const asked = [id, "42", "web"];
const both: readonly Effect[] = ["delete", "set"];

test.each<Answer>([
  { from: "a job", answer: { ...job, error: why } },
  { from: "a job without words", answer: job },
  { from: "a job, wrapped", answer: { job: { ...job, error: why } } },
  { from: "a job in data", answer: { data: { ...job, message: why } } },
  { from: "a job in data, named", answer: { data: { job } } },
  { from: "a job beside the object", answer: { ...shown, job } },
  { from: "a job beside a success", answer: { success: true, job: { ...job, error: why } } },
  { from: "a job with the name of its object", answer: { ...job, name: "web", error: why } },
  { from: "a job with the id of its object", answer: { ...job, id, action: "delete" } },
  { from: "a failed result", answer: { success: true, result: { status: "failed", error: why } } },
  { from: "a failed result of the id", answer: { result: { id, status: "failed", error: why } } },
  { from: "an id and an error", answer: { id, status: "failed", error: why } },
  { from: "a text for what came of it", answer: { id, result: "failed", message: why } },
  { from: "rejected", answer: { status: "rejected", message: why } },
  { from: "denied", answer: { status: "denied", message: why } },
  { from: "Celery", answer: { task_id: "5f3c", status: "FAILURE", result: null, traceback: why } },
  { from: "JSend", answer: { status: "error", message: why, data: shown } },
  { from: "JSend, fail", answer: { status: "fail", data: { volume: why } } },
  { from: "Express", answer: { ok: true, errors: [why] } },
  { from: "Express, an error", answer: { success: true, error: { code: 409, message: why } } },
  { from: "Express, data", answer: { data: { success: false, message: why } } },
  { from: "Express, errors in data", answer: { data: { errors: [why] } } },
  { from: "two booleans", answer: { success: true, deleted: false, message: why } },
  { from: "a flag", answer: { deleted: false, message: why } },
  { from: "a flag of Stripe", answer: { id, object: "volume", deleted: false, reason: why } },
  { from: "a flag beside a failure", answer: { deleted: true, status: "failed", message: why } },
  { from: "Laravel", answer: { status: false, message: why } },
  { from: "Laravel, its errors", answer: { message: "Invalid data", errors: { volume: [why] } } },
  { from: "PHP", answer: { success: 0, message: why } },
  { from: "a flag as a text", answer: { success: "false", message: why } },
  { from: "Rails", answer: { errors: { base: [why] } } },
  { from: "Rails, a status", answer: { status: "unprocessable_entity", errors: [why] } },
  { from: "Spring Boot", answer: { timestamp: at, status: 409, error: "Conflict", message: why } },
  { from: "NestJS", answer: { statusCode: 409, message: why, error: "Conflict" } },
  { from: "NestJS without a phrase", answer: { statusCode: 409, message: why } },
  { from: "OpenStack", answer: { fault: { faultcode: "Client", faultstring: why } } },
  {
    from: "Cloudflare",
    answer: { success: false, errors: [{ code: 7, message: why }], messages: [], result: null },
  },
  { from: "Cloudflare, half", answer: { success: true, errors: [{ code: 7 }], result: shown } },
  { from: "DigitalOcean", answer: { action: { ...digitalOcean, status: "errored" } } },
  {
    from: "Hetzner",
    answer: { action: { ...hetzner, status: "error", error: { code: "locked", message: why } } },
  },
  { from: "Linode", answer: { errors: [{ reason: why, field: "volume_id" }] } },
  { from: "Linode, an event", answer: { ...linode, status: "failed", message: why } },
  {
    from: "LXD",
    answer: { ...lxd, metadata: { ...task, status: "Failure", status_code: 400, err: why } },
  },
  { from: "Google", answer: { name: "op-7", done: true, error: { code: 9, message: why } } },
  { from: "Azure", answer: { id: "/op/7", name: "7", status: "Failed", error: { message: why } } },
  { from: "Kubernetes", answer: { kind: "Status", status: "Failure", message: why, code: 409 } },
  { from: "GraphQL", answer: { errors: [{ message: why, path: ["x"] }], data: null } },
  { from: "an error beside the object", answer: { ...shown, error: why } },
  { from: "an error around the object", answer: { volume: broken, error: why } },
  { from: "a failed envelope", answer: { status: "failed", data: shown } },
  {
    from: "an object on its way out",
    answer: { ...shown, status: "deleting", error: why },
    effects: ["set"],
  },
])("a refusal is read from $from", ({ answer, effects = both }) => {
  for (const effect of effects) expect(standingOf(answer, effect, asked)).toBe("error");
});

test("an answer whose parts have the names of methods is read", () => {
  const odd = { toString: "x", valueOf: "x" };
  const answer = { id: odd, name: odd, status: odd, error: why };
  expect(standingOf(answer, "delete", asked)).toBe("error");
});

test.each<Answer>([
  { from: "Express", answer: shown },
  { from: "Express, an envelope", answer: { data: shown } },
  { from: "Express, words", answer: { message: "deleted", success: true, error: null } },
  { from: "DRF", answer: { ...shown, url: "/volumes/1/", errors: [] } },
  { from: "DRF, words", answer: { detail: "The volume is being deleted." } },
  { from: "Rails", answer: { volume: { ...broken, errors: {} } } },
  { from: "Rails, a number for an id", answer: { ...broken, id: 42 } },
  { from: "Laravel", answer: { data: { ...shown, deleted_at: null, deleted: false } } },
  { from: "Laravel, words", answer: { status: true, message: "Volume deleted", data: [] } },
  { from: "Spring Boot", answer: { timestamp: at, status: 200, message: "deleted" } },
  { from: "JSend", answer: { status: "success", data: { volume: broken } } },
  { from: "JSON:API", answer: { data: { type: "volumes", id, attributes: broken } } },
  { from: "a flag of an object", answer: { ...shown, deleted: false } },
  { from: "a flag of a machine", answer: { ...web, deleted: false, error: null } },
  { from: "a flag of a failed object", answer: { ...broken, deleted: false } },
  { from: "a flag of another", answer: { id: "inst_9", region, deleted: 0 } },
  {
    from: "a flag in an envelope",
    answer: { success: true, result: { ...shown, deleted: false } },
  },
  {
    from: "a flag that comes late",
    answer: { id, status: "deleting", deleted: false },
    effects: ["delete"],
  },
  { from: "a flag of little", answer: { id, name: "data", status: "available", deleted: false } },
  { from: "a flag of Stripe", answer: { id, object: "volume", deleted: true } },
  { from: "a failed object", answer: broken },
  {
    from: "a failed object without more",
    answer: { ...{ id, name: "x" }, status: "failed", error: why },
  },
  { from: "a failed object with words", answer: { ...broken, message: why } },
  { from: "a failed object with a code", answer: { ...broken, error_code: 7, error_message: why } },
  { from: "a failed object by name", answer: { ...web, id: "c-77", status: "error", error: why } },
  { from: "a failed object in data", answer: { data: broken } },
  { from: "a failed object in a result", answer: { success: true, result: broken } },
  { from: "a failed balancer", answer: { ...shown, status: "error", message: "no backends" } },
  { from: "what a success lifts", answer: { ...shown, success: true, error: why } },
  { from: "what a flag lifts", answer: { ...shown, deleted: true, errors: [why] } },
  { from: "tags of the object", answer: { ...shown, metadata: { status: "failed", error: why } } },
  {
    from: "an object on its way out",
    answer: { ...shown, status: "pending_delete", error: why },
    effects: ["delete"],
  },
  { from: "a job", answer: { ...job, status: "queued", error: null } },
  { from: "a job, wrapped", answer: { job: { ...job, status: "running", error: "" } } },
  { from: "a job beside a failed object", answer: { ...broken, job: { ...job, status: "done" } } },
  { from: "Celery", answer: { task_id: "5f3c", status: "PENDING", result: null } },
  {
    from: "Cloudflare",
    answer: { success: true, errors: [], messages: ["deleted"], result: { id } },
  },
  { from: "DigitalOcean", answer: { action: { ...digitalOcean, status: "in-progress" } } },
  { from: "Hetzner", answer: { action: { ...hetzner, status: "running", error: null } } },
  { from: "Hetzner, more", answer: { action: { ...hetzner, error: null }, next_actions: [] } },
  { from: "Linode", answer: {} },
  { from: "Linode, an event", answer: { ...linode, status: "started", message: "" } },
  { from: "LXD", answer: { ...lxd, metadata: { ...task, status: "Running", err: "" } } },
  { from: "LXD, at once", answer: { type: "sync", status: "Success", error: "", metadata: {} } },
  { from: "OpenStack", answer: { server: { ...web, status: "ERROR", fault: { message: why } } } },
  { from: "Google", answer: { name: "op-7", done: false, metadata: { verb: "delete" } } },
  { from: "Kubernetes", answer: { kind: "Status", status: "Success", details: { name: "web" } } },
  {
    from: "Kubernetes, the object",
    answer: { kind: "Volume", metadata: { name: "web" }, status: { phase: "Failed" } },
  },
])("no refusal is read from $from", ({ answer, effects = both }) => {
  for (const effect of effects) expect(standingOf(answer, effect, asked)).toBe("object");
});
