import { AsyncLocalStorage } from "node:async_hooks";

type Environment = Readonly<Record<string, string | undefined>>;

const given = new AsyncLocalStorage<Environment>();

/** Runs a program whose lookups read these variables: that of a test runs in the test's process, with a developer's own. */
export function withEnvironment<T>(environment: Environment, program: () => T): T {
  return given.run(environment, program);
}

/** The variables that lookups of the running program read. */
export function programEnvironment(): Environment {
  return given.getStore() ?? process.env;
}
