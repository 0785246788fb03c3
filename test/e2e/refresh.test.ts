import { expect, it } from "vitest";
import type { Fault } from "../../platform/index.ts";
import { sender } from "../platform/support.ts";
import { openStack } from "../support/stack.ts";

const page = { contentType: "text/html", body: "<html><body>Sign in</body></html>" };
/** Answers to every read, and what an error says of them. */
const faults: readonly (readonly [fault: Fault, says: string])[] = [
  [{ status: 500 }, "500"],
  [{ status: 404, ...page }, "404"],
  [{ status: 200, body: "[]" }, "are missing from an empty list"],
];

it("an answer that proves nothing removes nothing; what was deleted by hand is created again", async () => {
  await using stack = await openStack();
  stack.program(`
const timeouts = { read: 30 };
new hosting.Volume("data", { region: "eu-1", sizeGb: 10, timeouts });
new hosting.Container("job", { image: "debian/13", timeouts });
for (const name of ["a", "b"]) new hosting.Network(name, {});`);
  await stack.up();
  const { platform } = stack;
  const before = stack.state();
  for (const [fault, says] of faults) {
    platform.faults.add({ method: "GET", ...fault });
    const { errors } = await stack.refresh({ fails: true });
    expect(errors.join("\n")).toContain(says);
    expect(stack.state()).toEqual(before);
    platform.faults.clear();
  }
  stack.env["HOSTING_API_KEY"] = "hosting_local_0123456789abcdef0123456789abcdef01234567";
  const unknown = await stack.refresh({ fails: true });
  expect(unknown.errors.join("\n")).toContain("HOSTING_API_KEY");
  expect(stack.state()).toEqual(before);
  delete stack.env["HOSTING_API_KEY"];

  const send = sender(platform);
  const job = `/api/v1/instances/${stack.resource("job").id}`;
  const networks = ["a", "b"].map((name) => stack.resource(name).id);
  await send(`DELETE /v1/volumes/${stack.resource("data").id}`);
  await send(`POST ${job}/action`, { action: "stop" });
  await send(`DELETE ${job}`);
  for (const id of networks) await send(`DELETE /api/v1/networks/${id}`);
  // Each is proven, but for an empty list that removes several at once.
  stack.env["HOSTING_DELETED_BY_HAND"] = networks.join(",");
  await stack.refresh();
  expect(stack.state().filter(({ type }) => type.includes("hosting/"))).toEqual([]);
  expect((await stack.up()).changes).toEqual({
    data: "create",
    job: "create",
    a: "create",
    b: "create",
  });
});
