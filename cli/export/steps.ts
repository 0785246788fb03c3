import { adoptedFile } from "./adopted.ts";
import { argument } from "./argument.ts";
import { type Project, settingsIn } from "./project.ts";

/** Where an export wrote to, as commands name it. */
export interface Targets {
  /** From where they begin, which may be in it: `.`. */
  readonly directory: string | undefined;
  /** From within the directory. */
  readonly importFile: string | undefined;
}

/** The commands that take the objects over, and prove it. */
export function stepsOf(
  { resources, adopted, platformSteps }: Pick<Project, "resources" | "adopted" | "platformSteps">,
  { directory, importFile }: Targets,
): readonly string[] {
  const settings = settingsIn(resources).map(({ setting }) =>
    setting.isSecret
      ? `pulumi config set --secret ${setting.key} < private-key.pem`
      : `pulumi config set ${setting.key} <value>`,
  );
  return [
    ...(directory === undefined || directory === "." ? [] : [`cd ${argument(directory)}`]),
    ...(directory === undefined
      ? []
      : ["npm install", "pulumi stack init dev", ...platformSteps, ...settings]),
    ...(importFile === undefined
      ? []
      : [`pulumi import --file ${argument(importFile)} ${importFlags}`]),
    ...(directory === undefined || adopted.length === 0
      ? []
      : // An `up` without it orders objects without a name again, so it stays until one succeeded.
        [`pulumi up && rm ${adoptedFile}   # and then its line in index.ts`]),
    "pulumi preview --expect-no-changes",
  ];
}

/** An imported object is in a program already, which may change it. */
const importFlags = "--generate-code=false --protect=false --yes";
