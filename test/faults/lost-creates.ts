import type { Snapshot } from "../../platform/index.ts";
import type { Props } from "../../provider/definition/session.ts";
import { type Deed, type Fault, gateway, page } from "./script.ts";

/** A create that goes wrong, and what comes of it. */
export interface LostCreate {
  readonly name: string;
  readonly type: string;
  readonly inputs: Props;
  /** False where the name is the user's own. Default true. */
  readonly isNameGenerated?: boolean;
  /** Objects that somebody else already has on the platform. */
  readonly before?: Deed;
  readonly faults: readonly Fault[];
  /** Requests that create: those that were sent, and those that the platform carried out. */
  readonly sent: number;
  readonly accepted: number;
  /** Objects of the kind in the end. */
  readonly there: { readonly kind: keyof Snapshot; readonly count: number };
  /** The id in the state; undefined when nothing is to be stored. */
  readonly id: RegExp | undefined;
  /** Part of the error, or of what the user is shown where there is none. */
  readonly says: string | RegExp;
}

const instances = "/api/v1/instances";
const post = `POST ${instances}`;
const image = "debian/13";
const takenOver = 'container "main": created although the answer was lost: it is web-1.';

const container = {
  type: "compute:Container",
  inputs: { name: "web-1", type: "container", image },
  accepted: 1,
  there: { kind: "container", count: 1 },
  id: /^web-1$/,
} as const;
const once = { ...container, sent: 1, says: takenOver };
const again = {
  ...container,
  sent: 2,
  says: /^(waits (90 s )?for the outcome of its creation to show(, \d+ s so far)? \(container "main"\)\n?)+("provisioning" \(container "main"\))?$/,
};
/** The content of a list that lags behind. */
const empty = (times: number, path = instances): Fault => ({
  on: `GET ${path}`,
  answer: { status: 200, body: [] },
  times,
});

/** It was made, and nothing shows it until the request was sent for the second time. */
const unseen = {
  ...container,
  faults: [
    { on: post, answer: "reset" },
    empty(12),
    { on: `GET ${instances}/*`, answer: { status: 404, body: { error: "no" } }, times: 12 },
  ],
  sent: 2,
  says: "for the outcome of its creation to show",
} satisfies Omit<LostCreate, "name">;

/** Each is one create on a real socket; virtual time. */
export const lostCreates: readonly LostCreate[] = [
  { ...once, name: "A01 post-then-reset", faults: [{ on: post, answer: "reset" }] },
  {
    ...again,
    name: "A02 post-not-applied-reset",
    faults: [{ on: post, applied: "no", answer: "reset" }],
  },
  { ...once, name: "A03 502-applied", faults: [{ on: post, answer: gateway(502) }] },
  {
    ...again,
    name: "A03 502-not-applied",
    faults: [{ on: post, applied: "no", answer: gateway(502) }],
  },
  {
    ...once,
    name: "A04 504-late-arrival",
    faults: [{ on: post, applied: 40_000, answer: gateway(504) }],
  },
  { ...once, name: "A05 201-cut-body", faults: [{ on: post, answer: "cut" }] },
  { ...once, name: "A06 201-html, applied", faults: [{ on: post, answer: page(201) }] },
  {
    ...again,
    name: "A06 201-html, not applied",
    faults: [{ on: post, applied: "no", answer: page(201) }],
  },
  {
    ...unseen,
    name: "A07 409-own",
  },
  {
    ...unseen,
    name: "A07 409-own, of the user's own name",
    isNameGenerated: false,
  },
  {
    ...container,
    name: "A08 409-foreign",
    before: { send: post, body: { name: "web-1", type: "container", image: "alpine/3.22" } },
    faults: [],
    sent: 0,
    accepted: 0,
    id: undefined,
    says: "web-1 exists already",
  },
  {
    ...container,
    name: "A08 409-foreign, which the list before does not show",
    before: { send: post, body: { name: "web-1", type: "container", image: "alpine/3.22" } },
    faults: [empty(1)],
    sent: 1,
    accepted: 0,
    id: undefined,
    says: "was not created",
  },
  { ...once, name: "A09 lagging-list", faults: [{ on: post, answer: "reset" }, empty(4)] },
  {
    name: "A10 twin-names",
    type: "network:Firewall",
    inputs: { name: "edge-1", inbound: [], outbound: [] },
    faults: [
      { on: "POST /api/v1/firewalls", answer: "reset" },
      // The look before the create.
      empty(1, "/api/v1/firewalls"),
      {
        on: "GET /api/v1/firewalls",
        answer: {
          status: 200,
          body: [
            { id: "fw_1", name: "edge-1" },
            { id: "fw_2", name: "edge-1" },
          ],
        },
      },
    ],
    sent: 1,
    accepted: 1,
    there: { kind: "firewall", count: 1 },
    id: /^unresolved-/,
    says: "maybe as fw_1 or fw_2",
  },
  {
    name: "A11 floating-ip-reset",
    type: "network:FloatingIp",
    inputs: { region: "eu" },
    faults: [{ on: "POST /v1/floating-ips", answer: "reset" }],
    sent: 1,
    accepted: 1,
    there: { kind: "floatingIp", count: 1 },
    id: /^unresolved-/,
    says: "HOSTING_FORGET_UNRESOLVED=",
  },
  {
    name: "A15 invite-unknown",
    type: "access:ProjectMember",
    inputs: { projectId: "proj_default", email: "ada@example.com", role: "viewer" },
    faults: [{ on: "POST /v1/projects/*/members", answer: "reset" }],
    sent: 1,
    accepted: 1,
    there: { kind: "projectMember", count: 1 },
    id: /^proj_default\/ada@example\.com$/,
    says: "created although the answer was lost",
  },
  {
    name: "A15 invite-unknown, where nothing lists members",
    type: "access:ProjectMember",
    inputs: { projectId: "proj_default", email: "ada@example.com", role: "viewer" },
    faults: [
      { on: "POST /v1/projects/*/members", applied: "no", answer: "reset" },
      { on: "GET /v1/projects/*/members", answer: page(404), times: 99 },
    ],
    sent: 1,
    accepted: 0,
    there: { kind: "projectMember", count: 0 },
    id: /^unresolved-/,
    says: "HOSTING_FORGET_UNRESOLVED=",
  },
  {
    name: "A16 bucket-lost-credentials",
    type: "storage:Bucket",
    inputs: { name: "files-1" },
    faults: [{ on: "POST /api/v1/storage/buckets", answer: "reset" }],
    sent: 1,
    accepted: 1,
    there: { kind: "bucket", count: 1 },
    id: /^files-1$/,
    says: "created although the answer was lost",
  },
];
