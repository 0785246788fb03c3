import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { buildWorld } from "../platform/page/world.ts";
import { idOf, newInstance, volumeBody } from "../platform/support.ts";
import { choose, inBrowser, lookAgain, openPage, openView, rowsOf, violations } from "./support.ts";

const views = ["Objects", "Picture", "Requests", "Faults"] as const;

/** A page on which the one volume is chosen. */
async function openVolume() {
  let id = "";
  const opened = await openPage({
    build: async ({ send }) => {
      id = idOf(await send("POST /v1/volumes", volumeBody()));
    },
  });
  await choose(opened.page, "data");
  return { ...opened, id };
}

inBrowser("objects", () => {
  test("are listed with their states, and followed as they are created, changed and deleted", async () => {
    const { page, send, platform, clock } = await openPage();
    await page.getByText("There are no objects yet.").waitFor();
    const id = await newInstance(send);
    await lookAgain(page);
    const row = (state: string) => [["instance", "web", state, "small · debian/13 · eu"]];
    await expect.poll(() => rowsOf(page, "Objects")).toEqual(row("provisioning"));
    clock.pass(60);
    await lookAgain(page);
    await expect.poll(async () => (await rowsOf(page, "Objects"))[0]?.[2]).toBe("running");
    platform.act({ method: "POST", path: `/v1/instances/${id}/action`, body: { action: "stop" } });
    platform.act({ method: "DELETE", path: `/v1/instances/${id}` });
    await expect.poll(() => rowsOf(page, "Objects"), { timeout: 5000 }).toEqual([]);
  });

  test("are found by words, chosen by mouse and arrow keys, and lead to what they are linked with", async () => {
    const { page, platform, pane } = await openPage({ build: ({ send }) => buildWorld(send) });
    const all = platform.overview();
    await expect.poll(() => rowsOf(page, "Objects")).toHaveLength(all.length);
    await choose(page, "front");
    await pane.getByRole("row", { name: "algorithm round_robin" }).waitFor();
    await pane.getByRole("button", { name: "web" }).click();
    await pane.getByRole("heading", { name: /^instance\// }).waitFor();
    for (const [key, at] of [
      ["Home", 0],
      ["ArrowDown", 1],
      ["End", -1],
      ["ArrowUp", -2],
    ] as const) {
      await page.locator(".list [tabindex='0']").press(key);
      await expect
        .poll(() => pane.getByRole("heading").first().textContent())
        .toBe(all.at(at)?.key);
    }
    await page.keyboard.press("/");
    await page.keyboard.type("volume 10");
    await expect.poll(() => page.getByLabel("Listed").textContent()).toBe(`1 of ${all.length}`);
    await page.getByLabel("Filter").fill("nothing like it");
    await page.getByText("No object is like that.").waitFor();
  });

  test("of many some are in the document, all are found, and one is drawn", async () => {
    const { page } = await openPage({
      build: async ({ send }) => {
        for (let at = 0; at < 1000; at += 1) await send("POST /v1/volumes", volumeBody(`v${at}`));
      },
    });
    await page.getByText("Show more").waitFor();
    expect(await page.locator(".objects tbody tr").count()).toBe(200);
    await page.getByLabel("Filter").fill("v999");
    await choose(page, "v999");
    await openView(page, "Picture");
    await expect.poll(() => page.locator("svg .hg-name").allTextContents()).toEqual(["v999"]);
    await page.getByLabel("Draw").selectOption("everything");
    await page.getByText("1000 objects are too many for a picture.").waitFor();
  });
});

inBrowser("behind a program's back", () => {
  test("fields are changed that no request changes, and what they do not take is refused", async () => {
    const { page, platform, id, pane } = await openVolume();
    const form = pane.getByRole("form", { name: "Edit" });
    await form.getByLabel("size_gb").fill("77");
    await form.getByLabel("name").fill("renamed");
    // Typed text stays while the page follows.
    platform.edit(`volume/${id}`, { region: "elsewhere" });
    await lookAgain(page);
    await expect.poll(() => form.getByLabel("region").inputValue()).toBe("elsewhere");
    await form.getByRole("button").click();
    await page.getByText(`Changed volume/${id}: name, size_gb.`).waitFor();
    expect(platform.snapshot().volume).toMatchObject([{ id, name: "renamed", size_gb: 77 }]);
    await form.getByLabel("instance_id").fill("inst_nowhere");
    await form.getByRole("button").press("Enter");
    await page.getByRole("alert").getByText('there is no "inst_nowhere"').waitFor();
  });

  test("the console does what the API can, and deletes once it is confirmed", async () => {
    const { page, platform, send, id, pane } = await openVolume();
    const web = await newInstance(send);
    const asked = platform.requests().length;
    const form = pane.getByRole("form", { name: "Do in the console" });
    await form.getByRole("combobox").selectOption("attach");
    await form.getByLabel("Body as JSON").fill(JSON.stringify({ instance_id: web }));
    await form.getByRole("button").click();
    await page.getByText(`Done in the console: attach volume/${id}.`).waitFor();
    expect(platform.snapshot().volume).toMatchObject([{ id, instance_id: web }]);
    await form.getByRole("combobox").selectOption("detach");
    await form.getByRole("button").click();
    await page.getByText(`Done in the console: detach volume/${id}.`).waitFor();
    expect(platform.requests()).toHaveLength(asked);
    page.once("dialog", (dialog) => dialog.dismiss());
    await pane.getByRole("button", { name: "Delete" }).click();
    expect(platform.snapshot().volume).toHaveLength(1);
    page.once("dialog", (dialog) => dialog.accept());
    await pane.getByRole("button", { name: "Delete" }).click();
    await pane.getByText("It is gone.").waitFor();
  });
});

inBrowser("requests", () => {
  test("are shown newest first with the rule that decided, followed, and found by words", async () => {
    const { page, send, platform, pane } = await openPage({
      build: async ({ send: ask }) => {
        await ask("POST /v1/volumes", volumeBody());
        await ask("GET /v1/volumes/vol_x");
        await ask("GET /api/v1/networks");
      },
    });
    await openView(page, "Requests");
    const shown = async () => (await rowsOf(page, "Requests")).map((cells) => cells.slice(2));
    const rows = [
      ["GET", "/api/v1/networks", "200", "4.1"],
      ["GET", "/v1/volumes/vol_x", "404", "7.2"],
      ["POST", "/v1/volumes", "201", "4.2"],
    ];
    await expect.poll(shown).toEqual(rows);
    await page.getByText("1 of 60").waitFor();
    await choose(page, "vol_x");
    await pane.getByText("7.2: an unknown resource is answered 404").waitFor();
    await send("PATCH /v1/volumes/vol_x", { size_gb: 1 });
    await lookAgain(page);
    await expect.poll(shown).toEqual([["PATCH", "/v1/volumes/vol_x", "404", "7.2"], ...rows]);
    await page.getByLabel("Filter").fill("refused patch");
    await expect.poll(() => page.getByLabel("Listed").textContent()).toBe("1 of 4");
    platform.reset();
    await page.getByText("Nothing was asked yet.").waitFor({ timeout: 10_000 });
  });

  test.each(["curl", "TypeScript"])(
    "are copied as %s that sends them again, without the key",
    async (what) => {
      const body = { name: "it's $HOME `x`", region: "eu", size_gb: 10 };
      const { page, platform, pane } = await openPage({
        build: ({ send }) => send("POST /v1/volumes/a%2Fb%20c", body),
      });
      await openView(page, "Requests");
      await choose(page, "a%2Fb c");
      await pane.getByRole("button", { name: `Copy as ${what}` }).click();
      await page.getByText(`Copied as ${what}.`).waitFor();
      const copied = String(await page.evaluate("navigator.clipboard.readText()"));
      expect(copied).not.toContain(platform.rootKey);
      const command =
        what === "curl" ? ["sh", "-c"] : [process.execPath, "--input-type=module", "-e"];
      const env = { ...process.env, HOSTING_API_KEY: platform.rootKey };
      await once(
        spawn(command[0] ?? "", [...command.slice(1), copied], { env, stdio: "ignore" }),
        "close",
      );
      const [first, again] = platform.requests();
      expect(again).toEqual({ ...first, seq: 2 });
    },
  );
});

inBrowser("faults", () => {
  test("are added by a form, listed with how often they were met, and ended", async () => {
    const { page, platform, send } = await openPage();
    await openView(page, "Faults");
    const form = page.getByRole("form", { name: "Add a fault" });
    const rows = async () => (await rowsOf(page, "Faults")).map((cells) => cells.slice(0, 3));
    await form.getByLabel("Method").selectOption("POST");
    await form.getByLabel("Path").fill("/v1/volumes*");
    await form.getByLabel("How many requests meet it").fill("2");
    await form.getByRole("button").click();
    await expect.poll(rows).toEqual([["POST /v1/volumes*", "status 503 · times 2", "0 of 0"]]);
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(503);
    await form.getByLabel("Kind of fault").selectOption("lists come in pages");
    await form.getByLabel("Form").selectOption("cursor");
    await form.getByRole("button").click();
    await expect.poll(rows).toHaveLength(2);
    expect(platform.faults.list().map(({ fault, met }) => [fault, met])).toEqual([
      [{ status: 503, method: "POST", path: "/v1/volumes*", times: 2 }, 1],
      [{ paged: { size: 10, as: "cursor" }, method: "POST", path: "/v1/volumes*", times: 2 }, 0],
    ]);
    await form.getByLabel("Path").fill("volumes");
    await form.getByRole("button").click();
    await page.getByRole("alert").getByText("a path begins with / or *").waitFor();
    await page.getByRole("button", { name: "End fault_1" }).click();
    await expect.poll(rows).toHaveLength(1);
    await page.getByRole("button", { name: "End all" }).click();
    await page.getByText("no fault is in force").waitFor();
    expect(platform.faults.list()).toEqual([]);
  });

  test.each([
    ["another status is answered", { status: 503 }],
    ["answers come late", { delay: 1000 }],
    ["the connection ends", { reset: "after" }],
    ["answers break off", { cut: 20 }],
    ["lists are late", { lag: 10 }],
    ["lists come in pages", { paged: { size: 10, as: "link" } }],
  ])("%s: the form has what is usual", async (name, fault) => {
    const { page, platform } = await openPage();
    await openView(page, "Faults");
    const form = page.getByRole("form", { name: "Add a fault" });
    await form.getByLabel("Kind of fault").selectOption(name);
    await form.getByRole("button").click();
    await page.getByText("Added the fault.").waitFor();
    expect(platform.faults.list()[0]?.fault).toEqual(fault);
  });
});

inBrowser("clock and estimate", () => {
  test("the time is shown, frozen, moved and resumed", async () => {
    const { page, platform, clock } = await openPage();
    const shown = () => page.locator("time").textContent();
    expect(await shown()).toBe("2026-01-01 00:00:00 UTC");
    await page.getByRole("button", { name: "Freeze" }).click();
    await page.getByText("frozen").waitFor();
    clock.pass(1000);
    await page.getByLabel("Advance by").fill("2");
    await page.getByLabel("Unit").selectOption("days");
    await page.getByLabel("Advance by").press("Enter");
    await expect.poll(shown).toBe("2026-01-03 00:00:00 UTC");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Freeze" }).waitFor();
    expect(platform.clock.factor()).toBe(1);
    await page.getByLabel("Advance by").fill("99999999");
    await page.getByRole("button", { name: "Advance" }).click();
    await page.getByRole("alert").getByText("its last moment is the end of the year").waitFor();
  });

  test("what a month costs is shown, with its parts and what has no price", async () => {
    const { page } = await openPage({
      build: async ({ send }) => {
        await send("POST /v1/volumes", { ...volumeBody(), size_gb: 100 });
        await send("POST /api/v2/servers", { name: "shop", size: "small" });
      },
    });
    await page.getByText("$10.00 a month").click();
    const lines = await rowsOf(page, "Monthly cost at present prices");
    expect(lines).toEqual([["data", expect.stringContaining("proj_default"), "$10.00"]]);
    await page.getByText("without a price: 1 × server").waitFor();
  });
});

inBrowser("the picture", () => {
  test("is that of the renderer, follows what there is, and is made larger and smaller", async () => {
    const { page, platform, send } = await openPage({
      build: ({ send: make }) => buildWorld(make),
    });
    await openView(page, "Picture");
    const drawn = () => page.locator("svg .hg-box").count();
    const boxes = () => platform.picture("svg").match(/class="hg-box"/g)?.length;
    await expect.poll(drawn).toBe(boxes());
    const width = async () => (await page.locator("svg").boundingBox())?.width ?? 0;
    const whole = await width();
    await page.getByLabel("Zoom").fill("50");
    await expect.poll(async () => Math.round((await width()) - whole / 2)).toBe(0);
    await newInstance(send, "more");
    await lookAgain(page);
    await expect.poll(drawn).toBe(boxes());
  });
});

inBrowser("everybody", () => {
  test.each([
    ["by day", { dark: false, width: 1280 }],
    ["by night on a telephone", { dark: true, width: 420 }],
  ])(
    "can use it %s: no rule of axe-core is broken, and nothing is wider than the window",
    async (_when, look) => {
      const { page, platform } = await openPage({
        ...look,
        build: async ({ send, platform: made }) => {
          await buildWorld(send);
          made.faults.add({ path: "/v1/volumes*", status: 500 });
          await send("GET /v1/volumes");
          made.clock.freeze();
        },
      });
      await page.locator("summary").click();
      for (const name of views) {
        await openView(page, name);
        if (name === "Objects" || name === "Requests") {
          await page.locator(".list tbody button").first().click();
          await page.locator(".pane h2").waitFor();
        }
        if (name === "Picture") await page.locator("svg").waitFor();
        if (name === "Faults") {
          await page.getByLabel("Path").fill("x");
          await page.getByRole("button", { name: "Add" }).click();
          await page.getByRole("alert").getByText("was not added").waitFor();
        }
        expect(await violations(page), name).toEqual([]);
        const over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        expect(await page.evaluate(over), name).toBe(0);
      }
      expect(platform.faults.list()).toHaveLength(1);
    },
  );

  test("reaches all of it by keyboard, and sees where they are", async () => {
    const { page } = await openPage({ build: ({ send }) => buildWorld(send) });
    await page.locator(".list tbody button").first().waitFor();
    await page.locator("#tab-Objects").focus();
    for (const name of ["Picture", "Requests", "Faults", "Objects"]) {
      await page.keyboard.press("ArrowRight");
      await page.getByRole("tabpanel", { name }).waitFor();
    }
    await page.locator(".list tbody button").first().waitFor();
    const reached: unknown[] = [];
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate("document.activeElement.closest('.list, .pane, .bar').className"),
      );
    }
    expect(new Set(reached)).toEqual(new Set(["bar", "list", "pane"]));
  });
});
