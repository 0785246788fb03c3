import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { packComponent } from "../support/packed-component.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const repository = join(import.meta.dirname, "..", "..");

/** An example, the change its README shows, and what that does. */
interface Example {
  readonly name: string;
  readonly set: readonly [name: string, value: string];
  readonly changes: Readonly<Record<string, string>>;
  /** True where volumes are protected until the program allows deleting their data. */
  readonly holdsData?: boolean;
  /** Packages the program imports, where this checkout's are not all. */
  readonly modules?: () => string;
}

/** A new image for the instances of a group: each is replaced and probed, then the balancer is switched. */
function release(name: string, count: number): Record<string, string> {
  const members = Array.from({ length: count }, (_, at) => [
    [`${name}-${at}`, "replace"],
    [`${name}-${at}-healthy`, "update"],
  ]);
  return { ...Object.fromEntries(members.flat()), [`${name}-balancer`]: "update" };
}

const examples: readonly Example[] = [
  { name: "quickstart", set: ["app:dataSizeGb", "40"], changes: { data: "update" } },
  {
    name: "load-balanced-app",
    set: ["app:instances", "3"],
    changes: {
      "app-2": "create",
      "app-2-healthy": "create",
      "app-balancer": "update",
      "app-drained": "update",
      "app-2-data": "create",
      "app-2-data-attachment": "create",
    },
    holdsData: true,
  },
  {
    name: "rolling-deploy",
    set: ["app:image", "debian/14"],
    changes: { ...release("web", 4), "web-drained": "update" },
  },
  {
    name: "database-with-volume",
    set: ["app:image", "debian/14"],
    changes: {
      database: "replace",
      "data-attachment": "replace",
      answering: "update",
      "front-assignment": "update",
    },
    holdsData: true,
  },
  {
    name: "image-pipeline",
    set: ["app:release", "release-2"],
    changes: { golden: "replace", partners: "replace", app: "replace" },
  },
  {
    name: "private-network-and-firewall",
    set: ["app:openPorts", '["443", "8443"]'],
    changes: { edge: "update" },
  },
  {
    name: "team-and-keys",
    set: ["app:members", '{"ada@example.com":"owner","bob@example.com":"admin"}'],
    changes: { "team-bob@example.com": "update" },
  },
  {
    name: "two-accounts",
    set: ["app:stagingImage", "debian/14"],
    changes: release("staging", 1),
  },
  {
    name: "component-user",
    set: ["app:image", "debian/14"],
    changes: { ...release("shop", 2), "shop-drained": "update" },
    modules: withPackedComponent,
  },
];

it.concurrent.each(examples)(
  "$name runs as its README says",
  async ({ name, set, changes, modules, holdsData = false }) => {
    await using stack = await openStack({ example: name, ...(modules && { modules: modules() }) });
    await stack.up();
    expect((await stack.up()).changes).toEqual({});
    expect(readFileSync(join(stack.directory, "README.md"), "utf8")).toContain(
      `pulumi config set ${set[0]} `,
    );
    await stack.config(...set);
    expect((await stack.up()).changes).toEqual(changes);
    if (holdsData) {
      const planned = stack.run("destroy", "--preview-only", "--stack", "dev");
      await expect(planned).rejects.toThrow("because it is protected");
      await stack.config("app:allowDataLoss", "true");
      expect((await stack.up()).changes).toEqual({});
    }
    await stack.destroy();
    expect(leftOn(stack)).toEqual([]);
  },
);

/** The pack is refused, and `pulumi new` makes a project of the starter: both have their own tests. */
const elsewhere = ["policies", "starter"];

it("every example that is a program is tested", () => {
  const cwd = join(repository, "examples");
  const programs = globSync("*/Pulumi.yaml", { cwd }).map(dirname);
  const tested = new Set([...elsewhere, ...examples.map(({ name }) => name)]);
  expect(programs.filter((name) => !tested.has(name))).toEqual([]);
});

/** Ids of what is left on the embedded platforms of a stack. */
function leftOn({ directory }: TestStack): readonly unknown[] {
  const folder = join(directory, ".hosting");
  const files = readdirSync(folder).filter((file) => file.endsWith(".db"));
  return files.flatMap((file) => {
    const platform = openPlatform({ file: join(folder, file) });
    const objects = Object.values(platform.snapshot()).flat();
    platform.close();
    return objects.map(({ id, name }) => id ?? name);
  });
}

function withPackedComponent(): string {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-component-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return packComponent(directory);
}
