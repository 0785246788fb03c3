import type { Gap } from "./gaps.ts";
import type { Resource } from "./program.ts";
import { Setting } from "./setting.ts";

/** The parts of a project. */
export interface Project {
  readonly name: string;
  readonly resources: readonly Resource[];
  /** Those that the first `up` takes over by their ids. */
  readonly adopted: readonly Resource[];
  readonly gaps: readonly Gap[];
  /** Commands that point a new stack at the platform that was read. */
  readonly platformSteps: readonly string[];
  /** Whether what holds data is protected from being deleted, as by Pulumi's own import. */
  readonly isProtecting: boolean;
  /** Where `package.json` takes this package from. */
  readonly packageSpec: string;
}

/** True for a resource that has `protect: true` in the program. */
export function isProtected(
  { isProtecting }: Pick<Project, "isProtecting">,
  { subject }: Resource,
): boolean {
  return isProtecting && (subject.definition.holds ?? []).includes("data");
}

/** The settings that are to be filled in, with the resources that they are of. */
export function settingsIn(
  resources: readonly Resource[],
): readonly { readonly setting: Setting; readonly resource: Resource; readonly input: string }[] {
  return resources.flatMap((resource) =>
    Object.entries(resource.inputs).flatMap(([input, setting]) =>
      setting instanceof Setting ? [{ setting, resource, input }] : [],
    ),
  );
}
