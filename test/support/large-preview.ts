/** Previews and states of stacks as large as wanted, in the form of the Pulumi CLI. */

const token = "pulumi-nodejs:dynamic/hosting/";
const machineCount = 100;

/** A step of a preview with what its resource is before and after. */
interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: object;
  readonly newState?: object;
}

/** A preview of 300 objects behind one load balancer: a third of the machines is replaced, some volumes are deleted. */
export function largePreview(): string {
  const all = Array.from({ length: machineCount }, (_, at) => machineOf(at)).flat();
  const backendInstances = Array.from({ length: machineCount }, (_, at) => `inst_${at}`);
  const balancer = step("same", "network:LoadBalancer", "app", {
    ...{ region: "eu-1", backendInstances, forwardingRules: [] },
  });
  return JSON.stringify({ steps: [balancer, ...all], changeSummary: {} });
}

/** The same stack as `pulumi stack export` writes it. */
export function largeState(): string {
  const { steps }: { steps: readonly Step[] } = JSON.parse(largePreview());
  const resources = steps.flatMap(({ oldState }) => oldState ?? []);
  return JSON.stringify({ version: 3, deployment: { resources } });
}

function machineOf(at: number): readonly Step[] {
  const isReplaced = at % 3 === 0;
  const isLast = at >= machineCount - 3;
  const machine = { region: "eu-1", plan: "small" };
  return [
    step(isReplaced ? "replace" : "same", "compute:Instance", `web-${at}`, machine, {
      id: `inst_${at}`,
      before: { image: "debian/13" },
      after: { image: isReplaced ? "debian/14" : "debian/13" },
      outputs: { status: at % 10 === 0 ? "starting" : "running", ipAddresses: [`198.18.0.${at}`] },
      replacedBy: isReplaced ? ["image"] : [],
    }),
    step(
      isLast ? "delete" : "same",
      "storage:Volume",
      `data-${at}`,
      { region: "eu-1", sizeGb: 10 },
      {
        id: `vol_${at}`,
        outputs: { status: "available" },
      },
    ),
    step(isLast ? "delete" : "same", "storage:VolumeAttachment", `data-${at}`, {
      ...{ volumeId: `vol_${at}`, instanceId: `inst_${at}` },
    }),
  ];
}

interface Rest {
  readonly id?: string;
  readonly before?: object;
  readonly after?: object;
  readonly outputs?: object;
  readonly replacedBy?: readonly string[];
}

function step(op: string, type: string, name: string, inputs: object, rest: Rest = {}): Step {
  const urn = `urn:pulumi:prod::shop::${token}${type}::${name}`;
  const common = { urn, type: `${token}${type}`, custom: true, propertyDependencies: {} };
  const before = { ...inputs, ...rest.before };
  const after = { ...inputs, __generatedName: true, ...rest.after };
  const oldState = {
    ...common,
    id: rest.id ?? name,
    inputs: before,
    outputs: { ...before, ...rest.outputs },
  };
  return {
    ...{ op, urn, oldState },
    ...(op !== "delete" && { newState: { ...common, inputs: after } }),
    ...(rest.replacedBy && { replaceReasons: rest.replacedBy, diffReasons: rest.replacedBy }),
  };
}
