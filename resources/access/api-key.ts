import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Session } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { ApiKeyArgs } from "../_arguments.ts";

/** Inputs of an {@link ApiKey} (spec 2.11). */
export interface ApiKeyInputs {
  /** Id of a key that was made in the console (`key_…`). Changing it revokes the old one last. */
  keyId: string;
}

/** An {@link ApiKey} has no outputs besides its inputs: its value is shown in the console once. */
export type ApiKeyOutputs = Record<never, never>;

export const apiKey = defineResource<ApiKeyInputs, ApiKeyOutputs>()({
  type: "access:ApiKey",
  kind: "apiKey",
  noun: "API key",
  inputs: z.object({
    keyId: z.string(),
  }),
  outputs: z.object({}),
  changes: { keyId: { on: "replace" } },
  replacement: {
    order: "createFirst",
    why: "The old key is revoked once the new one is known to be there.",
  },
  gaps: ["A call that creates a key (spec 5).", "Paths to list and read keys (spec 4 note 4)."],
  validate: ({ keyId }, { given }) => [
    // Without the property: the engine prints its value, and it may be the key itself.
    ...(keyId === undefined || /^key_[A-Za-z0-9._-]+$/.test(keyId)
      ? []
      : [{ reason: "keyId must be a key's id like key_…, not its value" }]),
    ...(given["adopt"] === undefined
      ? []
      : [{ property: "adopt", reason: "adopt is not for API keys: keyId alone names the key" }]),
  ],
  create: { id: "{keyId}", send: named },
  ready: () => ({ ready: true }),
  prepareDelete: async ({ subject, apiKeyId }, { id }) => {
    if (id !== apiKeyId) return;
    throw new HostingError(
      "input",
      `${subject} was not revoked: ${id} is the key in use (hosting:apiKeyId), and every later request would be refused. Switch to another key first; if you have, set hosting:apiKeyId to its id.`,
    );
  },
});

/**
 * A key made in the console, which is adopted and never created. It is revoked when it is removed
 * (admin key required, spec 4.2). Revoking takes effect at once (spec 5.4).
 */
export interface ApiKey extends pulumi.CustomResource, Attributes<ApiKeyInputs, ApiKeyOutputs> {}

export const ApiKey: ResourceClass<ApiKeyArgs, ApiKey> = resourceClass<
  ApiKeyInputs,
  ApiKeyOutputs
>()(apiKey);

async function named(session: Session, { keyId }: ApiKeyInputs): Promise<null> {
  const result = await session.lookUp("apiKey", keyId);
  if (result.outcome === "gone") {
    throw new HostingError(
      "notFound",
      `${session.subject} was not adopted: there is no key ${keyId}, or it was revoked. Create one in the console (Settings, API Keys), or remove this resource; if the console shows it, run again in a minute, or set "routes.apiKey.list" to "none" in hosting:assumptions.`,
    );
  }
  if (result.outcome === "unreadable")
    session.warn(`${keyId} cannot be read, so it is taken to exist.`);
  return null;
}
