import { hidden, record } from "../../provider/lifecycle/record/state.ts";
import { lastingIn } from "../../provider/lifecycle/refresh-messages.ts";
import { dataText } from "../export/source.ts";
import { textOf } from "../preview/messages.ts";
import type { Ours } from "../preview/ours.ts";
import type { Preview } from "../preview/preview.ts";
import { listed } from "../preview/subject.ts";
import { type Difference, differencesIn, holdsSecret } from "./differences.ts";
import { putBackAll } from "./put-back.ts";
import {
  type ChangedInput,
  isBareLook,
  type PutBack,
  type Subject,
  subjectOf,
  type TakeIn,
} from "./resource.ts";

/** A resource of which the platform has something else than the program declares. */
export interface Changed extends Subject {
  readonly is: "changed";
  /** None where an earlier refresh has stored the found values: Pulumi keeps the declared ones secret. */
  readonly differences: readonly Difference[];
  /** Left out where a component declares it and `up` puts it back. */
  readonly takeIn?: TakeIn;
  readonly putBack: PutBack;
}

export function changedIn(ours: Ours, preview: Preview): Changed | undefined {
  const { definition, resource } = ours;
  const lasting = lastingInputs(ours, preview);
  // The engine's comparison of a plugin's object names these, too.
  const updated = updatedInputs(ours).filter(
    ({ name }) => !lasting.some((one) => one.name === name),
  );
  const inputs = [...lasting, ...updated];
  const isStored = resource.after?.outputs[hidden.drifted] !== undefined;
  if (inputs.length === 0 && !isStored) return undefined;
  const subject = subjectOf(ours, preview);
  const takeIn = takenIn(inputs, subject);
  return {
    ...{ is: "changed", ...subject },
    differences: inputs.flatMap(({ name, values }) => differencesIn(definition, name, values)),
    ...(takeIn !== undefined && { takeIn }),
    putBack: putBackAll(definition, resource, inputs),
  };
}

/** Rule 10: of what no update can put back, the state keeps the declared value, and a hidden property has the found one. */
function lastingInputs(ours: Ours, { diagnostics }: Preview): readonly ChangedInput[] {
  const { after, urn } = ours.resource;
  if (!isBareLook(ours.resource)) {
    return Object.entries(record(after?.outputs[hidden.found])).map(([name, found]) => {
      return { name, values: { declared: after?.inputs[name], found }, isLasting: true };
    });
  }
  // The warning is in the document.
  const warned = diagnostics.filter((one) => one.urn === urn).map((one) => lastingIn(textOf(one)));
  return namesOfInputs(ours, warned).map((name) => ({ name, values: {}, isLasting: true }));
}

/** Rule 10: of what an update can put back, the state has the found value, and a hidden property has the declared one. */
function updatedInputs(ours: Ours): readonly ChangedInput[] {
  const { before, after, changed } = ours.resource;
  const drifted = after?.outputs[hidden.drifted];
  // The dynamic classes keep all of it secret. Then the state before has it, unless an earlier refresh has changed that.
  const isSecret = holdsSecret(drifted) && before?.outputs[hidden.drifted] === undefined;
  const declared = isSecret ? (before?.inputs ?? {}) : record(drifted);
  const names = [
    ...changed.map((path) => path.replace(/[.[].*$/s, "")),
    ...Object.keys(record(drifted)),
  ];
  return namesOfInputs(ours, names).map((name) => {
    const found = after?.inputs[name];
    const isKnown = isSecret || name in declared;
    return {
      name,
      values: isKnown ? { declared: declared[name], found } : { found },
      isLasting: false,
    };
  });
}

function namesOfInputs(
  { definition }: Ours,
  names: readonly (string | undefined)[],
): readonly string[] {
  return Object.keys(definition.inputs.shape).filter((name) => names.includes(name));
}

function takenIn(
  inputs: readonly ChangedInput[],
  { partOf }: Pick<Subject, "partOf">,
): TakeIn | undefined {
  // The program declares the component, which may have no argument for what was changed of its part.
  if (partOf !== undefined) return takenInBy(partOf, inputs);
  const then = "then `pulumi up --refresh`, which sends nothing";
  if (inputs.length === 0) {
    return {
      says: `run \`pulumi preview\`, write what it shows as the old value into the program, ${then}`,
    };
  }
  const isShown = ({ values }: ChangedInput) => "found" in values && !holdsSecret(values);
  const code = inputs
    .filter(isShown)
    .map(({ name, values }) => `${name}: ${dataText(values.found)},\n`)
    .join("");
  const others = inputs.filter((one) => !isShown(one)).map(({ name }) => name);
  const what = others.length === 0 ? "this" : `the found value of ${listed(others)}`;
  return { says: `write ${what} into the program, ${then}`, ...(code !== "" && { code }) };
}

/** What no update puts back has to come into the program, by the way that the component has for it. */
function takenInBy(component: string, inputs: readonly ChangedInput[]): TakeIn | undefined {
  const names = inputs.filter(({ isLasting }) => isLasting).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return {
    says: `give ${component} the found value of ${listed(names)}, for it alone by \`transform\`, or by an argument, which counts for all its parts, then \`pulumi up --refresh\``,
  };
}
