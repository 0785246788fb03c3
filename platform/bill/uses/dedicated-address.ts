import { addresses } from "../../kinds/dedicated-address.ts";
import { servers } from "../../kinds/server.ts";
import type { Period } from "../../store/periods.ts";
import type { Metered, Use } from "./use.ts";

type AddressPeriod = Period<{ readonly server: string | null }>;

/** spec 8: from assignment to the account until release, attached or not. */
export function addressUses({ world, periods, span }: Metered): Use[] {
  // Who had an address last may have given it up months ago.
  const always = { from: 0, until: span.until };
  const projects = new Map(periods.of(servers, always).map(({ id, project }) => [id, project]));
  const isAccounts = world.choice("bill.dedicatedAddresses") === "account";
  const payers = isAccounts ? new Map<string, string>() : projects;
  const byAddress = Map.groupBy(periods.of(addresses, always), ({ id }) => id);
  return [...byAddress.values()]
    .flatMap((of) => holdings(of).flatMap((holding) => usesOf(holding, payers)))
    .filter(({ until }) => until > span.from)
    .map((use) => ({ ...use, from: Math.max(use.from, span.from) }));
}

/** The periods of an address, in order, from each assignment to its release. */
function holdings(periods: readonly AddressPeriod[]): AddressPeriod[][] {
  const found: AddressPeriod[][] = [];
  for (const period of periods) {
    const last = found.at(-1);
    if (last?.at(-1)?.until === period.from) last.push(period);
    else found.push([period]);
  }
  return found;
}

/** Who paid last goes on paying, and the first one pays for what was before it. */
function usesOf(holding: readonly AddressPeriod[], payers: ReadonlyMap<string, string>): Use[] {
  const payerOf = ({ record }: AddressPeriod) => payers.get(record.server ?? "");
  let payer = holding.map(payerOf).find((project) => project !== undefined);
  return holding.map((period) => {
    payer = payerOf(period) ?? payer;
    const { id, from, until, project } = period;
    return { id, name: id, from, until, project: payer ?? project, size: 1n };
  });
}
