import { connect } from "../../provider/connection/connection.ts";
import type { Settings } from "../../provider/connection/settings.ts";
import { type Display, lineOf } from "../../provider/display.ts";
import { type Inventory, type Search, takeInventory } from "../../provider/inventory/inventory.ts";
import { definitions, references } from "../../resources/_registry.ts";
import { confirmPlatformFile } from "../platform-file.ts";
import type { Terminal } from "../terminal.ts";
import { type Subject, subjectOf, type Unfit } from "./subject.ts";
import type { Asked } from "./wanted.ts";

/** The objects of an account, and those that a program can take over. */
export interface ReadAccount {
  readonly inventory: Inventory;
  readonly subjects: readonly Subject[];
  readonly unfit: readonly Unfit[];
  /** The platform id of states with its objects. */
  readonly world: string;
}

/** All classes, for which an account is read. */
export const allDefinitions = [...definitions.values()];

/**
 * Reads the account of the settings until the terminal stops.
 *
 * @throws CommandError where the embedded platform has no file.
 */
export async function readAccount(
  settings: Settings,
  asked: Asked,
  terminal: Terminal,
): Promise<ReadAccount> {
  const search = { definitions: allDefinitions, references, ...asked };
  const { inventory, world } = await takeAccount(settings, search, terminal);
  const apiKeyId = keyInUse(settings.apiKeyId, inventory);
  const rules = { ...settings, apiKeyId, now: Date.now() };
  const judged = inventory.found.map((found) => subjectOf(found, rules));
  return {
    inventory,
    subjects: judged.flatMap((one) => ("why" in one ? [] : one)),
    unfit: judged.flatMap((one) => ("why" in one ? one : [])),
    world,
  };
}

/**
 * Takes the inventory of the account of the settings until the terminal stops.
 *
 * @throws CommandError where the embedded platform has no file.
 */
export async function takeAccount(
  settings: Settings,
  asked: Omit<Search, "tell">,
  terminal: Terminal,
): Promise<Pick<ReadAccount, "inventory" | "world">> {
  const { stop } = terminal;
  const { backend } = settings;
  if (backend.kind === "embedded") confirmPlatformFile(backend.file, "HOSTING_EMBEDDED_FILE");
  const display: Display = (message) => terminal.note(lineOf(message));
  const context = await connect(settings, { stopping: stop, display });
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stop.addEventListener("abort", () => reject(stop.reason), { once: true });
  const tell = (what: string) => terminal.progress(`${what} …`);
  const inventory = await Promise.race([stopped, takeInventory(context, { ...asked, tell })]);
  return { inventory, world: context.world };
}

/** An id that no key of the account has is an old one or mistyped: then any of them may be the key in use. */
function keyInUse(said: string | undefined, { found }: Inventory): string | undefined {
  const isThere = found.some(({ definition, id }) => definition.kind === "apiKey" && id === said);
  return isThere ? said : undefined;
}
