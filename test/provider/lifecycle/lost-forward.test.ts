import { expect, test } from "vitest";
import { portForward } from "../../../resources/compute/port-forward.ts";
import { declared } from "../../support/session.ts";
import { lostAnswer, newRun } from "./rules/run.ts";

const forward = { protocol: "tcp", publicPort: 20_001, targetPort: 8080 };
const inputs = declared({ instanceName: "web", ...forward });

test("a lost forward is sent again once its request cannot arrive any more, not after two lists for each look", async () => {
  let sent = 0;
  const run = newRun({
    "GET /api/v1/instances/web/ports": () => ({
      answer: sent < 2 ? [] : [{ protocol: "tcp", public_port: 20_001, target_port: 8080 }],
    }),
    "POST /api/v1/instances/web/ports": () => {
      sent += 1;
      return sent === 1 ? lostAnswer() : { answer: {} };
    },
  });
  expect((await run.create(portForward, inputs)).code).toBeUndefined();
  const [first = 0, second = 0] = run.sent.flatMap(({ call, at }) =>
    call.startsWith("POST") ? [at] : [],
  );
  expect(second - first).toBe(45_000);
});
