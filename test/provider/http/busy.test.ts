import { describe, expect, test } from "vitest";
import { resolveAssumptions } from "../../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { classify } from "../../../provider/http/outcomes.ts";

const { container, portForward, projectMember, volume } = endpoints;

function found(
  { status, body }: { readonly status: number; readonly body: unknown },
  endpoint: Endpoint = volume.attach,
  busy?: readonly string[],
) {
  const headers = { "content-type": "application/json" };
  const words = resolveAssumptions(busy === undefined ? {} : { "words.busy": busy });
  return classify({ status, headers, body: JSON.stringify(body) }, { endpoint, words });
}

describe("an object that something else is being done to is busy", () => {
  test.each<[number, string]>([
    [423, "cannot perform operation because server is locked"],
    [423, "server unavailable"],
    [423, "volume vol_1 must be detached"],
    [400, "Linode busy."],
    [400, 'Instance is busy running a "start" operation'],
    [400, "Server is currently locked"],
    [400, "The specified resource is locked by another task."],
    [409, "Another operation is running"],
    [409, "Droplet already has a pending event."],
    [409, "resource is in a transient state"],
    [409, "A conflicting operation is running"],
    [409, "instance has pending tasks"],
    [409, "a resize is in progress"],
    [409, "Cannot 'reboot' instance web while it is in task_state rebooting"],
    [409, "AnotherOperationInProgress: another operation on this resource is in progress."],
    [409, "volume \"a\" can't grow: it's busy."],
    [409, "action_in_progress"],
    [422, "Droplet already has a pending event."],
    [422, "The datacenter is currently locked, state BUSY"],
    [422, "volume has a pending action"],
  ])("%i %s", (status, error) => {
    expect(found({ status, body: { error } })).toBe("busy");
  });

  test.each<[string, unknown]>([
    ["an object with a code", { error: { code: "locked", message: "server is locked" } }],
    ["a message", { message: "resource is in a transient state", type: "transient_state" }],
  ])("said in %s", (_where, body) => {
    expect(found({ status: 409, body })).toBe("busy");
  });

  test("in the words that are set, and in no others", () => {
    const said = { status: 409, body: { error: "volume vol_1 is on fire" } };
    expect(found(said)).toBe("answered");
    expect(found(said, volume.attach, ["on fire"])).toBe("busy");
    expect(found({ status: 409, body: { error: "busy" } }, volume.attach, [])).toBe("answered");
  });
});

describe("a refusal for good is an answer", () => {
  test.each<[number, string]>([
    [409, "volume vol_1 is attached"],
    [409, 'a volume named "busy-box" exists'],
    [409, 'a volume named "busy" exists'],
    [409, "a volume named 'locked' exists"],
    [409, "a volume named `it is busy` exists"],
    [409, "a volume named “it is busy” exists"],
    [409, "volume busy-box exists"],
    [409, "bucket very-busy.example exists"],
    [409, "instance web is running: stop it before deleting"],
    [400, "sizeGb must be at least 10"],
    [422, "port 22 is blocked"],
    [403, "server is locked"],
    [404, "volume vol_1 is locked"],
  ])("%i %s", (status, error) => {
    expect(found({ status, body: { error } })).toBe("answered");
  });

  test("where only its fields have such words", () => {
    const body = { error: "volume vol_1 is attached", locked: false, state: "busy" };
    expect(found({ status: 409, body })).toBe("answered");
  });
});

describe("a POST to a collection", () => {
  test.each<[number, string, Endpoint]>([
    [409, "another operation is in progress", volume.create],
    [400, "region is locked", container.create],
    [409, "invitation already pending", projectMember.create],
  ])("is not sent again after %i %s", (status, error, endpoint) => {
    expect(found({ status, body: { error } }, endpoint)).toBe("answered");
  });

  test.each<[number, string, Endpoint]>([
    [423, "the organization is locked", volume.create],
    [400, 'Instance is busy running a "start" operation', portForward.create],
  ])("is after %i %s", (status, error, endpoint) => {
    expect(found({ status, body: { error } }, endpoint)).toBe("busy");
  });
});
