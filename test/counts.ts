import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line of counts. */
export class Counts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    console.log(`${count("passed")} passed, ${count("failed") + broken} failed`);
  }
}
