import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { isPort } from "../../contract/values/port.ts";
import { type PortBlock, type Stored, shape } from "../store/index.ts";
import { type Answer, created, ok, removed } from "./common/answer.ts";
import { type Context, notFound } from "./common/context.ts";
import { type Call, serveKind } from "./common/kind.ts";
import { lastPort } from "./common/port-block.ts";
import { references } from "./common/references.ts";

interface PortForward extends z.output<typeof Forward> {
  readonly instance: string;
}

const Forward = z.strictObject({
  protocol: z.enum(["tcp", "udp"]),
  public_port: z.int(),
  target_port: z.int().refine(isPort, `a port from ${limits.firstPort} to ${limits.lastPort}`),
  description: z.string().nullable().default(null),
});
type Forward = z.output<typeof Forward>;

/** The parts of the target container that a forward needs. */
const target = { ...references.container, record: shape<PortBlock>() };

/** Port forwards of containers (spec 2.4). */
export const portForwards = serveKind({
  kind: "portForward",
  spec: "2.4",
  noun: "port forward",
  record: shape<PortForward>(),
  links: [{ field: "instance", to: ["container"], label: "forward" }],
  view: ({ instance, protocol, public_port, target_port, description }) => {
    return { instance, protocol, public_port, target_port, description };
  },
  serve: () => ({ list: listForwards, create: createForward, delete: deleteForward }),
});

/** A forward has no id: its instance, protocol and public port name it (spec 4.1). */
export function forwardId(instance: string, protocol: string, publicPort: number | string): string {
  return `${instance}/${protocol}/${publicPort}`;
}

/** The forwards of a container. */
export function forwardsOf({ account }: Context, instance: string): Stored<PortForward>[] {
  return account.where(portForwards, "instance", instance);
}

function listForwards({ context, target: instance }: Call): Answer {
  const { id } = context.shown(target, instance);
  return ok(
    context.objects
      .where(portForwards, "instance", id)
      .map((forward) => portForwards.view(forward, context)),
  );
}

function createForward({ context, target: instance, body }: Call): Answer {
  const container = context.require(target, instance);
  const refused = `port forward of instance "${instance}" was not created`;
  const forward = body(Forward, refused);
  refuseForward(context, container, { forward, refused });
  const id = forwardId(container.id, forward.protocol, forward.public_port);
  if (context.objects.find(portForwards, id) !== undefined) {
    const error = `${refused}: ${forward.protocol} port ${forward.public_port} is forwarded already`;
    throw context.refusal("conflict", "not shown: refusals.conflict", error);
  }
  const stored = context.objects
    .of(container.project)
    .insert(portForwards, { ...forward, instance: container.id }, id);
  return created(portForwards.view(stored, context));
}

const firstPortRule = "8: the first port of a block leads to port 22";

function refuseForward(
  context: Context,
  block: PortBlock,
  { forward, refused }: { readonly forward: Forward; readonly refused: string },
): void {
  const { public_port, target_port } = forward;
  const last = lastPort(block);
  if (public_port < block.first_port || public_port > last) {
    const rule = "7.8: a public port lies in the block of its instance";
    const error = `${refused}: public_port ${public_port} is outside its block ${block.first_port} to ${last}`;
    throw context.refusal("portOutsideBlock", rule, error);
  }
  if (public_port === block.first_port) {
    const error = `${refused}: public_port ${public_port} always leads to SSH`;
    throw context.refusal("conflict", firstPortRule, error);
  }
  if (target_port === limits.mailPort && !context.settings.mailEnabled) {
    const rule = "7.7: port 25 is closed until support has enabled mail";
    const error = `${refused}: target_port ${target_port} is refused until support has enabled mail`;
    throw context.refusal("mailPort", rule, error);
  }
}

function deleteForward({ context, target: instance, query }: Call): Answer {
  const container = context.shown(target, instance);
  const refused = `port forward of instance "${instance}" was not deleted`;
  const [protocol = "", publicPort = ""] = [query("protocol"), query("public_port")];
  if (!/^(tcp|udp)$/.test(protocol) || !/^[1-9]\d{0,4}$/.test(publicPort)) {
    const rule = "4.1: the query names protocol and public_port";
    const error = `${refused}: the query needs protocol (tcp or udp) and public_port (a number)`;
    throw context.refusal("invalid", rule, error);
  }
  const forward = context.objects.find(portForwards, forwardId(container.id, protocol, publicPort));
  if (forward === undefined) {
    throw notFound(`port forward "${protocol}/${publicPort}" of instance "${instance}"`);
  }
  if (Number(publicPort) === container.first_port) {
    const error = `${refused}: public_port ${publicPort} always leads to SSH`;
    throw context.refusal("conflict", firstPortRule, error);
  }
  context.remove(portForwards, forward);
  return removed;
}
