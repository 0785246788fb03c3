import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

const team = `
import { TeamAccess } from "pulumi-hosting/components";
new TeamAccess("shop", {
  projectId: "proj_default",
  members: { "ann@shop.example": "owner", "bob@shop.example": "admin", "cid@shop.example": "developer",
    "dan@shop.example": "viewer", "eve@shop.example": "viewer" },
  allowOwnerRemoval: true,
  transform: { member: ({ args, opts }) => ({ args: { ...args, reinvite: true }, opts }) },
});
`;
const hours = 3600;

it("a team is invited, those who did not accept in time are invited anew once, and all are removed", async () => {
  await using stack = await openStack();
  stack.program(team);
  const statuses = () =>
    Object.fromEntries(
      stack.platform
        .snapshot()
        .projectMember.map(({ email, status }) => [String(email).slice(0, 3), status]),
    );
  const invited = (who: string, status: string) =>
    Object.fromEntries(who.split(" ").map((name) => [name, status]));
  const everybody = "ann bob cid dan eve";

  await stack.up();
  expect(statuses()).toEqual(invited(everybody, "pending"));
  expect((await stack.refresh()).changes).toEqual({});
  stack.platform.acceptInvitation("ann@shop.example");
  stack.platform.clock.advance(49 * hours);
  await stack.refresh();
  expect(statuses()).toEqual({ ann: "active", ...invited("bob cid dan eve", "expired") });

  stack.writes();
  await stack.up();
  expect(statuses()).toEqual({ ann: "active", ...invited("bob cid dan eve", "pending") });
  const path = "/v1/projects/proj_default/members";
  expect(stack.writes().filter((request) => request === `POST ${path}`)).toHaveLength(4);
  expect((await stack.refresh()).changes).toEqual({});
  expect((await stack.up()).changes).toEqual({});

  await stack.destroy();
  expect(statuses()).toEqual({});
});
