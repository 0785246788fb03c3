import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { HostingError } from "../../provider/errors.ts";
import { askList, askOne, type Config, type Question } from "../../runtime/query.ts";
import type { Provider } from "../provider.ts";

/** Options of every lookup. */
export interface LookupOptions {
  /** Explicit provider whose platform is asked; the stack's own settings unless given. */
  provider?: Provider;
}

/** Everything a list of the platform holds. */
export async function lookUpList<S extends z.ZodObject>(
  opts: LookupOptions | undefined,
  question: Question<S>,
): Promise<Partial<z.output<S>>[]> {
  return [...(await explained(askList(await configOf(opts), question)))];
}

/** One object of the platform. */
export async function lookUpOne<S extends z.ZodObject>(
  opts: LookupOptions | undefined,
  question: Question<S>,
): Promise<Partial<z.output<S>>> {
  return explained(askOne(await configOf(opts), question));
}

/** The settings that the resources of the same program have. */
async function configOf({ provider }: LookupOptions = {}): Promise<Config> {
  if (provider === undefined) {
    const config = new pulumi.Config("hosting");
    return (name) => config.get(name);
  }
  const settings = await known(provider.settings);
  return (name) => settings[`hosting:${name}`];
}

/** Pulumi shows a `RunError` as its message alone, and every other error with its stack. */
async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw HostingError.isInstance(error) ? new pulumi.RunError(error.message) : error;
  }
}

/** The value of an output that only depends on what the program says. */
function known<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
