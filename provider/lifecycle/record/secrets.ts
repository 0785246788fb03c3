import { isUnknown } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { asHostingError, type HostingError, PartialFailure } from "../../errors.ts";
import { createScrub, type Scrub } from "../../scrub.ts";
import { hidden, inputValueMaps, pick, record, strings } from "./state.ts";

/** The class as one declaration has it: with the inputs that its program keeps secret. */
export function withKeptSecrets(definition: Definition, ...props: readonly Props[]): Definition {
  const names = props.flatMap((one) => strings(one[hidden.secrets]));
  return names.length === 0 ? definition : { ...definition, keptSecret: [...new Set(names)] };
}

/** True for an input whose values no message shows. */
export function isSecret(definition: Definition, name: string): boolean {
  return definition.secrets.includes(name) || definition.keptSecret.includes(name);
}

/** The texts in the secrets among these properties, which a platform may quote. */
export function secretTexts(definition: Definition, ...props: readonly Props[]): readonly string[] {
  const names = [...definition.secrets, ...definition.keptSecret];
  const holders = props.flatMap((one) => [one, ...inputValueMaps.map((map) => record(one[map]))]);
  return [...new Set(holders.flatMap((one) => textsIn(Object.values(pick(one, names)))))];
}

/** Takes the secrets among these properties out of a text. */
export function scrubOf(definition: Definition, ...props: readonly Props[]): Scrub {
  return createScrub(secretTexts(definition, ...props));
}

/** Does something about a declaration; no error of it has a secret among its properties. */
export async function withoutSecrets<T>(
  given: Definition,
  props: readonly Props[],
  work: (definition: Definition) => Promise<T>,
): Promise<T> {
  const definition = withKeptSecrets(given, ...props);
  try {
    return await work(definition);
  } catch (error) {
    const texts = secretTexts(definition, ...props);
    throw texts.length === 0 ? error : scrubbed(asHostingError(error), createScrub(texts));
  }
}

function scrubbed(error: HostingError, scrub: Scrub): HostingError {
  const reason = error.reason === undefined ? undefined : scrub(error.reason);
  const clean = error.reworded(scrub(error.message), reason);
  if (!(error instanceof PartialFailure)) return clean;
  const { [hidden.unfinished]: unfinished, ...properties } = error.properties;
  return new PartialFailure(clean, error.id, {
    ...properties,
    ...(unfinished === undefined ? {} : { [hidden.unfinished]: scrub(String(unfinished)) }),
  });
}

function textsIn(value: unknown): readonly string[] {
  if (isUnknown(value)) return [];
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
