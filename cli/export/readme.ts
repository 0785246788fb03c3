import type { Gap } from "./gaps.ts";
import { type Project, settingsIn } from "./project.ts";
import { stepsOf } from "./steps.ts";

/** The README of an exported project: what to do next, what to fill in, and what it lacks. */
export function readmeText(project: Project): string {
  const { name, resources, gaps } = project;
  const settings = settingsIn(resources);
  return [
    `# ${name}\n`,
    `A program for ${resources.length} objects that existed before it, written by \`hosting export\`. Nothing on the platform was changed.\n`,
    "## Next\n",
    `\`\`\`sh\n${stepsOf(project, { directory: ".", importFile: undefined }).join("\n")}\n\`\`\`\n`,
    "The first `pulumi up` only takes over: it creates, changes and deletes nothing on the platform. The settings (`hosting:…` or `HOSTING_…`) are those that the export ran with.\n",
    ...(settings.length === 0
      ? []
      : [
          "## To fill in\n",
          table(
            ["Key", "What it is"],
            settings.map(({ setting, resource, input }) => [
              `\`${setting.key}\``,
              `${input} of ${resource.className} "${resource.name}"${setting.isSecret ? ", a secret" : ""}`,
            ]),
          ),
        ]),
    ...(gaps.length === 0
      ? []
      : ["## Not in the program\n", table(["What", "Why", "What to do"], gaps.map(cellsOf))]),
  ].join("\n");
}

function cellsOf({ what, why, todo }: Gap): readonly string[] {
  return [what, why, todo];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}

/** Names are the platform's, and may hold anything. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[|\\<]/g, "\\$&");
}
