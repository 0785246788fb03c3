import fc from "fast-check";
import { fieldsOf } from "../contract/spec-tables.ts";
import { record, segment, size, word } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const container: KindExample = {
  type: "compute:Container",
  sample: {
    name: "web",
    type: "container",
    image: "debian/13",
    cpuLimit: "2",
    memoryLimit: "2GiB",
    profile: "default",
    desiredState: "running",
    restartTriggers: ["config v1"],
  },
  other: {
    name: "api",
    type: "machine",
    image: "debian/14",
    cpuLimit: "4",
    memoryLimit: "4GiB",
    profile: "large",
    desiredState: "stopped",
    restartTriggers: ["config v2"],
  },
  arbitrary: () =>
    record(
      {
        name: segment,
        type: fc.constant("container"),
        image: fc.constantFrom("debian/13", "alpine/3.22"),
        cpuLimit: fc.integer({ min: 1, max: 64 }).map(String),
        memoryLimit: size,
        profile: word,
        desiredState: fc.constantFrom("running", "stopped", "frozen"),
        restartTriggers: fc.array(word, { maxLength: 2 }),
      },
      ["image"],
    ),
  creation: {
    call: "POST /api/v1/instances",
    body: {
      name: "web",
      type: "container",
      image: "debian/13",
      cpu_limit: "2",
      memory_limit: "2GiB",
      profile: "default",
    },
    id: "web",
    answer: {},
  },
  fields: {
    specified: fieldsOf("2.1"),
    // The action endpoint (spec 4.1).
    elsewhere: ["desired_state", "restart_triggers"],
  },
};
