import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";
import { type Role, TeamAccess } from "pulumi-hosting/components";

const config = new pulumi.Config("app");

const team = new TeamAccess("team", {
  projectId: config.require("projectId"),
  members: config.requireObject<Record<string, Role>>("members"),
  // A destroy removes everybody: on an account that already has owners, leave this out.
  allowOwnerRemoval: true,
});

// Keys are made in the console and taken over by their id; one that is taken off the list is revoked.
const keyIds = config.getObject<string[]>("keyIds") ?? [];
for (const keyId of keyIds) new hosting.ApiKey(keyId, { keyId });

export const pendingInvitations = team.pending;
