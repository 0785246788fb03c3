import { basename, resolve } from "node:path";
import { references } from "../../resources/_registry.ts";
import { CommandError } from "../exit.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { confirmFree, confirmReplaceable, replaceFile, writeFiles } from "./directory.ts";
import { filesOf } from "./files.ts";
import { gapsOf } from "./gaps.ts";
import { importFileText, isImportable } from "./import-file.ts";
import { slug } from "./names.ts";
import { packageSpecFor } from "./package-spec.ts";
import { platformSteps } from "./platform-steps.ts";
import { programOf } from "./program.ts";
import { allDefinitions, readAccount } from "./read-account.ts";
import { jsonOf, textOf } from "./summary.ts";
import { wantedOf } from "./wanted.ts";

/** What `pulumi-hosting export` is given. */
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
  const asked = wantedOf(options.id, allDefinitions);
  const confirm = () => {
    if (directory) confirmFree(directory, options.force === true);
    if (importFile) confirmReplaceable(importFile, options.force === true);
  };
  confirm();
  const settings = await settingsOf(terminal, options.stack);
  const { inventory, subjects, unfit } = await readAccount(settings, asked, terminal);
  const resources = programOf(subjects, references);
  const imported = importFile === undefined ? [] : resources.filter(isImportable);
  const project = {
    name: slug(basename(directory ?? terminal.directory)).toLowerCase() || "account",
    resources,
    adopted: resources.filter((one) => one.subject.isAdopted && !imported.includes(one)),
    gaps: gapsOf({ inventory, definitions: allDefinitions, unfit, resources }),
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
