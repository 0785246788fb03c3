import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

const program = (more = "") => `
new hosting.ProjectMember("ada", { projectId: "proj_default", email: "ada@example.com", role: "viewer"${more} });
`;
const twoDays = 49 * 3600;

it("an invitation that expired is sent again where the program asks for it, once", async () => {
  await using stack = await openStack();
  stack.program(program(", reinvite: true"));
  await stack.up();
  const invitations = () =>
    stack.platform.snapshot().projectMember.map(({ id, status }) => `${id} ${status}`);
  const first = stack.resource("ada").id;
  stack.platform.clock.advance(twoDays);
  await stack.refresh();
  console.log(invitations(), stack.resource("ada").outputs["status"]);
  const up = await stack.up();
  console.log(up.changes, invitations(), stack.resource("ada").id, stack.resource("ada").outputs["status"]);
  const r = await stack.refresh();
  console.log(r.changes, stack.resource("ada").id, stack.resource("ada").outputs["status"]);
  const again = await stack.up({fails: "perhaps"});
  console.log(again.changes, again.messages, invitations());
  const d = await stack.destroy({fails: "perhaps"});
  console.log(d.messages, invitations());
  expect(first).toBe("");
});
