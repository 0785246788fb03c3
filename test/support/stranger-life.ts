import { expect } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { strangerProgram } from "./stranger-program.ts";
import { openStrangerStack } from "./stranger-stack.ts";

/** Absences are proven by lists that are half a minute apart, and a busy machine is slow besides. */
export const longestLife = 400_000;

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
const pem = { certificate, privateKey };

/** A stack of every class from the first `up` to the end, by the real CLI: no needless request, and nothing left. */
export async function liveWithStranger(seed: number): Promise<void> {
  await using life = await openStrangerStack(seed);
  const { stack, stranger } = life;
  const given = { stranger, pem, isChanged: false };
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
}
