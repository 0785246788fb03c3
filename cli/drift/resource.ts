import type { Ours } from "../preview/ours.ts";
import type { PlannedResource, Preview } from "../preview/preview.ts";
import type { Named } from "../preview/subject.ts";
import type { Values } from "./differences.ts";
import { partOf } from "./part.ts";

/** A resource as a report names it. */
export interface Subject extends Named {
  readonly urn: string;
  /** Area and class: `storage:Volume`. */
  readonly type: string;
  /** The object's id on the platform. */
  readonly id: string;
  /** The component of this package that declares it: `LoadBalancedApp "shop"`. */
  readonly partOf?: string;
}

export function namedOf({ resource: { name }, definition: { noun } }: Ours): Named {
  return { noun, name };
}

export function subjectOf(ours: Ours, preview: Preview): Subject {
  const { resource, definition } = ours;
  const { urn, before, after } = resource;
  const component = partOf(ours, preview);
  return {
    ...{ ...namedOf(ours), urn, type: definition.type, id: (before ?? after)?.id ?? "" },
    ...(component !== undefined && { partOf: component }),
  };
}

/** True where Pulumi's one document, unlike the stream of events, does not show what was found besides inputs. */
export function isBareLook({ steps }: PlannedResource): boolean {
  return steps.some(({ op }) => op === "refresh");
}

/** An input that was changed on the platform. */
export interface ChangedInput {
  readonly name: string;
  readonly values: Values;
  /** True where no update puts it back. */
  readonly isLasting: boolean;
}

/** How the program comes to say what is there. */
export interface TakeIn {
  readonly says: string;
  /** Inputs as a program writes them. */
  readonly code?: string;
}

/** How the platform comes to have what the program says. */
export interface PutBack {
  readonly says: string;
  /** Requests that `pulumi up --refresh` sends: `PATCH /v1/volumes/{volume_id}`. */
  readonly requests: readonly string[];
  /** Whether another object takes the place of this one; `perhaps` where that depends on a route that is not known yet. */
  readonly replaces: boolean | "perhaps";
  /** Parts that a new object will not have: `its data (20 GB)`. */
  readonly loses: readonly string[];
}
