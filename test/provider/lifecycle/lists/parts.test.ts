import { expect, test } from "vitest";
import { json, openStage } from "../../errors/stage.ts";

const first = Array.from({ length: 17 }, (_none, at) => ({ id: `net_${at}`, name: `n${at}` }));
const hal = { _embedded: { networks: first }, _links: { next: { href: "/networks?page=2" } } };
const shown = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const answer = json(status, body);
  return { ...answer, headers: { ...answer.headers, ...headers } };
};

test.each([
  ["links to the next page in an object", shown(200, hal)],
  ["is partial content", shown(206, first)],
  ["counts more in a header", shown(200, first, { "x-total-count": "45" })],
  ["names the next page in a header", shown(200, first, { "x-next-page": "2" })],
  ["shows its range in a header", shown(200, first, { "content-range": "items 0-16/45" })],
])("a refresh keeps what is on another page of a list that %s", async (_how, answer) => {
  const stage = openStage({ "GET /api/v1/networks": answer });
  const props = { name: "mine", __routes: {} };
  expect((await stage.read("network:Network", "net_40", props)).id).toBe("net_40");
});
