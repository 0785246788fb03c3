import { code, inline, table } from "../markdown.ts";
import type { Gap } from "./gaps.ts";
import { isProtected, type Project, settingsIn } from "./project.ts";
import { stepsOf } from "./steps.ts";

/** The README of an exported project: what to do next, what to fill in, and what it lacks. */
export function readmeText(project: Project): string {
  const { name, resources, gaps } = project;
  const settings = settingsIn(resources);
  return [
    `# ${name}\n`,
    `A program for ${resources.length} objects that existed before it, written by \`pulumi-hosting export\`. Nothing on the platform was changed.\n`,
    "## Next\n",
    `\`\`\`sh\n${stepsOf(project, { directory: ".", importFile: undefined }).join("\n")}\n\`\`\`\n`,
    "The first `pulumi up` only takes over: it creates, changes and deletes nothing on the platform. Other settings (`hosting:…` or `HOSTING_…`) are those that the export ran with.\n",
    ...(resources.some((resource) => isProtected(project, resource))
      ? [
          "Volumes, pool volumes and buckets have `protect: true`: Pulumi refuses to delete one, also when it leaves the program. Take the option out, and run `pulumi up`, before you delete one on purpose.\n",
        ]
      : []),
    ...(settings.length === 0
      ? []
      : ["## To fill in\n", `${table(["Key", "Meaning"], settings.map(settingCells))}\n`]),
    ...(gaps.length === 0
      ? []
      : [
          "## Not in the program\n",
          `${table(["Object", "Why", "Next step"], gaps.map(cellsOf))}\n`,
        ]),
  ].join("\n");
}

function settingCells({ setting, resource, input }: ReturnType<typeof settingsIn>[number]) {
  const secret = setting.isSecret ? ", a secret" : "";
  return [code(setting.key), `${input} of ${resource.className} "${resource.name}"${secret}`];
}

/** Names come from the platform and may contain anything; the next steps are in this package's words. */
function cellsOf({ what, why, todo }: Gap): readonly string[] {
  return [inline(what), inline(why), todo];
}
