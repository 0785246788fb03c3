import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { isSecret, withKeptSecrets } from "../lifecycle/record/secrets.ts";
import { inputValueMaps, isRecord } from "../lifecycle/record/state.ts";

/** The key by which Pulumi's messages tag a value that is more than JSON. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A value that the engine keeps encrypted; it takes one from a provider that is sent no secrets as well. */
export function secret(value: unknown): Props {
  return { [signature]: secretSignature, value };
}

/** True for a value that is such a secret. */
export function isMarked(value: unknown): value is Props {
  return isRecord(value) && value[signature] === secretSignature;
}

/** A state, with its values of secret inputs under hidden names kept secret, too: the engine does not know what they are. */
export function withHiddenMarks(definition: Definition, state: Props): Props {
  const own = withKeptSecrets(definition, state);
  const entries = Object.entries(state).map(([name, value]) => {
    const isOfInputs = inputValueMaps.includes(name) && isRecord(value);
    return [name, isOfInputs ? markedIn(own, value) : value];
  });
  return Object.fromEntries(entries);
}

function markedIn(definition: Definition, values: Props): Props {
  const entries = Object.entries(values).map(([name, value]) => {
    return [name, isSecret(definition, name) ? secret(value) : value];
  });
  return Object.fromEntries(entries);
}
