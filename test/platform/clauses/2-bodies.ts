import { expect } from "vitest";
import { container, volume } from "./bodies.ts";
import { type Clause, tested } from "./clause.ts";

export const bodyClauses: readonly Clause[] = [
  tested("2", "All bodies are JSON", async ({ send }) => {
    const replies = [
      await send("POST /v1/volumes", volume()),
      await send("GET /api/v1/instances"),
      await send("GET /v1/images/img_none"),
      await send("GET /nowhere"),
      await send("POST /v1/volumes", "{"),
    ];
    const types = replies.map(({ headers }) => headers.get("content-type"));
    expect(types).toEqual(types.map(() => expect.stringMatching(/^application\/json\b/)));
  }),
  tested("2", "Content-Type: application/json on requests with a body", async ({ platform }) => {
    const sent = async (type: string) => {
      const headers = { authorization: `Bearer ${platform.rootKey}`, "content-type": type };
      const init = { method: "POST", headers, body: JSON.stringify(container()) };
      const { status } = await platform.fetch(
        new Request("http://platform.test/api/v1/instances", init),
      );
      return status;
    };
    expect(await sent("text/plain")).toBeOneOf([400, 415, 422]);
    expect(await sent("application/json; charset=utf-8")).toBeLessThan(300);
  }),
];
