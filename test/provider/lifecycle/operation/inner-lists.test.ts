import { describe, expect, test } from "vitest";
import { read } from "../../../../provider/lifecycle/read.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { held, newContext } from "../../../support/session.ts";

const gone = { id: "", state: {}, inputs: {} };

describe("a 404 of a list that is inside of an object", () => {
  const list = "GET /api/v1/instances/web/ports";
  const containers = (...names: readonly string[]) => ({
    call: "GET /api/v1/instances",
    answer: names.map((name) => ({ name, status: "running" })),
  });
  const get = { call: "GET /api/v1/instances/web", status: 404 };
  const none = (error: string) => ({ call: list, status: 404, answer: { error } });
  const props = held({
    instanceName: "web",
    protocol: "tcp",
    publicPort: 20_001,
    targetPort: 80,
  });
  const work = { id: "web/tcp/20001", props };

  test.each<[string, readonly Expected[]]>([
    ["names it", [none("instance web not found")]],
    [
      "says nothing of it, and a look misses it",
      [none("Not Found"), containers("job"), { ...get, answer: { error: "Not Found" } }],
    ],
  ])("proves that it went with that where it %s", async (_what, calls) => {
    expect(await read(newContext(calls), portForward, work)).toEqual(gone);
  });

  test.each(["Cannot GET /api/v1/instances/web/ports", "Not Found"])(
    "proves nothing while that is there: %s",
    async (error) => {
      const context = newContext([none(error), containers("web", "job")]);
      expect(await read(context, portForward, work)).toMatchObject({ id: work.id });
      expect(context.said.join()).toContain("names nothing that is missing, so the state");
    },
  );

  test("proves nothing where nothing shows that: members were made a second time", async () => {
    const routes = { "GET /v1/projects/{project_id}/members": "works" };
    const inputs = { projectId: "proj_1", email: "a@b.example", role: "admin", __routes: routes };
    const call = "GET /v1/projects/proj_1/members";
    const read404 = async (error: string) => {
      const context = newContext([{ call, status: 404, answer: { error } }]);
      const member = { id: "proj_1/usr_8f3k22xw", props: held(inputs) };
      return (await read(context, projectMember, member)).id;
    };
    expect(await read404("Not Found")).toBe("proj_1/usr_8f3k22xw");
    expect(await read404("The requested URL was not found on the server.")).not.toBe("");
    expect(await read404("project proj_1 does not exist")).toBe("");
  });
});
