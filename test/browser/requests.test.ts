import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { certificateBody, sender, volumeBody } from "../platform/support.ts";
import { inBrowser, lookAgain, openPage, openTab, rowsOf } from "./support.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const run = promisify(execFile);

async function openRequests(build: Parameters<typeof openPage>[0] = {}) {
  const opened = await openPage(build);
  await openTab(opened.page, "Requests");
  return opened;
}

inBrowser("the requests", () => {
  test("are listed newest first, with what was answered and by which rule", async () => {
    const { page } = await openRequests({
      build: async ({ send, platform }) => {
        await send("POST /v1/volumes", volumeBody());
        await send("GET /v1/volumes/vol_x");
        await sender(platform, "wrong")("GET /v1/volumes");
      },
    });
    await expect
      .poll(() => rowsOf(page, "request"))
      .toEqual([
        ["3", "00:00:00", "GET", "/v1/volumes", "401", "7.3"],
        ["2", "00:00:00", "GET", "/v1/volumes/vol_x", "404", "7.2"],
        ["1", "00:00:00", "POST", "/v1/volumes", "201", "4.2"],
      ]);
  });

  test("without any it says so; those that come are followed, also after a reset", async () => {
    const { page, send, platform } = await openRequests();
    await expect
      .poll(() => page.locator("#request-empty").textContent())
      .toBe("Nothing was asked yet.");
    await send("GET /v1/volumes");
    await send("GET /v1/instances");
    await lookAgain(page);
    await expect.poll(() => rowsOf(page, "request")).toHaveLength(2);
    platform.reset();
    for (let at = 0; at < 3; at++) await send("GET /v1/images");
    await lookAgain(page);
    await expect
      .poll(() => rowsOf(page, "request"))
      .toEqual(
        [3, 2, 1].map((seq) => [`${seq}`, "00:00:00", "GET", "/v1/images", "200", "not shown"]),
      );
  });

  test("are filtered by typing and by outcome", async () => {
    const { page, send } = await openRequests();
    await send("POST /v1/volumes", volumeBody());
    await send("POST /v1/volumes", { name: 7 });
    await send("GET /v1/instances");
    await lookAgain(page);
    await page.locator("#request-filter").fill("post volumes");
    await expect.poll(() => rowsOf(page, "request")).toHaveLength(2);
    await page.getByLabel("Outcome").selectOption("refused");
    await expect.poll(() => rowsOf(page, "request", 1)).toEqual([["2"]]);
  });

  test("each is shown with both bodies, secrets masked, and what decided it, by keyboard", async () => {
    const { page } = await openRequests({
      build: async ({ send, platform }) => {
        const { key } = platform.createKey({ level: "Read", scopes: [] });
        await sender(platform, key)("POST /v1/certificates", certificateBody());
        await send("POST /v1/volumes", volumeBody());
        await send("POST /v1/volumes", volumeBody());
        await send("POST /api/v1/storage/buckets", { name: "logs" });
        await send("DELETE /api/v1/instances/nowhere");
      },
    });
    await page.locator("#request-grid .row[data-place='1']").waitFor();
    await page.locator("#request-grid").focus();
    await page.keyboard.press("ArrowDown");
    const pane = page.locator("#request-pane");
    await expect
      .poll(() => pane.textContent())
      .toContain("7.2: an unknown resource is answered 404");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => pane.textContent()).toContain('"secret_key": "…"');
    expect(await pane.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
      "Sent",
      "Answered",
    ]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => pane.textContent()).toContain("not shown: platform.uniqueNames");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => pane.textContent()).toContain("it lacks Write");
    const text = await pane.textContent();
    expect(text).toContain("5: the route needs Write");
    expect(text).toContain('"private_key": "…"');
  });

  test.skipIf(!hasCurl)("what is copied sends them again (needs curl)", async () => {
    const { page, platform, server } = await openRequests({
      build: ({ send }) => send("POST /v1/volumes", { ...volumeBody(), name: "it's $HOME" }),
    });
    await page.locator("#request-grid .row[data-place='0']").click();
    const env = { ...process.env, HOSTING_API_KEY: platform.rootKey };
    for (const [what, command] of [
      ["curl", "sh"],
      ["TypeScript", process.execPath],
    ] as const) {
      await page.locator("#request-pane").getByRole("button", { name: what }).click();
      await expect.poll(() => page.locator("#done").textContent()).toContain(`Copied as ${what}`);
      const text = String(await page.evaluate("navigator.clipboard.readText()"));
      expect(text).toContain(server.url);
      expect(text).toContain("HOSTING_API_KEY");
      const flag = what === "curl" ? ["-c"] : ["--input-type=module", "-e"];
      await run(command, [...flag, text], { env });
    }
    const again = platform.requests().slice(1);
    expect(again.map(({ method, body }) => [method, body])).toEqual([
      ["POST", { ...volumeBody(), name: "it's $HOME" }],
      ["POST", { ...volumeBody(), name: "it's $HOME" }],
    ]);
  });

  test("the windows of the rate limit are shown", async () => {
    const { page, send, platform } = await openRequests();
    for (let call = 0; call < 3; call++) await send("GET /api/v1/networks");
    await lookAgain(page);
    const keyId = platform.rates()[0]?.keyId;
    await expect
      .poll(() => page.getByRole("list", { name: "Rate windows" }).textContent())
      .toBe(`${keyId}3 of 60, 60 s left`);
  });
});
