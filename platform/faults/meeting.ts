import type { Answer, Delivery } from "../http/answer.ts";
import type { World } from "../world.ts";
import type { Behaviour, MetRequest } from "./fault-kind.ts";

/** A fault that a request meets. */
export interface Met {
  readonly effect: string;
  readonly behaviour: Behaviour;
}

/** What becomes of one request, moment by moment. */
export interface Meeting {
  /** Ends when the request may be looked at; throws what the client meets instead. */
  before(): Promise<void>;
  /** The answer in place of the platform's. */
  readonly instead: Answer | undefined;
  readonly twice: Behaviour["twice"];
  /** The world that the platform handles the request in. */
  world(world: World): World;
  /** What becomes of the platform's answer, before it gets the form that all answers have. */
  answer(answer: Answer): Answer;
  /** How the answer travels; throws what the client meets instead. */
  deliver(answer: Delivery): Delivery;
}

/** All that was met, in the order the faults were added. */
export function meeting(met: readonly Met[], request: MetRequest): Meeting {
  const behaviours = met.map(({ behaviour }) => behaviour);
  return {
    before: async () => {
      for (const behaviour of behaviours) await behaviour.before?.(request);
    },
    instead: behaviours.at(-1)?.instead,
    twice: behaviours.find(({ twice }) => twice !== undefined)?.twice,
    world: (world) =>
      behaviours.reduce((seen, behaviour) => behaviour.world?.(seen) ?? seen, world),
    answer: (answer) =>
      behaviours.reduce((given, behaviour) => behaviour.answer?.(given, request) ?? given, answer),
    deliver: (answer) =>
      behaviours.reduce((sent, behaviour) => behaviour.deliver?.(sent, request) ?? sent, answer),
  };
}

/** What a request meets while there are no faults. */
export const noFaults: Meeting = {
  before: () => Promise.resolve(),
  instead: undefined,
  twice: undefined,
  world: (world) => world,
  answer: (answer) => answer,
  deliver: (answer) => answer,
};
