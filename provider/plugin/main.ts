import { connect } from "../connection/connection.ts";
import { makeNative } from "../definition/native.ts";
import { Declared } from "../lifecycle/identity/declared.ts";
import { watchedShutdown } from "../process/process-end.ts";
import { screenAt } from "../process/screen.ts";
import { Plugin, type Registry } from "./plugin.ts";
import { serve } from "./service.ts";

/** The package's parts. */
export interface Package extends Registry {
  readonly version: string;
  readonly schema: () => string;
}

/** Runs this process as a plugin: the engine's address is its first argument, and it prints its port. */
export async function runPlugin({ version, schema, ...registry }: Package): Promise<void> {
  const [, , engine = ""] = process.argv;
  const screen = screenAt(engine);
  const lastWord = async () => {
    if (await plugin.endRun()) await screen.settle(undefined);
  };
  const shutdown = watchedShutdown(lastWord, { isBehindShell: false });
  const plugin = new Plugin(registry, {
    display: screen.display,
    declared: new Declared(),
    stopping: shutdown.signal,
    env: process.env,
    directory: process.cwd(),
    connect,
  });
  const during = <T>(urn: string, work: () => Promise<T>) =>
    shutdown.during(async () => {
      try {
        return await work();
      } finally {
        await screen.settle(urn);
      }
    });
  // The engine also says this at the end of every run, and only then ends the process.
  const cancel = async () => (shutdown.isIdle ? lastWord() : shutdown.begin());
  const port = await serve({ plugin, version, engine, schema, makeNative, during, cancel });
  process.stdout.write(`${port}\n`);
}
