import { describe, expect, test } from "vitest";
import { container } from "../../../resources/compute/container.ts";
import { classUnderTest } from "../../support/session-class.ts";

const web = classUnderTest(container);
const inputs = { name: "web", type: "container", image: "debian/13" };

describe("a container's inputs", () => {
  test.each([
    ["memoryLimit", ["512MiB", "2GiB", "1.5GiB", "1000MB"]],
    ["cpuLimit", ["1", "16", "2.0"]],
  ])("%s takes %j", (input, values) => {
    for (const value of values) expect(web.refused({ ...inputs, [input]: value })).toEqual([]);
  });

  test.each([
    ["memoryLimit", ["", "2", "2 GiB", "2gib", "lots", "0GiB"]],
    // spec 2.1: a count, as text.
    ["cpuLimit", ["", "0", "-1", "1.5", "0-3", "two", "2 CPUs", "500m"]],
    ["name", ["", "-web", "a.b", "a/b", "a b", "x".repeat(64)]],
    ["desiredState", ["paused"]],
    ["type", ["virtual-machine"]],
  ])("%s refuses %j", (input, values) => {
    for (const value of values) {
      expect(web.refused({ ...inputs, [input]: value }), value).toEqual([input]);
    }
  });
});

test("a state that is no longer declared is left as it is", async () => {
  const before = { ...inputs, desiredState: "running", __echoes: ["desiredState"] };
  const stored = await web.update("web", { before, after: inputs }, []);
  expect(stored).not.toHaveProperty("desiredState");
});
