import { Container, Instance, Server } from "../../resources/index.ts";
import type { HostingClass, Resource, Stack } from "../view.ts";

const machineClasses: readonly HostingClass[] = [Container, Instance, Server];

/** All machines of a stack. */
export function machinesIn(stack: Stack): readonly Resource[] {
  return machineClasses.flatMap((of) => stack.all(of));
}
