import type { Check } from "../finding.ts";
import { isOfStack, killedCreates, openHere } from "../killed-runs.ts";
import { outcomesOf } from "../pending.ts";

/** Stacks that a killed run may have left locked. No command of the CLI tells whether there is a lock. */
export const checkLock: Check = (examined) => {
  const { stack, state } = examined;
  const outcomes = state === undefined ? undefined : outcomesOf(state, openHere(examined));
  const isBegun = brokenOff.some((outcome) => outcomes?.has(outcome) === true);
  const ofJournal = killedCreates(examined).map((create) =>
    isOfStack(examined, create) ? stack : create.stack,
  );
  const stacks = new Set([...(isBegun ? [stack] : []), ...ofJournal]);
  return [...stacks].map((name) => ({ state: "note", about: "lock", says: sentence(name) }));
};

/** Operations that a run which ended in good order has not left. */
const brokenOff = ["begun", "open", "not noted"] as const;

function sentence(stack: string | undefined): string {
  const run = stack === undefined ? "A run" : `A run of stack ${stack}`;
  const cancel = stack === undefined ? "pulumi cancel" : `pulumi cancel --stack ${stack}`;
  return `${run} was broken off, or is still under way. If it is, wait for its end; if none is, \`${cancel}\` frees the lock that it may have left.`;
}
