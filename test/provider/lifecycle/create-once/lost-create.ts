import type { Props } from "../../../../provider/definition/session.ts";
import { HostingError } from "../../../../provider/errors.ts";
import type { Intent, Journal } from "../../../../provider/journal/journal.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { container } from "../../../../resources/compute/container.ts";
import type { Expected } from "../../../support/fake-api.ts";
import {
  declared,
  keyMark,
  newContext,
  type TestContext,
  world,
} from "../../../support/session.ts";

export const body = { name: "web-1", type: "container", image: "debian/13" };
export const web = declared({ ...body, __generatedName: true });
const addresses = { ip_addresses: ["10.0.0.2"], ipv6_addresses: [] };
const port_block = { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 };
export const machine = { ...body, status: "running", ...addresses, port_block };
export const post: Expected = { call: "POST /api/v1/instances", body, answer: machine };
export const list = (...items: readonly Props[]): Expected => ({
  call: "GET /api/v1/instances",
  answer: items.map((item) => ({ ...machine, ...item })),
});
export const none = list();
export const five = [none, none, none, none, none];

export function lost(settlesInMs = 15_000, applied = false): HostingError {
  const doubt = { applied, settlesInMs };
  return new HostingError("unknownOutcome", "it was sent, but the connection was reset.", {
    doubt,
  });
}

/** A journal as a killed run leaves it. */
export function after(work: (journal: Journal, intent: Intent) => void, inputs: Props = web) {
  const { journal } = newContext();
  work(journal, intentOf({ world, keyMark: () => keyMark }, container, inputs));
  return journal;
}

export function seconds({ clock }: TestContext): number {
  return clock.sleeps.reduce((total, ms) => total + ms, 0) / 1000;
}
