import { expect, test } from "vitest";
import { HostingError } from "../../../../provider/errors.ts";
import { parseOrigin } from "../../../../provider/http/wire/origin.ts";

test.each([
  ["https://console.example", "https://console.example"],
  [" https://Console.Example:8443/ ", "https://console.example:8443"],
  ["https://console.example:443", "https://console.example"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://127.0.0.1:1", "http://127.0.0.1:1"],
  ["http://127.200.0.1", "http://127.200.0.1"],
  ["http://[::1]:8080/", "http://[::1]:8080"],
])("%j is the origin %s", (text, origin) => {
  expect(parseOrigin(text, "hosting:baseUrl")).toBe(origin);
});

test.each([
  ["", "not a URL"],
  ["console.example", "not a URL"],
  ["ftp://console.example", "https://"],
  ["http://console.example", "in clear"],
  ["http://10.0.0.1", "in clear"],
  ["http://[::2]", "in clear"],
  ["http://localhost.example", "in clear"],
  ["http://127.0.0.1.example", "in clear"],
  ["https://me:hunter2@console.example", "user name"],
  ["https://console.example/api/v1", "path"],
  ["https://console.example?x=hunter2", '"?"'],
  ["https://console.example/#hunter2", '"#"'],
])("%j is refused: %s", (text, problem) => {
  const parse = () => parseOrigin(text, "HOSTING_BASE_URL");
  expect(parse).toThrow(HostingError);
  expect(parse).toThrow(problem);
  expect(parse).toThrow("HOSTING_BASE_URL");
  expect(parse).not.toThrow("hunter2");
});
