import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of whose time most is a platform's, minutes of it: begun last, they would run on alone. */
const waiting = ["kills-in-create", "two-stacks", "refresh"].map(ofStacks);

/** Beside them, projects that tell of a mistake soonest. */
const projects = ["unit", "platform", "browser", "simulation", "thirdparty"];

/** Then the longest of the other stacks. */
const long = ["data-guard", "load-balanced-app", "traffic", "kills-in-change"].map(ofStacks);

/** Begins with the files that wait, for others to run meanwhile. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const ranks = [...waiting, ...projects, ...long];

function rank({ moduleId, project }: TestSpecification): number {
  const place = ranks.findIndex((each) => each === project.name || moduleId.endsWith(each));
  return place === -1 ? ranks.length : place;
}

function ofStacks(name: string): string {
  return `/e2e/${name}.test.ts`;
}
