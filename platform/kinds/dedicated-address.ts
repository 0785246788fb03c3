import { dedicatedIpv4 } from "../addresses.ts";
import { shape } from "../store/objects.ts";
import type { World } from "../world.ts";

interface Address {
  /** The server that it is routed to; null while it is only held. */
  readonly server: string | null;
}

/** spec 8: held from assignment to the account until release, attached or not. Its id is the address. */
export const addresses = { kind: "dedicatedAddress", record: shape<Address>() } as const;

/** A dedicated IPv4 address that the account holds. */
export interface HeldAddress {
  readonly ip: string;
  /** Null while it is attached to nothing. */
  readonly server: string | null;
}

export function heldAddresses({ account: objects }: World): readonly HeldAddress[] {
  return objects.list(addresses).map(({ id, server }) => ({ ip: id, server }));
}

/**
 * An address for a new server: one that is held and attached to nothing, else one of the stock.
 *
 * @throws Refusal when none is free or the plan allows no further one (spec 7.6).
 */
export function takeAddress(world: World): string {
  const { account: objects, settings } = world;
  const held = heldAddresses(world);
  const loose = held.find(({ server }) => server === null);
  if (loose !== undefined) return loose.ip;
  const { dedicatedAllowance, dedicatedStock } = settings;
  if (held.length >= dedicatedAllowance) {
    throw world.refusal(
      "dedicated",
      "7.6: or the plan's allowance is reached",
      `server: ${held.length} of the ${dedicatedAllowance} dedicated IPv4 addresses that the plan allows are held`,
    );
  }
  const stock = Array.from({ length: dedicatedStock }, (_, index) => dedicatedIpv4(index));
  const ip = stock.find((one) => held.every((other) => other.ip !== one));
  if (ip === undefined) {
    const by = "7.6: Dedicated IPv4 requested and none is free";
    throw world.refusal("dedicated", by, "server: no dedicated IPv4 address is free");
  }
  objects.insert(addresses, { server: null }, ip);
  return ip;
}

/** Routes a held address to a server, or to none. */
export function attachAddress(
  { account: objects }: World,
  ip: string,
  server: string | null,
): void {
  const held = objects.find(addresses, ip);
  if (held !== undefined) objects.update(addresses, held, { server });
}

/**
 * Gives an address back to the stock.
 *
 * @throws Error when the account does not hold it or a server has it.
 */
export function releaseAddress({ account: objects }: World, ip: string): void {
  const held = objects.find(addresses, ip);
  if (held === undefined) {
    throw new Error(`The address ${ip} was not released: the account does not hold it.`);
  }
  if (held.server !== null) {
    throw new Error(
      `The address ${ip} was not released: server "${held.server}" has it. Delete the server first.`,
    );
  }
  objects.remove(addresses, ip);
}
