import { isAbsolute, relative } from "node:path";
import { plural } from "../preview/subject.ts";
import type { Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";
import type { Gap } from "./gaps.ts";
import type { Resource } from "./program.ts";
import { isProtected, type Project, settingsIn } from "./project.ts";
import { stepsOf } from "./steps.ts";

/** The result of an export. */
export interface Exported {
  readonly project: Project;
  readonly directory: string | undefined;
  readonly importFile: string | undefined;
  /** Resources in the file for `pulumi import`. */
  readonly imported: readonly Resource[];
  readonly requests: number;
}

/** One JSON document for programs. */
export function jsonOf({ project, directory, importFile, imported, requests }: Exported): string {
  const { resources, gaps } = project;
  const document = {
    directory: directory ?? null,
    importFile: importFile ?? null,
    requests,
    resources: resources.map((resource) => ({
      type: resource.subject.definition.type,
      name: resource.name,
      id: resource.subject.id,
      file: `${resource.area}.ts`,
      protected: isProtected(project, resource),
      takenOver: imported.includes(resource)
        ? "import"
        : resource.subject.isAdopted
          ? "adopt"
          : "up",
    })),
    toFillIn: settingsIn(resources).map(({ setting, resource, input }) => ({
      key: setting.key,
      secret: setting.isSecret,
      type: resource.subject.definition.type,
      name: resource.name,
      input,
    })),
    gaps,
    next: stepsOf(project, { directory, importFile }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The summary for people, in lines of the terminal's width. */
export function textOf(exported: Exported, terminal: Terminal): string {
  const { project, requests } = exported;
  const width = Math.min(terminal.columns ?? defaultWidth, defaultWidth);
  const bold = (text: string) => terminal.style("bold", text);
  const { resources, gaps } = project;
  const count = resources.length === 1 ? "1 object is" : `${resources.length} objects are`;
  const said = `${count} in ${placesOf(exported, terminal).join(" and ")}; ${requests} requests, none of which changed anything.`;
  return [
    wrap(said, width, 0),
    "",
    ...countsOf(resources).map(
      ({ area, counts }) => `  ${area.padEnd(12)}${wrap(counts, width - 14, 14)}`,
    ),
    ...section(bold("To fill in"), settingLines(exported, width)),
    ...section(
      bold("Not in the program"),
      gaps.map((gap) => gapText(gap, width)),
    ),
    ...section(
      bold("Next"),
      stepsOf(project, targetsOf(exported, terminal)).map((step) => `  ${step}`),
    ),
    "",
  ].join("\n");
}

const defaultWidth = 100;

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

/** How many there are of each class, a line for each area. */
function countsOf(resources: readonly Resource[]) {
  const areas = Map.groupBy(resources, ({ area }) => area);
  return [...areas].toSorted().map(([area, inArea]) => {
    const classes = Map.groupBy(inArea, ({ subject }) => subject.definition.noun);
    const counts = [...classes].map(
      ([noun, { length }]) => `${length} ${length === 1 ? noun : plural(noun)}`,
    );
    return { area, counts: counts.join(", ") };
  });
}

function settingLines({ project }: Exported, width: number): readonly string[] {
  return settingsIn(project.resources).map(({ setting, resource, input }) => {
    const secret = setting.isSecret ? ", a secret" : "";
    return item(
      `${setting.key}: ${input} of ${resource.className} "${resource.name}"${secret}`,
      width,
    );
  });
}

function gapText({ what, why, todo }: Gap, width: number): string {
  return item(`${what}: ${why}. ${todo}`, width);
}

function item(text: string, width: number): string {
  return `  ${wrap(text, width - 2, 4)}`;
}

function placesOf(exported: Exported, terminal: Terminal): readonly string[] {
  const { directory, importFile } = shortened(exported, terminal);
  return [directory, importFile].filter((place) => place !== undefined);
}

/** Commands begin in this directory, and go on in that of the project. */
function targetsOf(exported: Exported, terminal: Terminal) {
  const { directory, importFile } = exported;
  const short = shortened(exported, terminal);
  if (directory === undefined || importFile === undefined) return short;
  return { ...short, importFile: relative(directory, importFile) };
}

/** Paths as they are written in this directory. */
function shortened({ directory, importFile }: Exported, terminal: Terminal) {
  const short = (path: string | undefined) => {
    if (path === undefined) return undefined;
    const way = relative(terminal.directory, path);
    return way.startsWith("..") || isAbsolute(way) || way === "" ? path : way;
  };
  return { directory: short(directory), importFile: short(importFile) };
}
