import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach } from "vitest";

/** The request of a class to Pulumi when a resource was made. */
interface Registration {
  readonly type: string;
  readonly name: string;
  /** Id of an existing resource that is read instead of made. */
  readonly id: string | undefined;
  /** As they travel: a secret is in its wrapper. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Makes Pulumi's engine a mock for every test of a file, and tells what was registered. */
export function mockEngine(): { readonly registered: Registration[] } {
  const registered: Registration[] = [];
  beforeEach(async () => {
    registered.length = 0;
    const engine = {
      newResource({ type, name, id, inputs }: pulumi.runtime.MockResourceArgs) {
        const values: unknown = inputs;
        registered.push({ type, name, id: id || undefined, inputs: { ...Object(values) } });
        return { id: id || `${name}_id`, state: { ...Object(values) } };
      },
      call: () => ({}),
    };
    await pulumi.runtime.setMocks(engine, "shop", "dev", false, "org");
  });
  // Registrations run on in the background: they belong to the test that made them.
  afterEach(() => pulumi.runtime.disconnect());
  return { registered };
}

/** The value of an output, once it is there. */
export function known<T>(output: pulumi.Output<T>): Promise<pulumi.Unwrap<T>> {
  return new Promise((resolve) => {
    pulumi.output(output).apply(resolve);
  });
}

/** Options for a resource that tells which options reach Pulumi in the end. */
export function watchOptions(options: pulumi.CustomResourceOptions = {}) {
  const seen: pulumi.CustomResourceOptions[] = [];
  const watch: pulumi.ResourceTransformation = ({ opts }) => {
    seen.push(opts);
    return undefined;
  };
  return { seen, options: { ...options, transformations: [watch] } };
}
