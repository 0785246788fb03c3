import type { Definition } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import type { Operation } from "../operation/operation.ts";
import type { Routes } from "../operation/routes.ts";
import { type Known, readObject } from "./observe.ts";

/**
 * Makes sure that a look showed a new object that a difference would replace: an input whose value
 * only the answer to the create repeated may be shown in another spelling for ever.
 */
export async function confirmEchoes(operation: Operation, known: Known): Promise<void> {
  const isSeen = Object.keys(operation.looked).length > 0;
  if (isSeen || operation.definition.expendable !== true) return;
  try {
    await readObject(operation, known);
  } catch (error) {
    // It exists and can be used, and the next refresh looks as well.
    if (!HostingError.isInstance(error)) throw error;
  }
}

/**
 * True for an input that is brought in line again after somebody changed it on the platform: by an
 * update, or by replacing what holds nothing.
 */
export function isMended(definition: Definition, routes: Routes, name: string): boolean {
  const { kind, update, changes, expendable } = definition;
  const hasRoute = update !== undefined || routes.route(kind, "update") !== undefined;
  // Another name is no harm that would be worth a replacement.
  return (hasRoute && changes[name]?.on === "update") || (expendable === true && name !== "name");
}
