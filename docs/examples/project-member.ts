import * as hosting from "pulumi-hosting";

const ada = new hosting.ProjectMember("ada", {
  projectId: "proj_default",
  email: "ada@example.com",
  role: "developer",
  reinvite: true,
});

/** `pending` until the invitation is accepted. */
export const status = ada.status;
