import { type Context, containers, instances } from "../kinds/index.ts";
import { shape, type TrafficEntry } from "../store/index.ts";

/** Programs of the user that answer for machines; their ids are those of the machines. */
const bindings = {
  kind: "trafficBackend",
  record: shape<{ readonly address: string }>(),
} as const;

/** Where the program that answers for the machine listens; the file may have come from elsewhere, with another host. */
export function boundTo({ account: objects }: Context, machine: string): string | undefined {
  const address = objects.find(bindings, machine)?.address;
  return address !== undefined && isLocal(address) ? address : undefined;
}

/**
 * Lets a program of the user answer for a machine; null gives it back the answerer that it had.
 *
 * @param own The entries of the platform: a connection that leads to one of them would never arrive.
 * @throws Error when there is no such machine, or several, or the address is no program's of this machine.
 */
export function bind(
  context: Context,
  { named, address }: Binding,
  own: readonly Pick<TrafficEntry, "id" | "url">[],
): void {
  const { account: objects } = context;
  const refused = `The backend of ${JSON.stringify(named.slice(0, 80))} was not set`;
  const id = machineNamed(context, named, refused);
  if (address !== null && !isLocal(address)) {
    throw new Error(
      `${refused}: ${JSON.stringify(address.slice(0, 80))} is not a port of this machine like 127.0.0.1:8081.`,
    );
  }
  const port = address?.split(":").at(-1);
  const entry = own.find(({ url }) => url !== null && url.split(":").at(-1) === port);
  if (entry !== undefined) throw new Error(`${refused}: "${entry.id}" listens there itself.`);
  objects.remove(bindings, id);
  if (address !== null) objects.insert(bindings, { address }, id);
}

interface Binding {
  /** The machine's id or name. */
  readonly named: string;
  readonly address: string | null;
}

function machineNamed({ account: objects }: Context, named: string, refused: string): string {
  const found = [instances, containers].flatMap((kind) => {
    const byId = objects.find<{ readonly name: string }>(kind, named);
    return byId ?? objects.where<{ readonly name: string }>(kind, "name", named);
  });
  const [first, ...others] = found;
  if (first === undefined) throw new Error(`${refused}: there is no such instance.`);
  if (others.length === 0) return first.id;
  const ids = found.map(({ id }) => id).slice(0, 3);
  throw new Error(`${refused}: several have that name. Name one by its id: ${ids.join(", ")}.`);
}

function isLocal(address: string): boolean {
  const [, port] = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\]):(\d{1,5})$/.exec(address) ?? [];
  return Number(port) >= 1 && Number(port) <= 65_535;
}
