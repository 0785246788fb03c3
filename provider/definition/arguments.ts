import * as pulumi from "@pulumi/pulumi";

/** Only the values of arguments may come from elsewhere; a text would be taken apart letter by letter. */
export function objectOf(subject: string, args: unknown): Readonly<Record<string, unknown>> {
  if (isObject(args) && !pulumi.Output.isInstance(args) && !(args instanceof Promise)) return args;
  throw notMade(
    subject,
    "its arguments have to be an object like { name: … }, whose values may be outputs.",
  );
}

/**
 * The id of a resource that an argument of `subject` names, at whatever depth; `within` is the value around it.
 *
 * @throws RunError for a component, which has none, and for circular arguments.
 */
export function idsIn(subject: string, value: unknown, within: readonly unknown[] = []): unknown {
  if (pulumi.CustomResource.isInstance(value)) return value.id;
  if (pulumi.Resource.isInstance(value)) throw notMade(subject, componentText(value));
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return pulumi.output(value).apply((known) => idsIn(subject, known));
  }
  if (!isWalked(value)) return value;
  if (within.includes(value)) throw notMade(subject, "its arguments hold themselves.");
  const idIn = (item: unknown) => idsIn(subject, item, [...within, value]);
  if (Array.isArray(value)) return value.map(idIn);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, idIn(item)]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Objects of classes too, by what they hold, as Pulumi takes them; its own assets stay what they are. */
function isWalked(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return !pulumi.asset.Asset.isInstance(value) && !pulumi.asset.Archive.isInstance(value);
}

function componentText(component: pulumi.Resource): string {
  const type: unknown = Reflect.get(component, "__pulumiType");
  return `a component (${String(type)}) has no id, which is needed here. Give one of the resources in it, like group.instances[0] or data.volume.`;
}

function notMade(subject: string, reason: string): pulumi.RunError {
  return new pulumi.RunError(`${subject} was not made: ${reason}`);
}

/**
 * Names of the arguments that the program keeps secret, by themselves or as outputs, besides those that are known to
 * be: the provider process of dynamic resources is given the values alone. Undefined where there are none.
 */
export function secretInputs(
  args: Readonly<Record<string, unknown>>,
  {
    asOutputs = [],
    known,
  }: { asOutputs?: readonly string[] | undefined; known: readonly string[] },
): Promise<readonly string[] | undefined> | undefined {
  const given = Object.keys(args).filter(
    (name) => args[name] !== undefined && !known.includes(name),
  );
  const asked = given.filter((name) => asOutputs.includes(name) || mayBeSecret(args[name]));
  if (asked.length === 0) return undefined;
  const found = asked.map(async (name) => {
    return asOutputs.includes(name) || (await isSecret(args[name])) ? [name] : [];
  });
  return Promise.all(found).then((names) => (names.flat().length === 0 ? undefined : names.flat()));
}

function mayBeSecret(value: unknown): boolean {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return true;
  return isWalked(value) && Object.values(value).some(mayBeSecret);
}

/** An argument that fails is reported by Pulumi, which waits for it as well. */
async function isSecret(value: unknown): Promise<boolean> {
  try {
    return await pulumi.isSecret(pulumi.output(value));
  } catch {
    return false;
  }
}
