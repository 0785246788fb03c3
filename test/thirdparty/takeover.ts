import { programOf, type Resource } from "../../cli/export/program.ts";
import { subjectOf } from "../../cli/export/subject.ts";
import type { Props } from "../../provider/definition/session.ts";
import { type Inventory, takeInventory } from "../../provider/inventory/inventory.ts";
import { definitions, references } from "../../resources/_registry.ts";
import type { Declaration } from "../simulation/program.ts";
import { Random } from "../simulation/random.ts";
import { certificate, fillAccount, privateKey } from "../support/account-world.ts";
import type { Outcome } from "./life.ts";
import type { Choices } from "./platform/index.ts";
import { Stack } from "./stack.ts";

/** The result of taking over an account. */
export interface Takeover extends Omit<Outcome, "resources"> {
  readonly inventory: Inventory;
  readonly resources: readonly Resource[];
}

/**
 * Fills an account of a third-party platform by raw requests, and takes it over: an export, an up that
 * adopts, a preview and an up without `adopt`. Only the filling may change anything.
 */
export async function takeOver(
  seed: number,
  { times, choices = {} }: { readonly times: number; readonly choices?: Partial<Choices> },
): Promise<Takeover> {
  const stack = new Stack({ seed, random: new Random(seed), choices, hasTrouble: false });
  try {
    await fill(stack, times);
    const begun = stack.trace.length;
    const inventory = await stack.expectNoWrite("the export", () =>
      stack.use((context) =>
        takeInventory(context, {
          ...{ definitions: [...definitions.values()], references, wanted: [] },
          ...{ places: [stack.thirdParty.projects.own], tell: () => undefined },
        }),
      ),
    );
    checkLists(stack, stack.trace.slice(begun));
    const rules = { mailEnabled: false, now: Date.now(), apiKeyId: "key_in_use" };
    const judged = inventory.found.map((found) => subjectOf(found, rules));
    const resources = programOf(
      judged.flatMap((one) => ("why" in one ? [] : one)),
      references,
    );
    const declared = resources.map(declarationOf);
    const isDone = await stack.expectNoWrite("the up that adopts", () => stack.up(declared));
    if (!isDone) stack.violated(`the up that adopts fails: ${stack.errors.join()}`);
    const after = declared.map(({ inputs: { adopt: _id, ...inputs }, ...rest }) => ({
      ...rest,
      inputs,
    }));
    if (stack.violations.length === 0) {
      const changes = await stack.expectNoWrite("the up without `adopt`", () =>
        stack.changesOf(after),
      );
      if (changes > 0) stack.violated(`the up without \`adopt\` changes ${changes} resources`);
    }
    // Containers' ports are asked for one by one, as fast as the limit lets them.
    const violations = stack.violations.filter((what) => !/ takes [\d.]+ s$/.test(what));
    return { seed, violations, trace: stack.trace, inventory, resources };
  } finally {
    stack.close();
  }
}

async function fill(stack: Stack, times: number): Promise<void> {
  const { thirdParty } = stack;
  const headers = {
    authorization: `Bearer ${thirdParty.keys.admin}`,
    "content-type": "application/json",
  };
  const ask = async (route: string, body?: unknown): Promise<unknown> => {
    // Slowly enough for any limit and any lock.
    await stack.pass(10_000);
    const [method = "", path = ""] = route.split(" ");
    const answer = thirdParty.handle({ method, path, headers, body: JSON.stringify(body ?? null) });
    if (answer.status > 299) throw new Error(`${route}: ${answer.status} ${answer.body}`);
    return answer.body === "" ? null : JSON.parse(answer.body);
  };
  await fillAccount({
    ...{ ask, times, project: thirdParty.projects.own },
    settle: () => stack.pass(600_000),
    freePort: (name) => {
      const machine = thirdParty.objects().find((known) => known.name === name);
      return Number(machine?.fields["port_start"]) + 1;
    },
  });
  for (const { kind, id } of thirdParty.objects()) {
    if (kind === "member") thirdParty.console.change(kind, id, { accepted: true });
  }
}

/** Each list once, and each container's ports once. */
function checkLists(stack: Stack, trace: readonly string[]): void {
  const asked = trace.flatMap((line) => /GET (\S+)/.exec(line)?.[1] ?? []);
  for (const path of new Set(asked)) {
    const times = asked.filter((other) => other === path).length;
    if (times > 1) stack.violated(`the export asks ${times} times for ${path}`);
  }
}

function declarationOf({ subject, name }: Resource): Declaration {
  const { definition, id, inputs, missing, isAdopted } = subject;
  const filled = Object.fromEntries(
    missing.map((input) => [input, valuesOf(definition.type)[input]]),
  );
  const adoption = isAdopted ? { adopt: id } : {};
  return {
    name: `${definition.type} ${name}`,
    logicalName: name,
    type: definition.type,
    inputs: { ...inputs, ...filled, ...adoption },
    links: {},
  };
}

/** Facts that people know of their objects and that no answer shows. */
function valuesOf(type: string): Props {
  const rule = { protocol: "tcp", ports: ["443"], sources: ["0.0.0.0/0"] };
  const http = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
  const machine = { region: "eu-north", plan: "small", image: "debian/13", size: "s-1" };
  const known: Readonly<Record<string, Props>> = {
    "compute:Container": machine,
    "compute:Instance": machine,
    "compute:Server": machine,
    "compute:Image": { source: { instanceId: "inst_1", snapshot: "daily" } },
    "monitoring:AlertRule": {
      ...{ metric: "cpu_percent", condition: "gt", threshold: 80, channels: ["email", "slack"] },
    },
    "network:Certificate": { certificate, privateKey },
    "network:Firewall": { inbound: [rule], outbound: [] },
    "network:FloatingIp": machine,
    "network:LoadBalancer": {
      region: "eu-north",
      forwardingRules: [http],
      healthCheck: { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 },
      backendInstances: ["inst_1"],
    },
    "storage:PoolVolume": { size: "10GiB" },
    "storage:Volume": { region: "eu-north", sizeGb: 10 },
  };
  return known[type] ?? {};
}
