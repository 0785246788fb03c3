/** Stacks as data, of which a program and a state follow that say the same. */

/** A resource of such a stack. */
export interface Declared {
  /** Area and class: `storage:Volume`. */
  readonly type: string;
  readonly name: string;
  /** May hold {@link Reference}s at every depth. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Outputs that the platform would add. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly protect?: boolean;
  readonly ownProvider?: boolean;
}

/** Stands for the id of another resource of the stack. */
class Reference {
  readonly to: string;

  constructor(to: string) {
    this.to = to;
  }
}

/** The id of the resource of this type and name. */
export function idOf(type: string, name: string): Reference {
  return new Reference(variableOf({ type, name }));
}

/** A program that declares the stack; with `late`, no value of an input is known at preview. */
export function programOf(stack: readonly Declared[], { late = false } = {}): string {
  const needsProvider = stack.some(({ ownProvider }) => ownProvider);
  const lines = [
    'const seed = new hosting.Network("seed", {}, options(true));',
    "function later(value) { return seed.id.apply(() => value); }",
    ...stack.map((one) => {
      const inputs = Object.entries(one.inputs).map(([key, value]) => {
        return `${JSON.stringify(key)}: ${expressionOf(value, late)}`;
      });
      const options = `options(${one.ownProvider ?? false}, ${one.protect ?? false})`;
      const made = `new hosting.${classOf(one)}(${JSON.stringify(one.name)}, { ${inputs.join(", ")} }, ${options})`;
      return `const ${variableOf(one)} = ${made};`;
    }),
  ];
  const provider = needsProvider
    ? 'new hosting.Provider("own", { backend: "embedded" })'
    : "undefined";
  return `
const own = ${provider};
function options(isOwn, protect) { return isOwn && own ? { provider: own, protect } : { protect }; }
${lines.join("\n")}
`;
}

/** The stack as `pulumi stack export` would write it. */
export function stateOf(stack: readonly Declared[]): string {
  const root = "urn:pulumi:dev::e2e::pulumi:pulumi:Stack::e2e-dev";
  const provider = "urn:pulumi:dev::e2e::pulumi:providers:pulumi-nodejs::default";
  const providerId = "9c5a1f3e-0000-4000-8000-000000000000";
  const resources = stack.map((one) => {
    const inputs = resolved(one.inputs);
    const sources = Object.entries(one.inputs).map(
      ([key, value]) => [key, referencesIn(value).map((to) => urnOf(stack, to))] as const,
    );
    return {
      urn: urnOf(stack, variableOf(one)),
      custom: true,
      id: variableOf(one),
      type: tokenOf(one),
      inputs,
      outputs: { ...inputs, ...one.outputs },
      parent: root,
      dependencies: sources.flatMap(([, urns]) => urns),
      propertyDependencies: Object.fromEntries(sources),
      provider: `${provider}::${providerId}`,
      protect: one.protect ?? false,
    };
  });
  const background = [
    { urn: root, custom: false, type: "pulumi:pulumi:Stack" },
    { urn: provider, custom: true, id: providerId, type: "pulumi:providers:pulumi-nodejs" },
  ];
  return JSON.stringify({ version: 3, deployment: { resources: [...background, ...resources] } });
}

/** A value that contains a reference keeps its form when it is late: the engine must see its dependencies. */
function expressionOf(value: unknown, late: boolean): string {
  if (value instanceof Reference) return `${value.to}.id`;
  if (referencesIn(value).length === 0) {
    return late ? `later(${JSON.stringify(value)})` : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => expressionOf(item, late)).join(", ")}]`;
  const entries = Object.entries(Object(value)).map(
    ([key, item]) => `${JSON.stringify(key)}: ${expressionOf(item, late)}`,
  );
  return `{ ${entries.join(", ")} }`;
}

function resolved(inputs: Declared["inputs"]): object {
  const replacer = (_key: string, value: unknown) =>
    value instanceof Reference ? value.to : value;
  return Object(JSON.parse(JSON.stringify(inputs, replacer)));
}

function referencesIn(value: unknown): readonly string[] {
  if (value instanceof Reference) return [value.to];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

function urnOf(stack: readonly Declared[], variable: string): string {
  const found = stack.find((one) => variableOf(one) === variable);
  if (found === undefined) throw new Error(`the stack has no ${variable}`);
  return `urn:pulumi:dev::e2e::${tokenOf(found)}::${found.name}`;
}

function tokenOf({ type }: Pick<Declared, "type">): string {
  return `pulumi-nodejs:dynamic/hosting/${type}`;
}

function classOf({ type }: Pick<Declared, "type">): string {
  return type.split(":")[1] ?? type;
}

function variableOf(one: Pick<Declared, "type" | "name">): string {
  return `${classOf(one)}_${one.name.replaceAll("-", "_")}`;
}
