import { expect, test } from "vitest";
import { isSameInAnyCase } from "../../../contract/values/spelling.ts";

test.each([
  ["TCP", "tcp", true],
  ["udp", "tcp", false],
  [{ protocol: "HTTP", port: 80 }, { port: 80, protocol: "http" }, true],
  [{ protocol: "HTTP", port: 81 }, { protocol: "http", port: 80 }, false],
  [[{ protocol: "UDP" }, { protocol: "TCP" }], [{ protocol: "tcp" }, { protocol: "udp" }], true],
  [["TCP", "UDP"], ["tcp"], false],
  [8080, 8080, true],
  [null, "tcp", false],
])("%j for %j: %s", (found, said, isSame) => {
  expect(isSameInAnyCase(found, said)).toBe(isSame);
});
