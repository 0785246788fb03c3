import { Container } from "../../resources/index.ts";
import { type Forward, forwardsByContainer } from "../facts/forwards.ts";
import { type Finding, stackRule } from "../rule.ts";
import { integer } from "../settings.ts";
import { isKnown, type Stack } from "../view.ts";

export const portForwardBlock = stackRule(
  {
    name: "port-forward-block",
    topic: "reliability",
    severity: "high",
    level: "advisory",
    about: "All forwards of a container are in its one block of public ports.",
    fix: "Use ports from the container's portBlock.",
    settings: { blockSize: integer("Ports of a block; the platform gives 10 by default.", 10) },
  },
  (stack, { blockSize }) =>
    [...forwardsByContainer(stack)].flatMap(([container, forwards]) => {
      const block = blockOf(stack, container);
      return block === undefined ? tooFarApart(forwards, blockSize) : outsideOf(block, forwards);
    }),
);

interface Block {
  readonly firstPort: number;
  readonly lastPort: number;
}

function blockOf(stack: Stack, container: string): Block | undefined {
  const owner = stack.all(Container).find(({ urn }) => urn === container);
  const { portBlock } = owner?.properties ?? {};
  if (portBlock === undefined || !isKnown(portBlock)) return undefined;
  const { firstPort, lastPort } = portBlock;
  return isKnown(firstPort) && isKnown(lastPort) ? { firstPort, lastPort } : undefined;
}

function outsideOf({ firstPort, lastPort }: Block, forwards: readonly Forward[]): Finding[] {
  return forwards
    .filter(({ publicPort }) => publicPort < firstPort || publicPort > lastPort)
    .map(({ resource, publicPort }) => ({
      resource,
      problem: `publicPort is ${publicPort}, and the container's block is ${firstPort} to ${lastPort}`,
    }));
}

/** Before the block is known, ports that no single block can hold are wrong all the same. */
function tooFarApart(forwards: readonly Forward[], blockSize: number): Finding[] {
  const lowest = Math.min(...forwards.map(({ publicPort }) => publicPort));
  return forwards
    .filter(({ publicPort }) => publicPort >= lowest + blockSize)
    .map(({ resource, publicPort }) => ({
      resource,
      problem: `publicPort is ${publicPort}, but another forward has ${lowest}, and a block has ${blockSize} ports`,
    }));
}
