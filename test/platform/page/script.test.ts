import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { controlPrefix } from "../../../platform/control/path.ts";
import type { Platform } from "../../../platform/index.ts";
import { script } from "../../../platform/page/script.ts";
import { newInstance, newWorld } from "../support.ts";

/** An element as far as the script uses one; counts how often its content was replaced. */
class FakeElement {
  textContent = "";
  scrollLeft = 0;
  scrollTop = 0;
  replaced = 0;

  replaceChildren(...children: readonly FakeElement[]): void {
    this.replaced++;
    this.textContent = children.map(({ textContent }) => textContent).join(", ");
  }

  scrollTo(left: number, top: number): void {
    this.scrollLeft = left;
    this.scrollTop = top;
  }
}

/** The page at an address with the fragment; `look` ends when it has asked and waits to ask again. */
function openPage(platform: Platform, hash: string) {
  const elements = new Map(
    ["message", "clock", "counts", "picture"].map((id) => [id, new FakeElement()] as const),
  );
  const asked: Request[] = [];
  const page = { isDown: false, again: () => undefined, done: Promise.withResolvers<void>() };
  const parsed = (text: string) => Object.assign(new FakeElement(), { textContent: text });
  const start = () =>
    runInNewContext(script, {
      document: {
        body: { dataset: { control: controlPrefix } },
        getElementById: (id: string) => elements.get(id),
        createElement: () => new FakeElement(),
        importNode: (node: FakeElement) => node,
        addEventListener: () => undefined,
      },
      DOMParser: class {
        parseFromString = (text: string) => ({ documentElement: parsed(text) });
      },
      location: { hash },
      URLSearchParams,
      addEventListener: () => undefined,
      setTimeout: (follow: () => undefined) => {
        page.again = follow;
        page.done.resolve();
      },
      fetch: async (path: string, init: RequestInit) => {
        if (page.isDown) throw new Error("Failed to fetch");
        const request = new Request(`http://platform.test${path}`, init);
        asked.push(request);
        return await platform.fetch(request);
      },
    });
  let next: () => unknown = start;
  const look = async () => {
    page.done = Promise.withResolvers<void>();
    next();
    await page.done.promise;
    next = page.again;
  };
  const of = (id: string) => elements.get(id) ?? new FakeElement();
  const stop = () => {
    page.isDown = true;
  };
  return { look, of, asked, stop };
}

describe("the page's script", () => {
  test("without a token it says so and asks for nothing", async () => {
    const { look, of, asked } = openPage(newWorld().platform, "");
    await look();
    expect(of("message").textContent).toContain("The token is missing");
    expect(asked).toEqual([]);
  });

  test.each(["wrong", "wr%C3%B6ng"])(
    "with the token %s it says so and shows nothing",
    async (token) => {
      const { platform, send } = newWorld();
      await newInstance(send);
      const { look, of } = openPage(platform, `#token=${token}`);
      await look();
      expect(of("message").textContent).toContain("The token is wrong");
      expect(["clock", "counts", "picture"].map((id) => of(id).textContent)).toEqual(["", "", ""]);
    },
  );

  test("it shows the world, with the token as bearer alone", async () => {
    const { platform, send } = newWorld();
    await newInstance(send);
    const { look, of, asked } = openPage(platform, `#token=${platform.controlToken}`);
    await look();
    expect(of("message").textContent).toBe("");
    expect(of("clock").textContent).toBe("2026-01-01 00:00:00 UTC");
    expect(of("counts").textContent).toBe("instance: 1");
    expect(of("picture").textContent).toBe(platform.picture("svg"));
    expect(asked.map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([
      "/_control/info",
      "/_control/picture",
    ]);
  });

  test("it touches what has changed and nothing else, and keeps the place", async () => {
    const { platform, send } = newWorld();
    await newInstance(send);
    const { look, of } = openPage(platform, `#token=${platform.controlToken}`);
    await look();
    await look();
    expect([of("counts").replaced, of("picture").replaced]).toEqual([1, 1]);
    of("picture").scrollTo(7, 70);
    await newInstance(send, "more");
    await look();
    expect([of("counts").replaced, of("picture").replaced]).toEqual([2, 2]);
    expect(of("picture")).toMatchObject({ scrollLeft: 7, scrollTop: 70 });
  });

  test("when the platform is gone it says so and keeps what it shows", async () => {
    const { platform } = newWorld();
    const { look, of, stop } = openPage(platform, `#token=${platform.controlToken}`);
    await look();
    stop();
    await look();
    expect(of("message").textContent).toMatch(/^The platform does not answer; .*Failed to fetch$/);
    expect(of("counts").textContent).toBe("none: 0");
    expect(of("picture").textContent).toBe(platform.picture("svg"));
  });
});
