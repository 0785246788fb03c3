import { describe, expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import { startOnTerminal } from "../support/terminal.ts";

const machine = '{ region: "eu-1", plan: "small", image: "debian/13" }';
const twoInstances = `
new hosting.Instance("web", ${machine});
new hosting.Instance("api", ${machine});
`;
const insideOfAComponent = `
class Shop extends pulumi.ComponentResource {
  constructor(name) {
    super("shop:index:Shop", name);
    const options = { parent: this };
    const web = new hosting.Instance("web", ${machine}, options);
    const rule = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
    new hosting.LoadBalancer("entry", {
      region: "eu-1", forwardingRules: [rule], backendInstances: [web.id],
      healthCheck: { protocol: "tcp", port: 80, interval: 5, timeout: 5, threshold: 3 },
    }, options);
  }
}
new Shop("shop");
`;

/** An update that waits long enough to report it, on a terminal. */
async function booting(program: string, columns: number, ...options: readonly string[]) {
  const stack = await openStack();
  stack.platform.configure({ bootSeconds: 19 });
  stack.program(program);
  const { directory, env } = stack;
  const command = ["up", "--yes", "--skip-preview", "--stack", "dev", ...options];
  const run = startOnTerminal(command, { directory, env, columns });
  return { run, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

/** The line of the screen about a resource. */
function rowOf(screen: string, name: string): string {
  const isRow = new RegExp(`─ pulumi-nodejs:\\S+ +${name} `);
  return screen.split("\n").find((line) => isRow.test(line)) ?? `no row of ${name}:\n${screen}`;
}

/** Where a column of the table begins. */
function columnOf(screen: string, name: string): number {
  const header = screen.split("\n").find((line) => /^ +Type +Name/.test(line)) ?? "";
  return header.indexOf(name);
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe.concurrent("on a terminal", () => {
  it("of 140 columns a wait is shown on its row, is gone afterwards, and a warning is shown once", async () => {
    await using booted = await booting(insideOfAComponent, 140);
    const { run } = booted;
    const during = await run.shows(/provisioning/);
    expect(rowOf(during, "web")).toMatch(/ creating \(1\ds\).*"provisioning", \d+ s so far$/);
    // Its row and no other: the URN is the right one inside of a component as well.
    expect(count(during, "provisioning")).toBe(1);
    const after = await run.shows(/entry +creating/);
    expect(columnOf(after, "Info")).toBeCloseTo(90, -1);
    expect(rowOf(after, "web")).toMatch(/ created \(\d+s\) *$/);
    expect(await run.ended).toBe(0);
    const report = run.screen();
    expect(report).not.toMatch(/provisioning|so far|message/);
    expect(count(report, "is not shorter than its interval")).toBe(1);
    expect(rowOf(report, "entry")).toMatch(/ 1 warning$/);
  });

  it("of 80 columns Pulumi's own seconds are seen, and nothing is in their way", async () => {
    await using booted = await booting(twoInstances, 80);
    const { run } = booted;
    const during = await run.shows(/creating \(1[5-9]s\)[\s\S]*creating \(1[5-9]s\)/);
    for (const name of ["web", "api"]) expect(rowOf(during, name)).toMatch(/ creating \(1\ds\)/);
    expect(await run.ended).toBe(0);
    expectTable(run.screen(), 80);
  });

  it("of 60 columns without the table each wait is a separate line, with its seconds, once", async () => {
    await using booted = await booting(twoInstances, 60, "--non-interactive");
    const { run } = booted;
    expect(await run.ended).toBe(0);
    const lines = run
      .screen()
      .split("\n")
      .map((line) => line.trim());
    const waits = lines.filter((line) => line.includes("provisioning"));
    const names = waits.map(
      (line) => / (web|api) creating \(1\ds\) "provisioning"/.exec(line)?.[1],
    );
    expect(names.toSorted()).toEqual(["api", "web"]);
    // On a busy machine both are due at once, and the one that reports shows it.
    const counted = waits.filter((line) =>
      / "provisioning", \d+ s so far(, like 1 more)?$/.test(line),
    );
    expect(counted).toHaveLength(1);
    expect(run.screen()).not.toMatch(/Diagnostics|message/);
  });
});

/** One row for each resource, of which nothing is left but Pulumi's own words. */
function expectTable(screen: string, columns: number): void {
  const lines = screen.split("\n");
  expect(lines.filter((line) => line.includes("compute:Instance"))).toHaveLength(2);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(screen).not.toMatch(/prov|so far|Diagnostics/);
}
