import {
  type Context,
  containers,
  forwardId,
  forwardsOf,
  portForwards,
  servers,
  takeBlock,
} from "../kinds/index.ts";
import { hostCount } from "../store/index.ts";

/**
 * Moves a machine to the next host: its block is then one of that host's shared address, with other port
 * numbers, in which each forward keeps its place (spec 3).
 *
 * @throws Error when no machine of the id has a block.
 */
export function migrate(context: Context, id: string): void {
  const { account } = context;
  const container = account.find(containers, id);
  const server = account.find(servers, id);
  const { host, first_port } = container ?? server ?? { host: 0, first_port: null };
  if (first_port === null) {
    throw new Error(`"${id}" was not migrated: no machine of this name or id has shared ports.`);
  }
  const block = takeBlock(context, "migration", (host + 1) % hostCount);
  context.blocks.release({ host, first_port });
  if (server !== undefined) account.update(servers, server, block);
  if (container === undefined) return;
  account.update(containers, container, block);
  for (const forward of forwardsOf(context, container.id)) {
    const { instance, protocol, target_port, description } = forward;
    const public_port = block.first_port + forward.public_port - first_port;
    account.remove(portForwards, forward.id);
    account
      .of(forward.project)
      .insert(
        portForwards,
        { instance, protocol, public_port, target_port, description },
        forwardId(instance, protocol, public_port),
      );
  }
}
