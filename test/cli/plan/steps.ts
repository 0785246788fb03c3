/** Steps of previews in which resources are created and deleted. */

const token = "pulumi-nodejs:dynamic/hosting/";

/** Inputs that differ from those of the usual volume. */
export type Rest = Readonly<Record<string, unknown>>;

/** The parent of resources, in place of a component. */
export const provider = { component: "pulumi:providers:pulumi-nodejs" };

interface Given {
  /** Class of the storage area; a volume unless given. */
  readonly type?: string;
  /** Type of a component that it is instead. */
  readonly component?: string;
  /** Types of what it is in, each with its `$`. */
  readonly within?: string;
  readonly inputs?: Rest;
  /** The names of volumes that inputs come from. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Types of what these volumes are in. */
  readonly sourcesWithin?: string;
  /** Logical name of an explicit provider. */
  readonly provider?: string;
  readonly leftover?: boolean;
  readonly op?: string;
}

/** A deleted resource. */
export function gone(name: string, given: Given = {}): object {
  const state = stateOf(name, given);
  return { op: "delete", urn: state.urn, oldState: { ...state, id: `id of ${name}` } };
}

/** A created resource, unless another step is given. */
export function come(name: string, given: Given = {}): object {
  const state = stateOf(name, given);
  return { op: given.op ?? "create", urn: state.urn, newState: state };
}

/** A deleted volume and a new one. */
export function volume(from: string, to: string, ...[before, after]: readonly Rest[]): object[] {
  return [gone(from, { inputs: before ?? {} }), come(to, { inputs: after ?? {} })];
}

/** A preview as the CLI prints it. */
export function previewOf(steps: readonly object[], diagnostics: readonly object[] = []): string {
  return JSON.stringify({ steps, diagnostics });
}

/** The URN of a volume, or of what else it is. */
export function urnOf(
  name: string,
  { type = "Volume", component, within = "" }: Given = {},
): string {
  return `urn:pulumi:dev::app::${within}${component ?? `${token}storage:${type}`}::${name}`;
}

function stateOf(name: string, given: Given) {
  const { type = "Volume", component, inputs = {}, sources = {}, leftover = false } = given;
  const { sourcesWithin: within = "" } = given;
  const urn = urnOf(name, given);
  const isProvider = component === provider.component;
  if (component !== undefined) return { urn, type: component, custom: isProvider, inputs };
  const usual = { region: "eu-1", sizeGb: 20, name: `${name}-abcdefgh`, __generatedName: true };
  return {
    ...{ urn, type: `${token}storage:${type}`, custom: true, delete: leftover },
    inputs: { ...(type === "VolumeAttachment" ? {} : usual), ...inputs, __urn: urn },
    ...(given.provider && { provider: `${urnOf(given.provider, provider)}::some-id` }),
    propertyDependencies: Object.fromEntries(
      Object.entries(sources).map(([input, source]) => [input, [urnOf(source, { within })]]),
    ),
  };
}
