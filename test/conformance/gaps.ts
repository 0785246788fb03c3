import { expect, test } from "vitest";
import { nextRun } from "../support/next-run.ts";
import { openSample, worksOf } from "../support/session-object.ts";
import { type Subject, unchanged } from "./subject.ts";

/** The promises on a platform that has only what the specification shows. */
export function promisesOfGaps({ definition, isDocumented }: Subject): void {
  test("is documented in sentences", () => {
    expect(definition.gaps.length).toBeGreaterThan(0);
    for (const gap of definition.gaps) expect(gap).toMatch(/^[A-Z].*\.$/);
  });

  test.each(["try", "never"] as const)(
    "loses nothing where documented routes are all there is (%s others)",
    async (assumedRoutes) => {
      const { platform, context, inputs } = await openSample(definition);
      platform.configure({ routes: "documented" });
      // Nothing is known of routes from what was made before.
      const limited = { ...nextRun(context), assumedRoutes };
      const { create, diff, read } = worksOf(limited, definition);
      const { remove } = worksOf(nextRun(limited), definition);
      const { id, state } = await create(inputs);
      const refreshed = await read(id, state);
      expect(refreshed).toMatchObject({ id, inputs });
      expect(await diff(id, refreshed.state, inputs)).toMatchObject(unchanged);

      // spec 4.2: nothing takes a share back.
      const canGo = definition.type !== "compute:ImageShare" && definition.remove !== undefined;
      const stays = {
        code: "gap",
        message: expect.stringMatching(/HOSTING_DELETED_BY_HAND|retainOnDelete/),
      };
      const outcome = await remove(id, refreshed.state).catch((error: unknown) => error);
      expect(outcome).toEqual(
        canGo || isDocumented("delete") ? undefined : expect.objectContaining(stays),
      );
    },
  );
}
