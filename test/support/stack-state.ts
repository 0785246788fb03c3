import { z } from "zod";

/** A resource as a stack's state holds it. */
export interface Recorded {
  /** Its logical name. */
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Why it is not finished; empty when it is. */
  readonly initErrors: readonly string[];
  /** Where the program declares it, from the directory of the project; empty where Pulumi found none. */
  readonly sourcePosition: string;
}

const Properties = z.record(z.string(), z.unknown()).default({});
const Deployment = z
  .object({
    resources: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          id: z.string().default(""),
          inputs: Properties,
          outputs: Properties,
          initErrors: z.array(z.string()).default([]),
          sourcePosition: z.string().default(""),
        }),
      )
      .default([]),
  })
  .optional();
const State = z.object({ checkpoint: z.object({ latest: Deployment }) });
const Exported = z.object({ deployment: Deployment });

/** Reads the file backend's state of a stack. */
export function readRecorded(text: string): readonly Recorded[] {
  return recordedIn(State.parse(JSON.parse(text)).checkpoint.latest);
}

/** Reads a state as `pulumi stack export` writes it. */
export function readExported(text: string): readonly Recorded[] {
  return recordedIn(Exported.parse(JSON.parse(text)).deployment);
}

function recordedIn(deployment: z.output<typeof Deployment>): readonly Recorded[] {
  return (deployment?.resources ?? []).map(({ urn, ...resource }) => ({
    name: urn.split("::").at(-1) ?? "",
    ...resource,
  }));
}
