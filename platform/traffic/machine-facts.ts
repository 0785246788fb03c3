import {
  type Context,
  containers,
  instances,
  isAddressed,
  isRunning,
  type Machine,
} from "../kinds/index.ts";
import { boundTo } from "./bindings.ts";

/** What a machine does with connections. */
export interface MachineFacts {
  readonly id: string;
  readonly name: string;
  /** What it was made from: an image, or the id of a private one. */
  readonly image: string;
  /** `shut`: it takes no new connections, and those that it has go on; `down`: it has none. */
  readonly condition: "up" | "shut" | "down";
  /** False where no program answers on it, as after a bad release. */
  readonly isAnswering: boolean;
  /** Where the user's program that stands for it listens, like `127.0.0.1:8081`. */
  readonly bound: string | undefined;
  /** When its condition changes, or changed last. */
  readonly turn: number;
}

/** Undefined where there is no such machine. */
export function machineFacts(world: Context, id: string): MachineFacts | undefined {
  const { account: objects, settings } = world;
  const instance = objects.find(instances, id);
  const machine = instance ?? objects.find(containers, id);
  if (machine === undefined) return undefined;
  const image = machine.image ?? instance?.source?.image_id ?? "";
  return {
    id,
    name: machine.name,
    image,
    condition: conditionOf(machine, world),
    isAnswering: !settings.unhealthyImages.includes(image),
    bound: boundTo(world, id),
    turn: machine.settled_at,
  };
}

function conditionOf(machine: Machine, world: Context): MachineFacts["condition"] {
  if (isRunning(machine, world) && isAddressed(machine, world)) return "up";
  if (machine.state === "frozen") return "shut";
  return machine.state === "stopped" && world.now < machine.settled_at ? "shut" : "down";
}
