/** Stacks that a component provider of 0.2.0 made; `test/fixtures/releases/0.2.0/README.md` says how. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { declareComponent, openHost } from "../support/component-hosts.ts";
import { reopenRelease } from "../support/releases.ts";
import type { TestStack } from "../support/stack.ts";
import { yamlHost } from "../support/yaml-host.ts";

const yaml = yamlHost();
const directory = "directory" in yaml ? yaml.directory : "";

describe
  .skipIf("missing" in yaml)
  .concurrent.each(["component provider", "native children"] as const)(
  `a stack of a component provider of 0.2.0, opened by: %s ${"missing" in yaml ? yaml.missing : ""}`,
  (host) => {
    /** Opens it with this version. */
    async function reopened(kept: "apart" | "one-object"): Promise<TestStack> {
      const stack = await openHost(host, directory);
      await reopenRelease(stack, `0.2.0/${kept}`);
      declareComponent(stack, host, {
        source: readFileSync(join(stack.directory, "index.ts"), "utf8"),
        component: "Web",
        args: { greenGb: kept === "apart" ? 20 : 10 },
      });
      stack.writes();
      return stack;
    }

    it("is unchanged where each declaration has an object", async () => {
      await using stack = await reopened("apart");
      const before = idsOf(stack);
      expect((await stack.preview()).changes).toEqual({});
      expect((await stack.up()).changes).toEqual({});
      expect(stack.writes()).toEqual([]);
      expect(idsOf(stack)).toEqual(before);
    });

    it("is parted as the error says where two have one object, and nothing is lost", async () => {
      await using stack = await reopened("one-object");
      const before = idsOf(stack);
      const { errors } = await stack.preview({ fails: true });
      expect(errors).toHaveLength(1);
      const [error = ""] = errors;
      const [, mine, id, theirs, urn = ""] =
        /"data" in (\S+) was not compared: its object (\S+) is that of volume "data" in (\S+), too.*`pulumi state delete '(.+)'`/.exec(
          error,
        ) ?? [];
      expect([mine, theirs].toSorted()).toEqual([
        "acme:index:Web$acme:index:Blue",
        "acme:index:Web$acme:index:Green",
      ]);
      expect(stack.writes()).toEqual([]);

      await stack.run("state", "delete", urn, "--yes", "--stack", "dev");
      expect((await stack.up()).changes).toEqual({ data: "create" });
      expect(stack.writes()).toEqual(["POST /v1/volumes"]);
      const after = idsOf(stack);
      expect(after).toEqual(expect.arrayContaining([...new Set(before)]));
      expect(new Set(after).size).toBe(before.length);
      expect(stack.platform.snapshot().volume.map((volume) => volume["id"])).toContain(id);
      expect((await stack.preview()).changes).toEqual({});
    });
  },
);

/** The resources that have an object, by name. */
function idsOf(stack: TestStack): readonly string[] {
  return stack
    .state()
    .filter(({ type }) => /hosting[:/]\w+:/.test(type))
    .map(({ name, id }) => `${name} ${id}`)
    .toSorted();
}
