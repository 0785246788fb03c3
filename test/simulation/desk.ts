import type { ShownObject } from "./console.ts";
import type { Resource } from "./engine-state.ts";

/** All that a user can see and use. */
export interface Desk {
  readonly console: UserConsole;
  readonly resources: () => readonly Resource[];
  readonly trace: (line: string) => void;
  /** Waits for a time of the day. */
  readonly waitFor: (time: string) => Promise<void>;
  /** Called when the user has to free the name of a resource that the state has already. */
  readonly helped: (name: string) => void;
  /** Notes a thing that the user knows, whether or not a run reports it again. */
  readonly say: (line: string) => void;
  /** True for somebody who removes aliases that have done their work. */
  readonly tidiesUp?: boolean;
  /** True where the runs have several keys in turn. */
  readonly isTeam?: boolean;
  /** True for somebody who clears away what a message names before it is in the way. */
  readonly isTidy?: true;
}

/** A platform's console, as people need it. */
export interface UserConsole {
  has(type: string, id: string): boolean;
  /** Objects that no resource of a state is. */
  unmanaged(resources: readonly Resource[]): readonly ShownObject[];
  delete(object: Pick<ShownObject, "type" | "id">): Promise<void>;
  stop(object: Pick<ShownObject, "type" | "id">): Promise<void>;
}
