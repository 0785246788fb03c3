import { z } from "zod";
import { type ResourceState, secretText } from "./preview.ts";

const properties = z.record(z.string(), z.unknown()).nullish();

/** A resource as Pulumi writes it into previews, events and states. */
export const State = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().nullish(),
  inputs: properties,
  outputs: properties,
  provider: z.string().nullish(),
  parent: z.string().nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).nullish(),
  protect: z.boolean().nullish(),
  retainOnDelete: z.boolean().nullish(),
  delete: z.boolean().nullish(),
  custom: z.boolean().nullish(),
});

/** A resource of a state with the fields that are used here, and no secret. */
export function stateOf(given: z.infer<typeof State>): ResourceState {
  const { urn, type, id, inputs, outputs, provider, parent, propertyDependencies } = given;
  const sources = Object.entries(propertyDependencies ?? {});
  return {
    ...{ urn, type },
    ...(id && { id }),
    // The provider's id follows, which a preview does not know of a new one.
    ...(provider && { provider: provider.slice(0, provider.lastIndexOf("::")) }),
    ...(parent && { parent }),
    inputs: withoutSecrets(inputs),
    outputs: withoutSecrets(outputs),
    sources: Object.fromEntries(sources.map(([name, urns]) => [name, urns ?? []])),
    isCustom: given.custom === true,
    isProtected: given.protect === true,
    retainOnDelete: given.retainOnDelete === true,
    isLeftover: given.delete === true,
  };
}

/** The key by which Pulumi tags a value that is not plain, and its tag for a secret. */
const signature = "4dabf18193072939515e22adb298388d";

function withoutSecrets(values: Readonly<Record<string, unknown>> | null | undefined) {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, withoutSecret(value)]),
  );
}

/** Also one that the CLI was asked to show (`--show-secrets`). */
function withoutSecret(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecret);
  if (typeof value !== "object" || value === null) return value;
  return signature in value ? secretText : withoutSecrets({ ...value });
}
