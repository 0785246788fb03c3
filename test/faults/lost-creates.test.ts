import { describe, expect, test } from "vitest";
import { asHostingError, PartialFailure } from "../../provider/errors.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { declared } from "../support/session.ts";
import { definitionOf } from "../support/session-inputs.ts";
import { bySomebody } from "./fault-server.ts";
import { type FaultWorld, openFaultWorld } from "./fault-world.ts";
import { type LostCreate, lostCreates } from "./lost-creates.ts";

describe.each(lostCreates)("$name", (row) => {
  const { type, inputs, isNameGenerated = true, before, faults, ...expected } = row;

  test(`${expected.accepted} accepted of ${expected.sent} sent`, async () => {
    const world = await openFaultWorld();
    if (before !== undefined) await bySomebody(world.platform, before);
    world.server.script.push(...faults);
    const given = declared({ ...inputs, ...(isNameGenerated ? { __generatedName: true } : {}) });
    const { id, text } = await outcomeOf(world, type, given);
    const posts = (requests: readonly string[]) =>
      requests.filter((request) => request.startsWith("POST ")).length;
    expect({
      id,
      sent: posts(world.server.arrived),
      accepted: posts(world.server.accepted),
      count: world.platform.snapshot()[row.there.kind].length,
    }).toEqual({
      id: row.id === undefined ? undefined : expect.stringMatching(row.id),
      sent: expected.sent,
      accepted: expected.accepted,
      count: row.there.count,
    });
    expect(text).toMatch(row.says);
  });
});

/** The id that would be stored, and what the user reads. */
async function outcomeOf(world: FaultWorld, type: string, inputs: LostCreate["inputs"]) {
  try {
    const { id } = await world.run(() => create(world.context, definitionOf(type), inputs));
    return { id, text: world.said.join("\n") };
  } catch (error) {
    const { message } = asHostingError(error);
    return { id: error instanceof PartialFailure ? error.id : undefined, text: message };
  }
}
