import { lastingIn } from "../../provider/lifecycle/refresh-messages.ts";
import { hidden } from "../../provider/lifecycle/state/state.ts";
import { dataText } from "../export/source.ts";
import { textOf } from "../preview/messages.ts";
import type { Ours } from "../preview/ours.ts";
import type { Preview } from "../preview/preview.ts";
import { type Difference, differencesIn, holdsSecret, type Values } from "./differences.ts";
import { putBackAll } from "./put-back.ts";
import {
  type ChangedInput,
  type PutBack,
  type Subject,
  subjectOf,
  type TakeIn,
  valuesIn,
} from "./resource.ts";

/** A resource of which the platform has something else than the program declares. */
export interface Changed extends Subject {
  readonly is: "changed";
  /** None where an earlier refresh has stored what it found: the state keeps the declared values secret. */
  readonly differences: readonly Difference[];
  readonly takeIn: TakeIn;
  readonly putBack: PutBack;
}

/** Rule 10: what a refresh stores of an input that was changed on the platform. */
export function changedIn(ours: Ours, preview: Preview): Changed | undefined {
  const { definition, resource } = ours;
  const inputs = changedInputsOf(ours, preview);
  if (inputs.length === 0 && !isStored(ours)) return undefined;
  return {
    ...{ is: "changed", ...subjectOf(ours) },
    differences: inputs.flatMap(({ name, values }) => differencesIn(definition, name, values)),
    takeIn: takenIn(inputs),
    putBack: putBackAll(definition, resource, inputs),
  };
}

/** Values that an update puts back are inputs of the new state, and what it cannot is beside them. */
function changedInputsOf(ours: Ours, preview: Preview): readonly ChangedInput[] {
  const { before, after } = ours.resource;
  if (!isWhole(ours)) return lastingByMessage(ours, preview);
  const lasting = Object.entries(valuesIn(after?.outputs[hidden.found]) ?? {});
  const declared = valuesIn(after?.outputs[hidden.drifted]);
  const names = Object.keys(declared ?? {});
  // An earlier refresh may have stored another found value where the declared one was.
  const isFirst = before?.outputs[hidden.drifted] === undefined;
  const changed = declared === undefined ? rootsOf(ours) : names;
  return [
    ...lasting.map(([name, found]) => {
      return { name, values: { declared: after?.inputs[name], found }, isLasting: true };
    }),
    ...changed.map((name) => {
      const found = after?.inputs[name];
      const known = declared === undefined ? isFirst && before?.inputs : declared;
      const values = known ? { declared: known[name], found } : { found };
      return { name, values, isLasting: false };
    }),
  ];
}

/** False for a look of which the document, unlike the stream of events, does not show what it came to. */
function isWhole({ resource: { steps } }: Ours): boolean {
  return !steps.some(({ op }) => op === "refresh");
}

/** Pulumi's document leaves out a difference that is none of inputs; the warning of it is there. */
function lastingByMessage({ resource, definition }: Ours, { diagnostics }: Preview) {
  const names = diagnostics
    .filter(({ urn }) => urn === resource.urn)
    .map((one) => lastingIn(textOf(one)) ?? "");
  return [...new Set(names)]
    .filter((name) => name in definition.inputs.shape)
    .map((name) => ({ name, values: {}, isLasting: true }));
}

function rootsOf({ resource, definition }: Ours): readonly string[] {
  const names = resource.changed.map((path) => path.replace(/[.[].*$/s, ""));
  return [...new Set(names)].filter((name) => name in definition.inputs.shape);
}

/** True where a refresh has stored a difference and nothing has changed since. */
function isStored({ resource: { after } }: Ours): boolean {
  return after?.outputs[hidden.drifted] !== undefined;
}

function takenIn(inputs: readonly ChangedInput[]): TakeIn {
  const then = "then `pulumi up --refresh`, which sends nothing";
  if (inputs.length === 0) {
    return {
      says: `run \`pulumi preview\`, write what it shows as the old value into the program, ${then}`,
    };
  }
  const known = inputs.filter(({ values }) => "found" in values && !isSecret(values));
  const others = inputs.filter((one) => !known.includes(one)).map(({ name }) => name);
  const code = known.map(({ name, values }) => `${name}: ${dataText(values.found)},\n`).join("");
  const [verb, what] =
    others.length === 0 ? ["write", "it"] : ["write", `the found value of ${others.join(" and ")}`];
  return { says: `${verb} ${what} into the program, ${then}`, ...(code !== "" && { code }) };
}

function isSecret(values: Values): boolean {
  return Object.values(values).some(holdsSecret);
}
