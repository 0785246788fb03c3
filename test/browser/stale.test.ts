import { once } from "node:events";
import { connect, createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openPlatform, servePlatform } from "../../platform/index.ts";
import { newInstance, sender, volumeBody } from "../platform/support.ts";
import {
  inBrowser,
  lookAgain,
  openPage,
  openTab,
  openVolume,
  problemOf,
  rowsOf,
} from "./support.ts";

inBrowser("what is chosen", () => {
  test("follows what another process changes, also where the list stays as it is", async () => {
    const { page, file, clock, send, platform, text } = await openVolume();
    const instance = await newInstance(send);
    await send("POST /v1/floating-ips", { region: "eu" });
    clock.pass(10);
    await lookAgain(page);
    await page.getByText("floating IP", { exact: true }).click();
    await expect.poll(text).toContain("floatingIp/");
    const before = platform.overview();
    const [ip] = platform.snapshot().floatingIp;
    const other = openPlatform({ file, clock });
    await sender(other)(`POST /v1/floating-ips/${ip?.["id"]}/assign`, { instance_id: instance });
    other.close();
    expect(platform.overview()).toEqual(before);
    await lookAgain(page);
    await expect.poll(text).toContain("assigned →");
  });

  test("is shown again when it comes back with a saved world", async () => {
    const { page, platform, send, id, text } = await openVolume();
    platform.save("with it");
    await send(`DELETE /v1/volumes/${id}`);
    await lookAgain(page);
    await expect.poll(text).toBe("It is gone.");
    platform.restore("with it");
    await lookAgain(page);
    await expect.poll(text).toContain(`volume/${id}`);
  });

  test("is not taken for another one that could not be asked for", async () => {
    const { page, send, text } = await openVolume();
    await send("POST /v1/volumes", volumeBody("second"));
    await lookAgain(page);
    await page.getByText("second", { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText("second", { exact: true }).click();
    await expect.poll(text).toBe("It could not be shown.");
    await expect.poll(() => problemOf(page)).toContain("The platform does not answer");
    await page.context().setOffline(false);
    await lookAgain(page);
    await expect.poll(text).toContain("second");
  });

  test("is not told to be gone while another process holds the file, and the page goes on", async () => {
    const { page, file, clock, id, text } = await openVolume();
    const holder = new DatabaseSync(file);
    holder.exec("BEGIN IMMEDIATE");
    clock.pass(3600);
    await lookAgain(page);
    await expect.poll(() => page.locator("#clock").textContent()).toContain("01:00:00");
    expect(await text()).toContain(`volume/${id}`);
    expect(await problemOf(page)).toBe("");
    holder.exec("COMMIT");
    holder.close();
  });

  test("in the log goes with the log, whose numbers begin again", async () => {
    const { page, platform, send } = await openVolume();
    await openTab(page, "Requests");
    await page.locator("#request-grid .row[data-place='0']").click();
    await expect.poll(() => page.locator("#request-pane h2").textContent()).toContain("volumes");
    platform.reset();
    await sender(platform)("GET /v1/images");
    expect(platform.requests()).toHaveLength(1);
    await lookAgain(page);
    await expect
      .poll(() => rowsOf(page, "request", 4).then(([row]) => row?.[3]))
      .toBe("/v1/images");
    expect(await page.locator("#request-pane h2").count()).toBe(0);
    expect(await page.locator("#request-grid [aria-selected=true]").count()).toBe(0);
    expect((await send("GET /v1/images")).status).toBe(200);
  });
});

inBrowser("an answer that breaks off", () => {
  test("is asked for again, although the world has not changed since", async () => {
    const { server, platform, page, send } = await openPage();
    const broken = await brokenWay(Number(new URL(server.url).port));
    await page.goto("about:blank");
    await page.goto(`${broken.url}/_control/page#token=${platform.controlToken}`);
    await page.locator("#clock:not(:empty)").waitFor();
    for (let at = 0; at < 40; at++) await send("POST /v1/volumes", volumeBody(`volume-${at}`));
    broken.breaksOff = "volume-7";
    await lookAgain(page);
    await expect.poll(() => problemOf(page)).toContain("The platform does not answer");
    broken.breaksOff = undefined;
    await lookAgain(page);
    await expect.poll(() => page.locator("#object-count").textContent()).toBe("40");
    await expect.poll(() => problemOf(page)).toBe("");
  });
});

inBrowser("a platform that is stopped and started again", () => {
  test("with the same file is gone on with; with another world the page shows nothing", async () => {
    const { server, platform, page, send, file, clock } = await openPage();
    const port = Number(new URL(server.url).port);
    await send("POST /v1/volumes", volumeBody());
    await lookAgain(page);
    await page.getByText("data", { exact: true }).click();
    await server.close();
    await lookAgain(page);
    await expect.poll(() => problemOf(page)).toContain("The platform does not answer");
    const again = await servePlatform(platform, port);
    await lookAgain(page);
    await expect.poll(() => problemOf(page)).toBe("");
    await again.close();
    const other = openPlatform({ file: `${file}.other`, clock, seed: "page" });
    const third = await servePlatform(other, port);
    await lookAgain(page);
    await expect.poll(() => problemOf(page)).toContain("not that of this world");
    const shown = await page.locator("header, nav, main").allInnerTexts();
    expect(shown.join(" ")).not.toMatch(/data|volume \(|world_|2026|[1-9]/);
    await third.close();
    other.close();
  });

  test("and the right address again shows all of it", async () => {
    const { page, address, send } = await openPage();
    await send("GET /api/v1/networks");
    await openTab(page, "Requests");
    const rates = page.locator("#rates li");
    await expect.poll(() => rates.count()).toBe(1);
    await page.evaluate("location.hash = 'token=wrong'");
    await expect.poll(() => rates.count()).toBe(0);
    expect(await page.locator("#request-empty").textContent()).toBe("");
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(address).hash)}`);
    await expect.poll(() => rates.count()).toBe(1);
    await expect.poll(() => rowsOf(page, "request")).toHaveLength(1);
  });
});

/** A way to the platform on which answers may break off. */
async function brokenWay(port: number) {
  const way = { url: "", breaksOff: undefined as string | undefined };
  const proxy = createServer((client) => {
    const platform = connect(port, "127.0.0.1");
    client.on("error", () => platform.destroy()).pipe(platform);
    platform.on("error", () => client.destroy()).on("close", () => client.end());
    platform.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      const end = way.breaksOff === undefined ? -1 : text.indexOf(way.breaksOff);
      client.write(end < 0 ? chunk : text.slice(0, end), "latin1");
      if (end >= 0) client.destroySoon();
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  way.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return way;
}
