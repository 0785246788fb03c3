import fc from "fast-check";
import { fieldsOf } from "../contract/spec-tables.ts";
import { label, record, word } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const server: KindExample = {
  type: "compute:Server",
  sample: {
    name: "web",
    size: "small",
    networkAccess: "shared",
    desiredState: "running",
    restartTriggers: ["config v1"],
  },
  other: {
    name: "api",
    size: "large",
    networkAccess: "dedicated",
    desiredState: "stopped",
    restartTriggers: ["config v2"],
  },
  arbitrary: () =>
    record(
      {
        name: label,
        size: word,
        networkAccess: fc.constantFrom("shared", "dedicated"),
        desiredState: fc.constantFrom("running", "stopped"),
        restartTriggers: fc.array(word, { maxLength: 2 }),
      },
      ["size"],
    ),
  creation: {
    call: "POST /api/v2/servers",
    body: { name: "web", size: "small", network_access: "shared" },
    id: "srv-9",
    answer: { id: "srv-9" },
  },
  fields: {
    specified: fieldsOf("2.3"),
    // The action endpoint, which is assumed (spec 4 note 4).
    elsewhere: ["desired_state", "restart_triggers"],
  },
};
