import * as pulumi from "@pulumi/pulumi";
import type { Config } from "../../provider/runtime.ts";
import type { Provider } from "../provider.ts";

/** Options of every lookup. */
export interface LookupOptions {
  /** Explicit provider whose platform is asked; the stack's own settings unless given. */
  provider?: Provider;
}

/** Where a lookup takes its settings from, as the resources of the same program do. */
export async function configOf({ provider }: LookupOptions = {}): Promise<Config> {
  if (provider === undefined) {
    const config = new pulumi.Config("hosting");
    return (name) => config.get(name);
  }
  const settings = await known(provider.settings);
  return (name) => settings[`hosting:${name}`];
}

/** The value of an output that only depends on what the program says. */
function known<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
