import { expect, test } from "vitest";
import { buildWorld } from "../platform/page/world.ts";
import { newInstance } from "../platform/support.ts";
import { inBrowser, lookAgain, openPage, openVolume, rowsOf } from "./support.ts";

inBrowser("the objects", () => {
  test("are listed by kind with their states, each once", async () => {
    const { page, platform } = await openPage({ build: ({ send }) => buildWorld(send) });
    const names = platform.overview().map(({ noun, name }) => [noun, name]);
    await expect.poll(() => rowsOf(page, "object")).toHaveLength(names.length);
    const rows = await rowsOf(page, "object");
    expect(rows.map(([noun, name]) => [noun, name])).toEqual(names);
    expect(rows.find(([noun]) => noun === "instance")?.[2]).toBe("provisioning");
  });

  test("that come, change and go are followed", async () => {
    const { page, send, clock } = await openPage();
    await expect
      .poll(() => page.locator("#object-empty").textContent())
      .toContain("no objects yet");
    const id = await newInstance(send);
    await lookAgain(page);
    await expect
      .poll(() => rowsOf(page, "object", 3))
      .toEqual([["instance", "web", "provisioning"]]);
    clock.pass(60);
    await lookAgain(page);
    await expect.poll(() => rowsOf(page, "object", 3)).toEqual([["instance", "web", "running"]]);
    await send(`DELETE /v1/instances/${id}`);
    await send(`POST /v1/instances/${id}/action`, { action: "stop" });
    await send(`DELETE /v1/instances/${id}`);
    await lookAgain(page);
    await expect.poll(() => rowsOf(page, "object")).toEqual([]);
  });

  test("are filtered by typing, by kind and by state", async () => {
    const { page } = await openPage({ build: ({ send }) => buildWorld(send) });
    await page.locator("#object-filter").fill("volume 10");
    await expect.poll(() => rowsOf(page, "object", 2)).toEqual([["volume", "data"]]);
    expect(await page.locator("#object-count").textContent()).toMatch(/^1 of \d+$/);
    await page.locator("#object-filter").fill("nothing like it");
    await expect
      .poll(() => page.locator("#object-empty").textContent())
      .toBe("No object is like that.");
    await page.locator("#object-filter").fill("");
    await page.getByLabel("Kind").selectOption({ label: "image (2)" });
    await expect.poll(() => rowsOf(page, "object", 1)).toEqual([["image"], ["image"]]);
    await page.getByLabel("Kind").selectOption("");
    await page.getByLabel("State").selectOption("in_use");
    await expect.poll(() => rowsOf(page, "object", 2)).toEqual([["volume", "data"]]);
  });

  test("are looked at one by one, and links lead to others", async () => {
    const { page } = await openPage({ build: ({ send }) => buildWorld(send) });
    await page.getByText("front", { exact: true }).click();
    const pane = page.locator("#object-pane");
    await pane.getByRole("heading", { name: /^loadBalancer\// }).waitFor();
    await expect
      .poll(() => pane.getByRole("row", { name: "algorithm" }).textContent())
      .toContain("round");
    await pane.getByRole("list", { name: "Links" }).getByRole("button", { name: "web" }).click();
    await pane.getByRole("heading", { name: /^instance\// }).waitFor();
    expect(await page.locator("#object-grid [aria-selected=true]").textContent()).toContain("web");
  });

  test("are gone through with arrow keys alone", async () => {
    const { page, platform } = await openPage({ build: ({ send }) => buildWorld(send) });
    const keys = platform.overview().map(({ key }) => key);
    await page.locator("#object-grid .space .row").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const heading = page.locator("#object-pane h2");
    for (const [key, place] of [
      ["ArrowDown", 0],
      ["ArrowDown", 1],
      ["End", -1],
      ["ArrowUp", -2],
      ["Home", 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => heading.textContent()).toBe(keys.at(place));
    }
    const active = await page.locator("#object-grid").getAttribute("aria-activedescendant");
    expect(await page.locator(`#${active}`).getAttribute("aria-rowindex")).toBe("2");
  });
});

inBrowser("behind a program's back", () => {
  const done = "#done";

  test("a field is changed that no request changes", async () => {
    const { page, platform, id } = await openVolume();
    await page.getByRole("form", { name: "Edit" }).getByLabel("name").fill("renamed");
    await page.getByRole("form", { name: "Edit" }).getByLabel("size_gb").fill("77");
    await page.getByRole("button", { name: "Change" }).click();
    await expect
      .poll(() => page.locator(done).textContent())
      .toBe(`Changed volume/${id}: name, size_gb.`);
    expect(platform.snapshot().volume).toMatchObject([{ id, name: "renamed", size_gb: 77 }]);
    await expect.poll(() => rowsOf(page, "object", 2)).toEqual([["volume", "renamed"]]);
  });

  test("what a field does not take is refused, with the reason", async () => {
    const { page, platform } = await openVolume();
    await page.getByRole("form", { name: "Edit" }).getByLabel("instance_id").fill("inst_nowhere");
    await page.getByRole("button", { name: "Change" }).press("Enter");
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toContain('there is no "inst_nowhere"');
    expect(platform.snapshot().volume).toMatchObject([{ instance_id: null }]);
  });

  test("the console does what the API can, and nothing is logged", async () => {
    const { page, platform, send, id } = await openVolume();
    const web = await newInstance(send);
    const asked = platform.requests().length;
    const form = page.getByRole("form", { name: "Do in the console" });
    await form.getByRole("combobox").selectOption("attach");
    await form.getByLabel("Body as JSON").fill(JSON.stringify({ instance_id: web }));
    await form.getByRole("button").click();
    await expect.poll(() => page.locator(done).textContent()).toContain("attach");
    expect(platform.snapshot().volume).toMatchObject([{ id, instance_id: web }]);
    expect(platform.requests()).toHaveLength(asked);
  });

  test("an object is deleted at the second press, by keyboard", async () => {
    const { page, platform } = await openVolume();
    const button = page.locator("#object-pane .danger");
    await button.focus();
    await page.keyboard.press("Enter");
    expect(platform.snapshot().volume).toHaveLength(1);
    expect(await button.textContent()).toBe("Delete for good?");
    await page.keyboard.press("Enter");
    await expect.poll(() => platform.snapshot().volume).toEqual([]);
    await expect.poll(() => page.locator("#object-pane").textContent()).toBe("It is gone.");
  });

  test("what is copied sends the request again, without the key in it", async () => {
    const { page, server, id } = await openVolume();
    await page.locator("#object-pane").getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(() => page.locator(done).textContent()).toContain("Copied as curl");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `curl '${server.url}/v1/volumes/${id}' \\\n  -H "Authorization: Bearer $HOSTING_API_KEY"`,
    );
  });
});
