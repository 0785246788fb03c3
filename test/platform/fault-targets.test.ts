import { describe, expect, test } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { containerBody, idOf, newWorld, type Send, sender, volumeBody } from "./support.ts";

async function statuses(send: Send, route: string, times: number): Promise<number[]> {
  const seen: number[] = [];
  for (let call = 0; call < times; call++) seen.push((await send(route)).status);
  return seen;
}

const list = "GET /v1/volumes";

describe("a fault is met by the requests it is about", () => {
  test("those of a kind", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ kind: "volume", status: 500 });
    expect((await send(list)).status).toBe(500);
    expect((await send("POST /v1/volumes/vol_x/attach", {})).status).toBe(500);
    expect((await send("GET /v1/instances")).status).toBe(200);
  });

  test("those whose path names an object", async () => {
    const { platform, send } = newWorld();
    const [one, two] = [
      idOf(await send("POST /v1/volumes", volumeBody("one"))),
      idOf(await send("POST /v1/volumes", volumeBody("two"))),
    ];
    platform.faults.add({ id: one, status: 500 });
    expect((await send(`GET /v1/volumes/${one}`)).status).toBe(500);
    expect((await send(`GET /v1/volumes/${two}`)).status).toBe(200);
    expect((await send(list)).status).toBe(200);
  });

  test("those of a key", async () => {
    const { platform, send } = newWorld();
    const { id, key } = platform.createKey({ scopes: ["*"], level: "Read" });
    platform.faults.add({ key: id, status: 500 });
    expect((await sender(platform, key)(list)).status).toBe(500);
    expect((await send(list)).status).toBe(200);
    expect((await sender(platform, "nobody's")(list)).status).toBe(401);
  });

  test("those after the first few, and only so many", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ status: 500, after: 2, times: 2 });
    expect(await statuses(send, list, 6)).toEqual([200, 200, 500, 500, 200, 200]);
  });

  test("nothing but * is special in a path", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ path: "/v1/vol.mes", status: 500 });
    platform.faults.add({ path: "/v1/[v]olumes", status: 500 });
    expect((await send(list)).status).toBe(200);
    platform.faults.add({ path: "/*/volumes", status: 500 });
    expect((await send(list)).status).toBe(500);
  });

  test("each * is any text, in its order", async () => {
    const { platform, send } = newWorld();
    const isMet = async (path: string, asked: string) => {
      const id = platform.faults.add({ path, status: 418 });
      const { status } = await send(`GET ${asked}`);
      platform.faults.clear(id);
      return status === 418;
    };
    for (const path of ["*", "/v1/*", "/v1/volumes*", "*lumes", "/v*/v*s", "/v1/volumes/*", "**"]) {
      expect(await isMet(path, "/v1/volumes/"), path).toBe(!["*lumes", "/v*/v*s"].includes(path));
    }
    expect(await isMet("/v1/ab*ba", "/v1/aba")).toBe(false);
    expect(await isMet("/v1/ab*ba", "/v1/abba")).toBe(true);
    expect(await isMet("/v1/*b*a", "/v1/ab")).toBe(false);
  });

  test("many * and a long path take no time", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ path: `/v1/${"*a".repeat(12)}*b`, status: 500 });
    expect((await send(`GET /v1/volumes/${"a".repeat(5_000)}`)).status).toBe(404);
  });

  test("a share of them, the same ones in worlds of one seed", async () => {
    const runs = await Promise.all(
      [1, 2].map(() => {
        const { platform, send } = newWorld({ seed: "one" });
        platform.faults.add({ share: 0.3, status: 500 });
        return statuses(send, list, 200);
      }),
    );
    const met = runs[0]?.filter((status) => status === 500).length ?? 0;
    expect(met).toBeGreaterThan(40);
    expect(met).toBeLessThan(80);
    expect(runs[1]).toEqual(runs[0]);
  });

  test("a share of 0 is none, and of 1 is all", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ share: 0, status: 500 });
    expect(await statuses(send, list, 20)).toEqual(Array(20).fill(200));
    platform.faults.add({ share: 1, status: 502 });
    expect(await statuses(send, list, 20)).toEqual(Array(20).fill(502));
  });
});

describe("the operator", () => {
  test("sees what is in force and how often it was met", async () => {
    const { platform, send } = newWorld();
    const id = platform.faults.add({ kind: "volume", status: 500, after: 1, times: 1 });
    const other = platform.faults.add({ method: "DELETE", delay: 0 });
    await statuses(send, list, 3);
    await send("GET /v1/instances");
    expect(platform.faults.list()).toEqual([
      { id, fault: { kind: "volume", status: 500, after: 1, times: 1 }, matched: 3, met: 1 },
      { id: other, fault: { method: "DELETE", delay: 0 }, matched: 0, met: 0 },
    ]);
  });

  test("ends one of them", async () => {
    const { platform, send } = newWorld();
    const one = platform.faults.add({ status: 500 });
    platform.faults.add({ status: 502 });
    platform.faults.clear(one);
    expect((await send(list)).status).toBe(502);
    expect(() => platform.faults.clear(one)).toThrow(`there is none with the id "${one}"`);
  });

  test("meets them from any process, each only as often as it says", async () => {
    const { platform, file, clock, send } = newWorld();
    platform.faults.add({ status: 500, times: 3 });
    const other = openPlatform({ file, clock });
    const seen = [...(await statuses(sender(other), list, 2)), ...(await statuses(send, list, 2))];
    expect(other.faults.list()).toMatchObject([{ matched: 4, met: 3 }]);
    other.close();
    expect(seen).toEqual([500, 500, 500, 200]);
  });

  test("has several of different kinds met by one request", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ duplicate: "second" });
    platform.faults.add({ words: { running: "active" } });
    platform.faults.add({ status: 503, times: 1 });
    platform.faults.add({ paged: { size: 1, as: "link" } });
    expect((await send("POST /api/v1/instances", containerBody())).status).toBe(503);
    expect((await send("POST /api/v1/instances", containerBody())).status).toBe(409);
    expect(platform.snapshot().container).toHaveLength(1);
    // What answers in place of the platform ends the matter.
    expect(platform.faults.list().map(({ matched }) => matched)).toEqual([2, 2, 2, 0]);
  });
});
