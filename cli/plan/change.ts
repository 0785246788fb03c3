import type { Order } from "../../provider/definition/definition.ts";
import type { Action } from "../preview/preview.ts";
import type { Field } from "./fields.ts";
import type { Loss } from "./losses.ts";

/** The change of one resource. */
export interface Change {
  readonly urn: string;
  /** Area and class: `storage:Volume`. */
  readonly type: string;
  /** The word for one of it: `volume`. */
  readonly noun: string;
  readonly name: string;
  readonly action: Action;
  /** Inputs that differ; a secret one without its values. */
  readonly fields: readonly Field[];
  /** Which of the two objects of a replacement comes first. */
  readonly order?: Order;
  readonly losses: readonly Loss[];
  /** Why the object stays on the platform though its resource is deleted. */
  readonly stays?: string;
  /** Name of the only new resource that has the class and the inputs of one that is deleted. */
  readonly renamedTo?: string;
  /** The advice for one that is created again below other parents. */
  readonly moved?: string;
}
