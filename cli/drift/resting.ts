import { type Assumptions, isStatusOf } from "../../contract/assumptions.ts";
import { plainText } from "../../provider/display.ts";
import { classOf } from "../operate/find.ts";
import type { Ours } from "../preview/ours.ts";
import type { Preview } from "../preview/preview.ts";
import { isBareLook, type Subject, subjectOf } from "./resource.ts";

/**
 * A machine that does not run, of which the program declares no power state. It is no drift, so it changes no exit
 * code: a gate would fail for what no change of the program ends. But nothing else tells that the app is down.
 */
export interface Resting extends Subject {
  readonly is: "stopped" | "frozen";
  /** The platform's word. */
  readonly status: string;
  /** The command that lets it run. */
  readonly way: string;
}

const words = [
  ["stopped", "start"],
  ["frozen", "unfreeze"],
] as const;

export function restingIn(
  ours: Ours,
  preview: Preview,
  assumptions: Assumptions,
): Resting | undefined {
  const { resource, definition } = ours;
  const { actions } = definition;
  const { id = "", inputs = {}, outputs = {} } = resource.after ?? {};
  const { status } = outputs;
  const isMachine = actions !== undefined && inputs["desiredState"] === undefined;
  // A document does not show what the look saw besides inputs.
  if (!isMachine || typeof status !== "string" || isBareLook(resource)) return undefined;
  const word = words.find(([is]) => isStatusOf([is], status, assumptions));
  if (word === undefined) return undefined;
  const [is, action] = word;
  const way = `npx pulumi-hosting ${action} ${classOf(definition)}:${plainText(id)} --stack ${preview.stack}`;
  return { is, ...subjectOf(ours, preview), status: plainText(status), way };
}
