import { describe, expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { strangerProgram } from "../support/stranger-program.ts";
import { openStrangerStack } from "../support/stranger-stack.ts";

/** Few, because each is a stack's whole life; unlike in lists, envelopes, ids, words and routes. */
const seeds = [2, 29];
/** Absences are proven by lists that are half a minute apart, and a busy machine is slow besides. */
const longestLife = 400_000;

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
const pem = { certificate, privateKey };

describe("a platform that nobody here has written", () => {
  it.concurrent.each(seeds)(
    "of seed %i is met without a needless request, and left empty",
    async (seed) => {
      await using life = await openStrangerStack(seed);
      const { stack, stranger } = life;
      const given = { projectId: stranger.projects.own, pem, isChanged: false };
      stack.program(strangerProgram({ ...given, publicPort: undefined }));
      await life.settle("up");
      const publicPort = life.firstFreePort(stack.resource("web").id);
      stack.program(strangerProgram({ ...given, publicPort }));
      life.writes();
      await life.settle("up");
      expect(life.writes()).toEqual([expect.stringMatching(/^POST .*\/ports$/)]);

      life.acceptInvitations();
      expect((await stack.up({}, "--refresh")).changes).toEqual({});
      expect(life.writes()).toEqual([]);

      stack.program(strangerProgram({ ...given, publicPort, isChanged: true }));
      await life.settle("up");
      const volume = stranger.objects().find(({ kind }) => kind === "volume");
      expect(volume?.fields).toMatchObject({ size_gb: 20 });
      await life.settle("destroy");
      expect(stranger.objects().map(({ kind, id }) => `${kind} ${id}`)).toEqual([]);
    },
    longestLife,
  );
});
