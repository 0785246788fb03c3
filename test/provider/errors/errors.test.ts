import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { asHostingError, HostingError, PartialFailure } from "../../../provider/errors.ts";

const details = { status: 409, property: "sizeGb" };

describe("an error a user reads", () => {
  test("is one line, and its stack is its message", () => {
    const error = new HostingError("refused", " first line \n  second\r\n\r\nthird ", details);
    expect(error.message).toBe("first line second third");
    expect(error.stack).toBe(error.message);
    expect(error).toMatchObject({ code: "refused", ...details });
  });

  test("has no id, which Pulumi would take for a partial success", () => {
    const error = new HostingError("refused", "no", details);
    expect("id" in error).toBe(false);
    expect("cause" in error).toBe(false);
  });

  test.each([
    ["input", "user"],
    ["settings", "user"],
    ["key", "user"],
    ["refused", "platform"],
    ["timeout", "platform"],
    ["gap", "platform"],
    ["bug", "us"],
  ] as const)("of code %s is the fault of %s", (code, blame) => {
    expect(new HostingError(code, "no").blame).toBe(blame);
  });

  test("is known among others, also one of another copy of the package", () => {
    const foreign = { [Symbol.for("pulumi-hosting.error")]: true, code: "bug" };
    expect(HostingError.isInstance(new HostingError("bug", "no"))).toBe(true);
    expect(HostingError.isInstance(foreign)).toBe(true);
    for (const other of [new Error("no"), "no", null, undefined, { code: "bug" }]) {
      expect(HostingError.isInstance(other)).toBe(false);
    }
  });
});

describe("a partial failure", () => {
  test("carries id, properties and its message as the one reason", () => {
    const reason = new HostingError("timeout", "it is not done");
    const failure = new PartialFailure(reason, "vol_1", { sizeGb: 10 });
    expect({ ...failure }).toMatchObject({
      id: "vol_1",
      properties: { sizeGb: 10 },
      reasons: ["it is not done"],
      code: "timeout",
    });
    expect(failure.stack).toBe("it is not done");
    expect(HostingError.isInstance(failure)).toBe(true);
  });
});

describe("anything that is thrown", () => {
  test("becomes an error of ours", () => {
    const ours = new HostingError("key", "no");
    expect(asHostingError(ours)).toBe(ours);
  });

  test.each([
    ["an error", new TypeError("x is not a function"), "x is not a function"],
    ["a text", "oops", "oops"],
    ["nothing", undefined, "undefined"],
    ["an error with an id", Object.assign(new Error("failed"), { id: "req_1" }), "failed"],
  ])("is our fault when it is %s", (_what, thrown, text) => {
    const error = asHostingError(thrown);
    expect(error.code).toBe("bug");
    const place = thrown instanceof Error ? /, with errors\/errors\.test\.ts:\d+:\d+/.source : "";
    expect(error.message).toMatch(
      new RegExp(
        `^An unexpected error inside pulumi-hosting: ${text}\\. Nothing is known to be wrong with your program; please report it${place}\\.$`,
      ),
    );
    expect(error.stack).toBe(error.message);
    expect("id" in error).toBe(false);
    expect(inspect(error)).not.toContain("req_1");
  });

  test.each([
    [
      "    at Api.send (/home/ann/app/node_modules/ours/dist/chunks/api.js:120:14)",
      "chunks/api.js:120:14",
    ],
    ["    at async file:///home/ann/ours/http/api.ts:22:1", "http/api.ts:22:1"],
    ["    at C:\\Users\\ann\\ours\\http\\api.ts:22:1", "http\\api.ts:22:1"],
    ["    at runInThisContext (node:internal/vm:209:10)\n    at a (/x/y.cjs:1:2)", "x/y.cjs:1:2"],
  ])("is reported with its place, and not with where that is installed: %j", (stack, place) => {
    const error = Object.assign(new Error("no"), { stack: `Error: no\n${stack}` });
    expect(asHostingError(error).message).toContain(`please report it, with ${place}.`);
  });
});
