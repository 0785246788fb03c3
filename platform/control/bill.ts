import type { ClassFacts } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { prices } from "../../contract/limits.ts";
import { fromWire } from "../../contract/naming.ts";
import { type Declaration, dollars } from "../../contract/price.ts";
import { defaultProject } from "../access/index.ts";
import {
  type Context,
  floatingIps,
  heldAddresses,
  instances,
  isRunning,
  publicIpv4,
  servers,
  shownKind,
} from "../kinds/index.ts";
import { type JsonObject, type Stored, shape } from "../store/index.ts";

/** The cost of a month at present prices if nothing changes (spec 8). */
export interface Bill {
  /** The platform's time, RFC 3339. */
  readonly time: string;
  /** The one project that it is about; null for all of them. */
  readonly project: string | null;
  readonly currency: "USD";
  /** The lines with a cost. */
  readonly lines: readonly BillLine[];
  /** The sum of the lines, in whole US cents a month. */
  readonly total: number;
  /** Lines billed at a price that the spec does not show. */
  readonly unpriced: readonly Unpriced[];
}

/** The cost of one thing for a project. */
export interface BillLine {
  readonly project: string;
  /** Its kind, like `volume`. */
  readonly kind: string;
  readonly id: string;
  /** Its name, or the address that it is. */
  readonly name: string;
  /** Its price in words. */
  readonly what: string;
  /** In whole US cents a month. */
  readonly amount: number;
}

/** Something that costs more than the bill says. */
export interface Unpriced extends Omit<BillLine, "amount"> {
  /** Parts without a price, like "the price of a plan is not shown". */
  readonly what: string;
}

/** The scope of a bill. */
export interface BillRequest {
  /** Id of the one project. Default: all, line by line. */
  readonly project?: string;
}

/** @throws Error when there is no such project. */
export function billOf(context: Context, { project }: BillRequest): Bill {
  if (project !== undefined && !context.projects.has(project)) {
    throw new Error(`The bill was not written: there is no project "${project}".`);
  }
  const isAsked = (one: BillLine | Unpriced) => project === undefined || one.project === project;
  const assignments = assignmentsIn(context);
  const priced = Object.keys(kinds).flatMap((kind) => pricedOf(kind, assignments, context));
  const lines = [...priced.flatMap(lineOf), ...addressLines(context)].filter(isAsked);
  return {
    time: new Date(context.now).toISOString(),
    project: project ?? null,
    currency: "USD",
    lines: lines.toSorted(byProject),
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    unpriced: priced.flatMap(unpricedOf).filter(isAsked).toSorted(byProject),
  };
}

/** An object with what the contract says that it costs. */
interface Priced {
  readonly of: Omit<Unpriced, "what">;
  readonly about: string;
  readonly monthly: number | { readonly missing: string };
  readonly besides: string | undefined;
}

/** spec 8: a floating IP is free while it is assigned to a running instance. */
function assignmentsIn(context: Context): readonly Declaration[] {
  const { account } = context;
  return account.list(floatingIps).flatMap(({ id: floatingIpId, instance_id: instanceId }) => {
    const instance = instanceId === null ? undefined : account.find(instances, instanceId);
    if (instance === undefined || !isRunning(instance, context)) return [];
    return [{ type: "network:FloatingIpAssignment", inputs: { floatingIpId, instanceId } }];
  });
}

function pricedOf(name: string, assignments: readonly Declaration[], context: Context): Priced[] {
  const kind = shownKind(name)?.kind;
  const [found] = kind === undefined ? [] : Object.entries<ClassFacts>(kinds[kind].classes);
  if (kind === undefined || found === undefined) return [];
  const [type, { price }] = found;
  const objects = context.account.list({ kind, record: shape<JsonObject>() });
  const declarations = objects.map((object) => declarationOf(type, object));
  const all = [...declarations, ...assignments];
  return objects.map(({ id, serial, project, name }, at) => ({
    of: {
      project,
      kind,
      id,
      name: kind === "floatingIp" ? publicIpv4(serial) : String(name ?? id),
    },
    about: price.about,
    monthly: price.monthly(declarations[at] ?? { type, inputs: {} }, all),
    besides: price.unpriced,
  }));
}

/** The address of a server is a line of the account's: it costs something without the server, too. */
function declarationOf(type: string, object: Stored<JsonObject>): Declaration {
  const { id, network_access: _access, ...fields } = object;
  return { type, id, inputs: Object(fromWire(fields)) };
}

function lineOf({ of, about, monthly }: Priced): BillLine[] {
  if (typeof monthly !== "number" || monthly === 0) return [];
  return [{ ...of, what: about, amount: centsOf(monthly) }];
}

function unpricedOf({ of, monthly, besides }: Priced): Unpriced[] {
  const what = typeof monthly === "number" ? besides : monthly.missing;
  return what === undefined ? [] : [{ ...of, what }];
}

function addressLines(context: Context): readonly BillLine[] {
  return heldAddresses(context).map(({ ip, server }) => ({
    project: context.account.find(servers, server ?? "")?.project ?? defaultProject.id,
    kind: "dedicatedAddress",
    id: ip,
    name: ip,
    what: `${dollars(prices.dedicatedIpv4)} a month for a dedicated IPv4 address, with a server or without (spec 8).`,
    amount: centsOf(prices.dedicatedIpv4),
  }));
}

/** The contract has dollars; all prices are whole cents. */
function centsOf(price: number): number {
  return Math.round(price * 100);
}

/** Lines of a project follow each other; within it they keep the order of kinds. */
function byProject(a: { readonly project: string }, b: { readonly project: string }): number {
  return a.project < b.project ? -1 : Number(a.project > b.project);
}
