import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, vi } from "vitest";

/** A resource as a component registered it. */
export interface Registered {
  /** Class without its module: `Instance`. */
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Provider reference; empty for the default one. */
  readonly provider: string;
}

/** Outputs that the mocked platform brings, where a component needs them. */
const answers: Readonly<Record<string, unknown>> = {
  Instance: { ipAddresses: ["203.0.113.7"], ipv6Addresses: [] },
  FloatingIp: { ip: "203.0.113.9" },
  LoadBalancer: { ipAddresses: ["203.0.113.8"] },
  ProjectMember: { status: "pending" },
  Certificate: { notAfter: "2027-06-01T00:00:00.000Z", domains: ["shop.example"] },
};

/** Makes Pulumi's engine a mock for every test of a file, and tells what components registered. */
export function mockPlatform(): { readonly all: Registered[]; named(): readonly string[] } {
  const all: Registered[] = [];
  beforeEach(async () => {
    all.length = 0;
    vi.spyOn(pulumi.log, "info").mockResolvedValue();
    const engine = {
      newResource({ type: token, name, inputs, provider = "" }: pulumi.runtime.MockResourceArgs) {
        const type = token.split(":").at(-1) ?? "";
        const values: unknown = inputs;
        all.push({ type, name, inputs: { ...Object(values) }, provider });
        const state = { name: `${name}-abcdefgh`, ...Object(values), ...Object(answers[type]) };
        return { id: `${type}-${name}`, state };
      },
      call: () => ({}),
    };
    await pulumi.runtime.setMocks(engine, "shop", "dev", false, "org");
  });
  // Registrations run on in the background: they belong to the test that made them.
  afterEach(async () => {
    await pulumi.runtime.disconnect();
    vi.mocked(pulumi.log.info).mockRestore();
  });
  return { all, named: () => all.map(({ type, name }) => `${type} ${name}`) };
}

/** Waits until everything a component declared is registered. */
export function settled(): Promise<void> {
  return pulumi.runtime.disconnect();
}
