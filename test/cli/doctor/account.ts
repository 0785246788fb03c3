import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import manifest from "../../../package.json" with { type: "json" };
import { type Platform, servePlatform } from "../../../platform/index.ts";
import { newWorld } from "../../platform/support.ts";
import { type CliRun, runCli } from "../../support/cli.ts";
import { settingsFor } from "../answering.ts";
import { newSeat, type Seat } from "./seat.ts";

export interface Account extends Seat {
  readonly platform: Platform;
  readonly url: string;
}

/** A project whose environment names a served platform. */
export async function newAccount(): Promise<Account> {
  const seat = newSeat();
  const { platform } = newWorld();
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  const { url } = server;
  Object.assign(seat.env, settingsFor(url, platform.rootKey));
  return { ...seat, platform, url };
}

export function doctor({ directory, env }: Seat, ...args: string[]): Promise<CliRun> {
  return runCli(["doctor", ...args], { directory, env });
}

const Answer = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ state: z.string(), about: z.string(), says: z.string() })),
});

/** Its findings that are not as they should be, by subject. */
export async function troubles(seat: Seat, ...args: string[]) {
  const { code, stdout } = await doctor(seat, "--json", ...args);
  const { ok, findings } = Answer.parse(JSON.parse(stdout));
  expect({ ok, code }).toEqual(ok ? { ok, code: 0 } : { ok, code: 2 });
  return findings
    .filter(({ state }) => state !== "ok")
    .map(({ state, about, says }) => `${state} ${about}: ${says}`);
}

export const resource = (name: string, more: object = {}) => ({
  urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/hosting/storage:Volume::${name}`,
  type: "pulumi-nodejs:dynamic/hosting/storage:Volume",
  id: "vol_1",
  outputs: {},
  ...more,
});

export function exported(resources: readonly object[], more: object = {}): string {
  return JSON.stringify({ version: 3, deployment: { resources, ...more }, added_later: 1 });
}

/** An account with a stack, in whose state are these resources and this besides. */
export async function stackOf(resources: readonly object[], more?: object): Promise<Account> {
  const seat = await newAccount();
  seat.answer("config", "{}");
  seat.answer("stack-export", exported(resources, more));
  return seat;
}

/** The first message where a run was broken off. */
export function lockOf(stack: string): string {
  return `note lock: A run of stack ${stack} was broken off, or is still under way. If it is, wait for its end; if none is, \`pulumi cancel --stack ${stack}\` frees the lock that it may have left.`;
}

/** Without what differs from run to run, or from version to version. */
export function stable(stdout: string, { url, directory }: Account): string {
  return stdout
    .replaceAll(url, "<url>")
    .replaceAll(directory, "<project>")
    .replace(/\d+ ms/, "<n> ms")
    .replace(process.versions.node, "<node>")
    .replace(`pulumi-hosting ${manifest.version}`, "pulumi-hosting <version>");
}
