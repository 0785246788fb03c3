import { type Call, named, Refusal } from "./call.ts";
import { amount, type Fields, type Platform, type Thing, text } from "./store.ts";

/** §8: "10 ports by default per server". */
const BLOCK = 10;

/** §8: one shared address per region; /api/v1 names no region, so it has a separate place. */
function sharedAddress(platform: Platform, region: string): string {
  const place = platform.catalog.regions.indexOf(region);
  return `198.51.100.${10 + (place < 0 ? region.length % 50 : place + 100)}`;
}

/** §3: a block is freed with its server, so the lowest free one is given. */
function takeBlock(platform: Platform, region: string): Fields {
  const address = sharedAddress(platform, region);
  const taken = new Set(
    platform.things
      .filter((thing) => thing.kind === "instance" && text(thing.fields["shared_ip"]) === address)
      .map((thing) => amount(thing.fields["port_start"])),
  );
  let start = 20000;
  while (taken.has(start)) start += BLOCK;
  return { shared_ip: address, port_start: start };
}

function heldBy(platform: Platform, organization: string): Thing[] {
  return platform.of("address", organization);
}

/** §3: the address is there before the server is; otherwise nothing is created at all. */
export function takeDedicated(call: Call): Thing {
  const { platform, organization } = call;
  const { dedicatedAllowance, dedicatedFree, dedicatedStatus } = platform.choices;
  const held = heldBy(platform, organization);
  // §8 prices: "until release, attached or not": an address that outlived its server is used again first.
  for (const address of held) if (address.fields["instance_id"] === null) return address;
  if (held.length >= dedicatedAllowance) {
    throw new Refusal(
      dedicatedStatus,
      `dedicated IPv4: the plan's allowance of ${dedicatedAllowance} addresses is reached`,
    );
  }
  const used = platform.things.filter((thing) => thing.kind === "address");
  if (used.length >= dedicatedFree)
    throw new Refusal(dedicatedStatus, "dedicated IPv4: no address is free in this region");
  let last = 10;
  while (used.some((thing) => thing.name === `203.0.113.${last}`)) last += 1;
  return platform.add({
    kind: "address",
    organization,
    name: `203.0.113.${last}`,
    fields: { instance_id: null },
  });
}

export function releaseAddresses(platform: Platform, machine: Thing): void {
  for (const address of heldBy(platform, machine.organization)) {
    if (address.fields["instance_id"] !== machine.id) continue;
    if (platform.choices.dedicatedOnDelete === "held") address.fields["instance_id"] = null;
    else platform.drop(address);
  }
}

/** The part of a machine that its network access gives (§8 "Network-access rules"). */
export function access(call: Call, region: string, dedicated: Thing | undefined): Fields {
  const { platform } = call;
  const ipv6 = platform.choices.ipv6
    ? [`2001:db8:${platform.dice.word(4)}::${platform.dice.integer(2, 9999)}`]
    : [];
  const own = dedicated === undefined ? takeBlock(platform, region) : { ipv4: dedicated.name };
  return {
    private_ip: `10.${platform.dice.integer(1, 250)}.0.${platform.dice.integer(2, 250)}`,
    ipv6,
    ...own,
  };
}

export function blockView(platform: Platform, machine: Thing): Fields {
  const start = machine.fields["port_start"];
  if (typeof start !== "number") return {};
  const end = start + BLOCK - 1;
  const key = platform.choices.portBlockKey;
  if (key === "port_block") return { port_block: { start, end, ip: machine.fields["shared_ip"] } };
  if (key === "port_range")
    return { port_range: `${start}-${end}`, public_ip: machine.fields["shared_ip"] };
  return {
    shared_ipv4: { address: machine.fields["shared_ip"], first_port: start, port_count: BLOCK },
  };
}

export function refuseOutside(call: Call, machine: Thing, port: number): void {
  const start = machine.fields["port_start"];
  const inside = typeof start === "number" && port >= start && port < start + BLOCK;
  if (inside) return;
  const block = typeof start === "number" ? `${start}-${start + BLOCK - 1}` : "no block";
  throw new Refusal(
    call.platform.choices.invalidStatus,
    `${named("instance", machine.name)}: public port ${port} is outside its port block (${block})`,
  );
}
