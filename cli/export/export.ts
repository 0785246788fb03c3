import { basename, resolve } from "node:path";
import { connect } from "../../provider/connection/connection.ts";
import type { Settings } from "../../provider/connection/settings.ts";
import { type Display, lineOf } from "../../provider/display.ts";
import { type Inventory, takeInventory } from "../../provider/inventory/inventory.ts";
import { definitions, references } from "../../resources/_registry.ts";
import { CommandError } from "../exit.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { confirmWorld } from "../world-file.ts";
import { confirmFree, confirmReplaceable, replaceFile, writeFiles } from "./directory.ts";
import { filesOf } from "./files.ts";
import { gapsOf } from "./gaps.ts";
import { importFileText, isImportable } from "./import-file.ts";
import { slug } from "./names.ts";
import { packageSpecFor } from "./package-spec.ts";
import { platformSteps } from "./platform-steps.ts";
import { programOf } from "./program.ts";
import { subjectOf } from "./subject.ts";
import { jsonOf, textOf } from "./summary.ts";
import { type Asked, wantedOf } from "./wanted.ts";

/** What `hosting export` is given. */
export interface ExportOptions {
  readonly out?: string;
  readonly importFile?: string;
  readonly id: readonly string[];
  readonly stack?: string;
  /** Whether what holds data is protected in the program. */
  readonly protect: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Reads the account and writes what it has; all of it, or nothing. */
export async function exportAccount(options: ExportOptions, terminal: Terminal): Promise<void> {
  // What `--out "$DIR"` comes to where the variable is not set.
  if (options.out === "" || options.importFile === "") {
    throw new CommandError("Nothing was read: where to write to is an empty text. Give a path.");
  }
  const directory = options.out && resolve(terminal.directory, options.out);
  const importFile = options.importFile && resolve(terminal.directory, options.importFile);
  const asked = wantedOf(options.id, all);
  const confirm = () => {
    if (directory) confirmFree(directory, options.force === true);
    if (importFile) confirmReplaceable(importFile, options.force === true);
  };
  confirm();
  const settings = await settingsOf(terminal, options.stack);
  const { backend } = settings;
  if (backend.kind === "embedded") confirmWorld(backend.file, "HOSTING_EMBEDDED_FILE");
  const inventory = await read(settings, asked, terminal);
  const apiKeyId = keyInUse(settings.apiKeyId, inventory);
  const rules = { ...settings, apiKeyId, now: Date.now() };
  const judged = inventory.found.map((found) => subjectOf(found, rules));
  const subjects = judged.flatMap((one) => ("why" in one ? [] : one));
  const resources = programOf(subjects, references);
  const imported = importFile === undefined ? [] : resources.filter(isImportable);
  const unfit = judged.flatMap((one) => ("why" in one ? one : []));
  const project = {
    name: slug(basename(directory ?? terminal.directory)).toLowerCase() || "account",
    resources,
    adopted: resources.filter((one) => one.subject.isAdopted && !imported.includes(one)),
    gaps: gapsOf({ inventory, definitions: all, unfit, resources }),
    platformSteps: platformSteps(settings),
    isProtecting: options.protect,
    packageSpec: packageSpecFor(terminal.directory, directory ?? terminal.directory),
  };
  // From here on nothing waits, so that a Ctrl-C comes before it or after it.
  terminal.stop.throwIfAborted();
  // Reading took minutes, in which people write files.
  confirm();
  // A project whose import file is missing would create what it is to take over, so that comes first.
  if (importFile) replaceFile(importFile, importFileText(imported));
  if (directory) writeFiles(directory, filesOf(project));
  const exported = { project, imported, importFile, directory, requests: inventory.requests };
  terminal.print(options.json ? jsonOf(exported) : textOf(exported, terminal));
}

const all = [...definitions.values()];

/** An id that no key of the account has is an old one or mistyped: then any of them may be the key in use. */
function keyInUse(said: string | undefined, { found }: Inventory): string | undefined {
  const isThere = found.some(({ definition, id }) => definition.kind === "apiKey" && id === said);
  return isThere ? said : undefined;
}

/** Asks until it is told to stop. */
async function read(settings: Settings, asked: Asked, terminal: Terminal): Promise<Inventory> {
  const { stop } = terminal;
  const display: Display = (message) => terminal.note(lineOf(message));
  const context = await connect(settings, { stopping: stop, display });
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stop.addEventListener("abort", () => reject(stop.reason), { once: true });
  const tell = (what: string) => terminal.progress(`${what} …`);
  return Promise.race([
    stopped,
    takeInventory(context, { definitions: all, references, ...asked, tell }),
  ]);
}
