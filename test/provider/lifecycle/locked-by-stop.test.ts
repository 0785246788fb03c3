import { expect, test } from "vitest";
import { container } from "../../../resources/compute/container.ts";
import type { Sent } from "../../support/fake-api.ts";
import { held } from "../../support/session.ts";
import { newRun, notFound } from "./rules/run.ts";

const web = { name: "web", type: "container", image: "debian/13" };
const shown = { answer: { ...web, status: "TERMINATED", ip_addresses: ["10.0.0.2"] } };
const locked = { status: 409, answer: { error: "it is locked by another action" } };
const lockMs = 8_000;

test("a container that each stop locks for a while is deleted", async () => {
  let lockedUntil = 0;
  let isGone = false;
  const run = newRun({
    "GET /api/v1/instances": () => ({ answer: isGone ? [] : [shown.answer] }),
    "GET /api/v1/instances/web": () => (isGone ? notFound : shown),
    "POST /api/v1/instances/web/action": ({ at }: Sent) => {
      lockedUntil = at + lockMs;
      return { answer: {} };
    },
    "DELETE /api/v1/instances/web": ({ at }: Sent) => {
      isGone = at >= lockedUntil;
      return isGone ? { answer: {} } : locked;
    },
  });
  const { code } = await run.remove(container, { id: "web", state: held(web) });
  expect({ code, isGone }).toEqual({ code: undefined, isGone: true });
});
