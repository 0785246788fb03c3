import { describe, expect, it } from "vitest";
import { stacksAfterUp } from "../support/copied-stack.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const program = (image: string) => `
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "${image}" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });
new hosting.Container("job", { image: "${image}" });
`;

const afterUp = stacksAfterUp();
const withApp = () => afterUp(program("debian/13"));

/** How many of each the platform still has. */
function left(stack: TestStack): Readonly<Record<string, number>> {
  const { instance = [], volume = [], container = [] } = stack.platform.snapshot();
  return { instances: instance.length, volumes: volume.length, containers: container.length };
}

const nothing = { instances: 0, volumes: 0, containers: 0 };

// The engine compares what it has just refreshed, in the process that deletes afterwards.
describe("with a refresh first", () => {
  it.each([["--refresh"], ["--refresh", "--run-program"]])(
    "`pulumi destroy %s %s` deletes everything",
    async (...flags) => {
      await using stack = await withApp();
      await stack.destroy({}, ...flags);
      expect(left(stack)).toEqual(nothing);
    },
  );

  it.each([["--refresh"], ["--refresh", "--run-program"]])(
    "`pulumi up %s %s` deletes what it replaces, and what left the program",
    async (...flags) => {
      await using stack = await withApp();
      stack.program(program("debian/12"));
      const { messages } = await stack.up({}, ...flags);
      expect(messages.join("\n")).not.toContain("is in use, so it stays");
      expect(left(stack)).toEqual({ instances: 1, volumes: 1, containers: 1 });
      stack.program("");
      await stack.up({}, ...flags);
      expect(left(stack)).toEqual(nothing);
    },
  );

  it("`pulumi up --refresh` keeps what the program still has for another declaration", async () => {
    await using stack = await openStack();
    const data = (name: string, more = "") =>
      `new hosting.Volume("${name}", { region: "eu-1", sizeGb: 10${more} });`;
    stack.program(data("data"));
    await stack.up();
    const { id } = stack.resource("data");
    stack.program(
      data(
        "renamed",
        `, name: "${stack.platform.snapshot()["volume"]?.[0]?.["name"]}", adopt: "${id}"`,
      ),
    );
    const { messages } = await stack.up({}, "--refresh");
    expect(messages.join("\n")).toContain('because volume "renamed" has it now');
    expect(left(stack)).toMatchObject({ volumes: 1 });
  });

  it.each([
    ["destroy", (stack: TestStack) => stack.destroy({}, "--refresh")],
    ["up", (stack: TestStack) => stack.up({}, "--refresh")],
  ])("`pulumi %s --refresh` deletes what an alias has renamed", async (what, run) => {
    const data = (name: string, more = "") =>
      `new hosting.Volume("${name}", { region: "eu-1", sizeGb: 10 }${more});`;
    await using stack = await afterUp(data("before"));
    stack.program(data("after", ', { aliases: [{ name: "before" }] }'));
    expect((await stack.up()).changes).toEqual({});
    if (what === "up") stack.program("");
    await run(stack);
    expect(left(stack)).toEqual(nothing);
  });
});
