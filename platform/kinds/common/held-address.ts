import { shape } from "../../store/index.ts";
import { dedicatedAddresses, dedicatedIpv4 } from "./addresses.ts";
import type { Context } from "./context.ts";

interface Address {
  /** The server that it is routed to; null while it is only held. */
  readonly server: string | null;
}

/** spec 8: held from assignment to the account until release, attached or not. Its id is the address. */
const addresses = { kind: "dedicatedAddress", record: shape<Address>() } as const;

/** A dedicated IPv4 address that the account holds. */
export interface HeldAddress {
  readonly ip: string;
  /** Null while it is attached to nothing. */
  readonly server: string | null;
}

export function heldAddresses({ account }: Context): readonly HeldAddress[] {
  return account.list(addresses).map(({ id, server }) => ({ ip: id, server }));
}

/**
 * An address for a new server: one that is held and attached to nothing, else one that is free.
 *
 * @throws Refusal when none is free or the plan allows no further one (spec 7.6).
 */
export function takeAddress(context: Context): string {
  const { account, settings } = context;
  const held = heldAddresses(context);
  const loose = held.find(({ server }) => server === null);
  if (loose !== undefined) return loose.ip;
  const { dedicatedAllowance } = settings;
  if (held.length >= dedicatedAllowance) {
    const rule = "7.6: the plan's allowance of dedicated addresses is reached";
    const error = `server: ${held.length} of the ${dedicatedAllowance} dedicated IPv4 addresses that the plan allows are held`;
    throw context.refusal("dedicated", rule, error);
  }
  const all = Array.from({ length: dedicatedAddresses }, (_, index) => dedicatedIpv4(index));
  const ip = all.find((one) => held.every((other) => other.ip !== one));
  if (ip === undefined) {
    const rule = "7.6: a dedicated address is assigned where one is free";
    throw context.refusal("dedicated", rule, "server: no dedicated IPv4 address is free");
  }
  account.insert(addresses, { server: null }, ip);
  return ip;
}

/** Routes a held address to a server, or to none. */
export function attachAddress({ account }: Context, ip: string, server: string | null): void {
  const held = account.find(addresses, ip);
  if (held !== undefined) account.update(addresses, held, { server });
}

/**
 * Gives an address back.
 *
 * @throws Error when the account does not hold it or a server has it.
 */
export function releaseAddress({ account }: Context, ip: string): void {
  const held = account.find(addresses, ip);
  const refused = `The address ${ip} was not released`;
  if (held === undefined) throw new Error(`${refused}: the account does not hold it.`);
  if (held.server !== null) {
    throw new Error(`${refused}: server "${held.server}" has it. Delete the server first.`);
  }
  account.remove(addresses, ip);
}
