import * as pulumi from "@pulumi/pulumi";
import { comesLater } from "./known-arguments.ts";

/** A child of a component before it is made. */
export interface Child<A> {
  readonly args: A;
  readonly opts: pulumi.CustomResourceOptions;
}

/**
 * Adjusts the children of one kind before they are made: arguments that replace the component's, or
 * a function that is called for each child with its logical name and returns what it shall be.
 */
export type Transform<A> = Partial<A> | ((child: Child<A>, name: string) => Child<A>);

/**
 * The constructor arguments of a child after its transform, if there is one.
 *
 * @throws RunError for a function that returns something else: without its options a child is outside of the
 *   component and has lost its protection.
 */
export function transformed<A extends object>(
  transform: Transform<A> | undefined,
  name: string,
  child: Child<A>,
): [string, A, pulumi.CustomResourceOptions] {
  const made: Partial<Child<A>> | undefined =
    typeof transform === "function"
      ? transform(child, name)
      : { ...child, args: { ...child.args, ...transform } };
  const { args, opts } = made ?? {};
  if (args === undefined || opts === undefined || ![made, args, opts].every(isObject)) {
    throw new pulumi.RunError(
      `A transform returned no { args, opts } for "${name}". Have it return both, in no promise or output.`,
    );
  }
  return [name, args, opts];
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !comesLater(value);
}
