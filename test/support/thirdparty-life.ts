import { expect } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { thirdPartyProgram } from "./thirdparty-program.ts";
import { openThirdPartyStack } from "./thirdparty-stack.ts";

/** Absences are proven by lists that are half a minute apart, and a busy machine is slow besides. */
export const longestLife = 400_000;

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
const pem = { certificate, privateKey };

/** A stack of every class from the first `up` to the end, by the real CLI: no needless request, and nothing left. */
export async function liveOnThirdParty(seed: number): Promise<void> {
  await using life = await openThirdPartyStack(seed);
  const { stack, thirdParty } = life;
  const given = { thirdParty, pem, isChanged: false };
  stack.program(thirdPartyProgram({ ...given, publicPort: undefined }));
  await life.settle("up");
  const publicPort = life.firstFreePort(stack.resource("web").id);
  stack.program(thirdPartyProgram({ ...given, publicPort }));
  life.writes();
  await life.settle("up");
  expect(life.writes()).toEqual([expect.stringMatching(/^POST .*\/ports$/)]);

  life.acceptInvitations();
  expect((await stack.up({}, "--refresh")).changes).toEqual({});
  expect(life.writes()).toEqual([]);

  stack.program(thirdPartyProgram({ ...given, publicPort, isChanged: true }));
  await life.settle("up");
  const volume = thirdParty.objects().find(({ kind }) => kind === "volume");
  expect(volume?.fields).toMatchObject({ size_gb: 20 });
  await life.settle("destroy");
  expect(thirdParty.objects().map(({ kind, id }) => `${kind} ${id}`)).toEqual([]);
}
