import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { declared, errorOf, newContext } from "../../../support/session.ts";

const forward = { instanceName: "web", protocol: "tcp", publicPort: 20_011, targetPort: 80 };
const member = { projectId: "proj_1", email: "a@example.com", role: "developer" };
const at = 1_800_000_000_000;

/** What killed runs of the stack left open: the class, the former name, and the id where an answer told it. */
type Left = readonly [definition: Definition, name: string, id?: string];

/** What a refused create says after the platform's own words. */
async function refused(definition: Definition, inputs: Props, left: readonly Left[]) {
  const isForward = definition === portForward;
  const call = isForward
    ? {
        call: "POST /api/v1/instances/web/ports",
        body: { protocol: "tcp", public_port: 20_011, target_port: 80 },
      }
    : {
        call: "POST /v1/projects/proj_1/members",
        body: { email: "a@example.com", role: "developer" },
      };
  const context = newContext([{ ...call, status: 409, answer: { error: "it is taken" } }]);
  const leftOpen = (stack: string) =>
    left
      .map(([of, name, id]) => ({ ...intentOf(context, of, declared(inputs, name)), id }))
      .filter((intent) => intent.stack === stack)
      .map((intent) => ({ ...intent, ...times, isStored: false, elsewhere: undefined }));
  Object.assign(context.journal, { leftOpen });
  const work = () => create(context, definition, declared(inputs, "renamed"));
  return (await errorOf(work)).message.replace(/^.* it is taken \(409\)\. /, "");
}

const times = { at, notedAt: at, settlesAt: at + 90_000 };
const anyone = (adopt: string) =>
  `Correct what it names, set adopt to ${adopt}, or, where \`--replace\` deletes it last, remove it in the console.`;
const killed = (made: string, adopt: string) =>
  `A run that was killed ${made}: set adopt to ${adopt}, or remove it in the console.`;

describe("a create whose place is taken", () => {
  test("names what a killed run made there under another name", async () => {
    const id = "web/tcp/20011";
    expect(await refused(portForward, forward, [[portForward, "api", id]])).toBe(
      killed('made it as port forward "api"', id),
    );
  });

  test("names what a killed run may have made there", async () => {
    expect(await refused(projectMember, member, [[projectMember, "ann"]])).toBe(
      killed('may have made it as project member "ann"', "proj_1/a@example.com"),
    );
  });

  test.each<[string, readonly Left[]]>([
    ["there is nothing of the kind", []],
    ["it is of another class", [[projectMember, "ann"]]],
    ["it is another one", [[portForward, "api", "web/tcp/20012"]]],
    [
      "it may be either of two",
      [
        [portForward, "api"],
        [portForward, "ssh"],
      ],
    ],
  ])("says what holds for anyone's where %s", async (_why, left) => {
    expect(await refused(portForward, forward, left)).toBe(anyone("web/tcp/20011"));
  });

  test("can be that of a member, whose address stands for an id", async () => {
    expect(await refused(projectMember, member, [])).toBe(anyone("proj_1/a@example.com"));
  });
});
