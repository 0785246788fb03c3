import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect } from "vitest";
import { isOnPlatform } from "../../contract/endpoints.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { HostingError, PartialFailure } from "../../provider/errors.ts";
import type { Transport } from "../../provider/http/transport/transport.ts";
import { type Door, doorTo, type Held } from "../support/door.ts";
import { declared } from "../support/session.ts";
import { classes, otherValues } from "../support/session-inputs.ts";
import { checked } from "../support/session-object.ts";
import { withReferences } from "../support/session-references.ts";
import { openVirtualWorld } from "../support/virtual-world.ts";

/** Classes whose objects an attacker can show. */
export const attackable = classes.filter(([, { kind }]) => isOnPlatform(kind));

/** The time that a signal waits for at most, while something is read. */
const longestNanoseconds = 5e9;
const target = /^\/(?:api\/v1|api\/v2|v1)(?:\/(?!\.{1,2}(?:[/?]|$))[\w.@+%-]+)+(?:\?[^#\s]*)?$/;

/** An object of a class on a platform that an attacker answers for, and the engine's record of it. */
export interface Attacked extends Disposable {
  readonly door: Door;
  readonly inputs: Props;
  /** Another value of every input that can change. */
  readonly other: Props;
  held: Held | undefined;
  /** The attacker answers from now on. */
  begin(): void;
  /** Does something that may fail, in words for a user alone and without holding up a signal. */
  attempt(work: () => Promise<void>): Promise<void>;
  /** Nothing was shown that does harm, and nothing was sent elsewhere. */
  expectHarmless(): void;
}

/** Opens a platform that has what the sample of a class refers to. */
export async function openAttacked(
  definition: Definition,
  sample: Props,
  attack: (platform: Transport) => Transport,
): Promise<Attacked> {
  const sent: string[] = [];
  const shown: string[] = [];
  let isAttacked = false;
  const around = (platform: Transport): Transport => {
    const attacker = attack(platform);
    return {
      send(request) {
        sent.push(request.target);
        return (isAttacked ? attacker : platform).send(request);
      },
      close: () => platform.close(),
    };
  };
  const world = openVirtualWorld({ around, paced: false });
  const { clock, platform, said } = world;
  const given = await clock.during(
    withReferences(
      { platform, context: world.newProcess() },
      { sample, other: otherValues[definition.type] },
    ),
  );
  const inputs = checked(definition, declared(Object(given["sample"])));
  const secrets = [platform.rootKey, ...definition.secrets.map((name) => String(inputs[name]))];
  const attacked: Attacked = {
    door: doorTo(world.newProcess(), definition),
    inputs,
    other: Object(given["other"]),
    held: undefined,
    begin: () => {
      isAttacked = true;
    },
    async attempt(work) {
      const delay = monitorEventLoopDelay();
      delay.enable();
      try {
        await clock.during(work());
      } catch (error) {
        if (!HostingError.isInstance(error)) throw error;
        expect(error.code, error.message).not.toBe("bug");
        shown.push(error.message);
        if (error instanceof PartialFailure)
          attacked.held = { id: error.id, state: error.properties };
      }
      delay.disable();
      expect(delay.max).toBeLessThan(longestNanoseconds);
    },
    expectHarmless() {
      for (const text of [...shown, ...said]) {
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}]|<\{%/u);
        expect(text.length).toBeLessThan(700);
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
      expect(JSON.stringify(attacked.held ?? {})).not.toContain(platform.rootKey);
      for (const one of sent) expect(one).toMatch(target);
    },
    [Symbol.dispose]: () => world[Symbol.dispose](),
  };
  return attacked;
}
