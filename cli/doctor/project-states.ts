import { z } from "zod";
import type { OpenCreate } from "../../provider/connection/open-creates.ts";
import { CommandError } from "../exit.ts";
import { pulumi } from "../pulumi.ts";
import { limited, type Seat } from "./limited.ts";
import { hasMade, type StackState, stateOf } from "./stack-state.ts";

const mostSeconds = 60;
const mostStacks = 20;

/** The states of a project's stacks, as far as they were read. */
export interface ProjectStates {
  /** By the name of the stack. */
  readonly read: ReadonlyMap<string, StackState>;
  /** Why a state that may have the rest was not read; undefined where all were. */
  readonly problem: unknown;
}

/**
 * Reads states of the project's stacks until one has each of the objects. The stacks whose runs made them come first;
 * another one may have them since, as after `pulumi state move`.
 */
export async function projectStates(
  seat: Seat,
  { known, made }: { known: ReadonlyMap<string, StackState>; made: readonly OpenCreate[] },
): Promise<ProjectStates> {
  const read = new Map(known);
  const isMissing = (create: OpenCreate) => ![...read.values()].some((it) => hasMade(it, create));
  if (!made.some(isMissing)) return { read, problem: undefined };
  let problem: unknown;
  try {
    await limited(seat, mostSeconds, async (within) => {
      const stacks = await stacksOf(within);
      const unread = makersFirst(stacks, made).filter((stack) => !read.has(stack));
      for (const stack of unread.slice(0, mostStacks)) {
        if (!made.some(isMissing)) return;
        try {
          read.set(stack, await stateOf(stack, within));
        } catch (error) {
          within.stop.throwIfAborted();
          problem = error;
        }
      }
      if (unread.length > mostStacks)
        problem = new CommandError(`only ${mostStacks} of ${unread.length} stacks were read`);
    });
  } catch (error) {
    seat.stop.throwIfAborted();
    problem = error;
  }
  return { read, problem };
}

/** The stacks whose runs made something, and then the others. */
function makersFirst(stacks: readonly string[], made: readonly OpenCreate[]): readonly string[] {
  const makers = new Set(made.map(({ stack }) => stack));
  const isMaker = (stack: string) => makers.has(stack.slice(stack.lastIndexOf("/") + 1));
  return stacks.toSorted((one, other) => Number(isMaker(other)) - Number(isMaker(one)));
}

const Stacks = z.array(z.object({ name: z.string() }));

async function stacksOf(seat: Seat): Promise<readonly string[]> {
  const text = await pulumi(["stack", "ls", "--json"], "The stacks were not listed", seat);
  return Stacks.parse(JSON.parse(text)).map(({ name }) => name);
}
