import { Container, Instance, Server } from "../../resources/index.ts";
import type { HostingClass, Resource, Stack } from "../view.ts";

const machineClasses: readonly HostingClass[] = [Container, Instance, Server];

/** All machines of a stack. */
export function machinesIn(stack: Stack): readonly Resource[] {
  return machineClasses.flatMap((of) => stack.all(of));
}

const mostNames = 5;

/** Their names in a message: `"web-0", "web-1"`. */
export function namesOf(machines: readonly Resource[]): string {
  const names = machines.slice(0, mostNames).map(({ name }) => `"${name}"`);
  const left = machines.length - names.length;
  return `${names.join(", ")}${left === 0 ? "" : ` and ${left} more`}`;
}
