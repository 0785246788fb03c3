import { describe, expect, test } from "vitest";
import { container } from "../../../resources/compute/container.ts";
import type { Expected } from "../../support/fake-api.ts";
import { errorOf } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const web = classUnderTest(container);
const inputs = { name: "web", type: "container", image: "debian/13" };
const erase: Expected = { call: "DELETE /api/v1/instances/web" };
const act = (action: string): Expected => ({
  call: "POST /api/v1/instances/web/action",
  body: { action },
});
const look = (status: string): Expected => ({
  call: "GET /api/v1/instances",
  answer: [{ name: "web", status }],
});

describe("a container's inputs", () => {
  test.each(["512MiB", "2GiB", "1.5GiB", "1000MB"])("take %s as memory", (memoryLimit) => {
    expect(web.problems({ ...inputs, memoryLimit })).toEqual([]);
  });

  test.each(["", "2", "2 GiB", "2gib", "lots", "0GiB"])("refuse %j as memory", (memoryLimit) => {
    const reason = 'memoryLimit must be a size like "512MiB" or "2GiB"';
    expect(web.problems({ ...inputs, memoryLimit })).toEqual([{ property: "memoryLimit", reason }]);
  });

  test.each(["", "-web", "a.b", "a/b", "a b", "x".repeat(64)])("refuse %j as a name", (name) => {
    const reason =
      "name must be 1 to 63 letters, digits and hyphens that begin with a letter or a digit";
    expect(web.problems({ ...inputs, name })).toMatchObject([{ property: "name", reason }]);
  });

  test.each(["1", "16", "2.0"])("take %s as a count of CPUs", (cpuLimit) => {
    expect(web.problems({ ...inputs, cpuLimit })).toEqual([]);
  });

  // spec 2.1: a count, as text.
  test.each(["", "0", "-1", "1.5", "0-3", "two", "2 CPUs", "500m"])(
    "refuse %j as a count of CPUs",
    (cpuLimit) => {
      const reason = 'cpuLimit must be a count of CPUs like "2"';
      expect(web.problems({ ...inputs, cpuLimit })).toEqual([{ property: "cpuLimit", reason }]);
    },
  );

  test("refuse another state than the three", () => {
    const reason = 'desiredState must be one of running, stopped, frozen, not "paused"';
    const problems = web.problems({ ...inputs, desiredState: "paused" });
    expect(problems).toEqual([{ property: "desiredState", reason }]);
  });

  test("are of type container unless said", () => {
    expect(web.diff(inputs, inputs).changes).toBe(false);
    const problems = web.problems({ ...inputs, type: "virtual-machine" });
    expect(problems).toMatchObject([{ property: "type" }]);
  });
});

describe("deleting a container", () => {
  const none = { call: "GET /api/v1/instances", answer: [] };

  test.each<[string, readonly Expected[]]>([
    ["running", [act("stop"), look("stopped")]],
    ["stopped", []],
    ["frozen", [act("unfreeze"), look("running"), act("stop"), look("stopped")]],
    ["provisioning", [look("running"), act("stop"), look("stopped")]],
  ])("that is %s stops it first where it must", async (status, stopping) => {
    await web.delete("web", inputs, [look(status), ...stopping, erase, none]);
  });

  test("waits for what the platform calls not stopped yet", async () => {
    const refused = { ...erase, status: 409, answer: { error: "it is stopping" } };
    await web.delete("web", inputs, [look("stopped"), refused, refused, erase, none]);
  });

  test("that is gone already is done", async () => {
    const missing = { status: 404, answer: { error: "none" } };
    const get = { call: "GET /api/v1/instances/web", ...missing };
    const calls = [none, get, { ...act("stop"), ...missing }, { ...erase, ...missing }];
    await web.delete("web", inputs, calls);
  });

  test("with a key that may not fails", async () => {
    const refused = { ...erase, status: 403, answer: { error: "no" } };
    const work = () => web.delete("web", inputs, [look("stopped"), refused]);
    expect((await errorOf(work)).code).toBe("key");
  });
});

describe("a container's state", () => {
  const kept = { ...inputs, desiredState: "running" };

  test("that was changed by hand is drift, so that the next up brings it back", async () => {
    const state = { ...kept, status: "running", __echoes: ["desiredState"] };
    const result = await web.read("web", state, [look("stopped")]);
    expect(result.inputs).toMatchObject({ desiredState: "stopped" });
    expect(result.state).toMatchObject({ desiredState: "stopped", status: "stopped" });
  });

  test("is not looked after when the program does not say it", async () => {
    const state = { ...inputs, status: "running", __echoes: ["desiredState"] };
    const result = await web.read("web", state, [look("stopped")]);
    expect(result.inputs).not.toHaveProperty("desiredState");
  });

  test("that is no longer said is left as it is", async () => {
    const change = { before: { ...kept, __echoes: ["desiredState"] }, after: inputs };
    const stored = await web.update("web", change, []);
    expect(stored).not.toHaveProperty("desiredState");
  });
});
