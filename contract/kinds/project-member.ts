import { defineKind } from "../kind.ts";
import { notListed } from "../price.ts";

/** Members of projects, and invitations to become one (spec 2.12). */
export const projectMember = defineKind({
  prefix: "/v1",
  area: null,
  documented: {
    create: ["POST", "/projects/{project_id}/members", "Admin"],
    update: ["PATCH", "/projects/{project_id}/members/{member_id}", "Admin"],
    delete: ["DELETE", "/projects/{project_id}/members/{member_id}", "Admin"],
  },
  assumed: {
    list: [
      "GET",
      "/projects/{project_id}/members",
      "lists members and open invitations of a project",
    ],
    get: [
      "GET",
      "/projects/{project_id}/members/{member_id}",
      "reads one member or open invitation",
    ],
  },
  id: { is: "answered", prefix: "usr_", fallback: "email" },
  classes: {
    "access:ProjectMember": {
      price: notListed("a member"),
      requests: {
        create: ["create", "get"],
        update: ["update"],
        delete: ["delete", "get"],
        shared: {},
        besides: ["list"],
      },
    },
  },
});
