import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { certificateBody, sender, volumeBody } from "../platform/support.ts";
import { choose, inBrowser, lookAgain, newPage, openPage, openView, rowsOf } from "./support.ts";

inBrowser("the token", () => {
  test.each([
    ["", "The token is missing"],
    ["#token=wrong", "The token is wrong"],
    ["#token=wr%C3%B6ng", "The token is wrong"],
  ])("with the fragment '%s' the page shows an error and nothing else", async (fragment, said) => {
    const { page, server } = await openPage();
    await page.goto("about:blank");
    await page.goto(`${server.url}/_control/page${fragment}`);
    await page.getByRole("alert").getByText(said).waitFor();
    expect(await page.locator("#page").textContent()).toMatch(
      /^Embedded platformThe token [^.]*\. [^.]*\.$/,
    );
  });

  test("is sent as bearer alone, and the page has it nowhere", async () => {
    const { page, platform, address } = await openPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url(), request.headers()["referer"] ?? ""));
    await page.goto("about:blank");
    await page.goto(address);
    await page.getByRole("tablist").waitFor();
    expect(asked.length).toBeGreaterThan(4);
    const urls = asked.map((url) => url.replace(/#.*/, ""));
    expect([...urls, await page.content()].join(" ")).not.toContain(platform.controlToken);
  });
});

inBrowser("a platform that does not answer", () => {
  test("is reported, the shown data stays, and the page continues when the platform is there again", async () => {
    const { page, platform } = await openPage({
      build: ({ send }) => send("POST /v1/volumes", volumeBody()),
    });
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Advance" }).click();
    const alert = page.getByRole("alert").getByText("The platform does not answer");
    await alert.waitFor();
    expect(await rowsOf(page, "Objects")).toHaveLength(1);
    await page.context().setOffline(false);
    await lookAgain(page);
    await page.getByRole("button", { name: "Freeze" }).click();
    await alert.waitFor({ state: "detached" });
    expect(platform.clock.factor()).toBe(0);
  });
});

inBrowser("secrets", () => {
  test("are in no view, no answer and nothing that is copied", async () => {
    const secrets: string[] = [];
    const { page, platform, address, pane } = await openPage({
      build: async ({ send, platform: made }) => {
        const { key } = made.createKey({ level: "Admin", scopes: ["*"], name: "planted" });
        const bucket = await sender(made, key)("POST /api/v1/storage/buckets", { name: "assets" });
        const certificate = certificateBody();
        await send("POST /v1/certificates", certificate);
        await send("POST /v1/volumes", { name: "data", password: "hunter2" });
        const [, line = ""] = certificate.private_key.split("\n");
        secrets.push(key, Object(bucket.body).secret_key, line, "hunter2", made.rootKey);
      },
    });
    const seen: string[] = [];
    page.on("response", async (answer) => seen.push(await answer.text().catch(() => "")));
    await page.goto("about:blank");
    await page.goto(address);
    for (const name of ["site", "assets", "planted"]) {
      await choose(page, name);
      seen.push(await page.content());
    }
    await openView(page, "Requests");
    for (const path of ["buckets", "certificates", "volumes"]) {
      await choose(page, path);
      for (const what of ["curl", "TypeScript"]) {
        await pane.getByRole("button", { name: what }).click();
        await page.getByText(`Copied as ${what}.`).waitFor();
        seen.push(String(await page.evaluate("navigator.clipboard.readText()")));
      }
      seen.push(await page.content());
    }
    expect(seen.length).toBeGreaterThan(15);
    for (const secret of [...secrets, platform.controlToken]) {
      expect(secret.length).toBeGreaterThan(5);
      expect(seen.filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});

inBrowser("names", () => {
  test("are text wherever they are shown, and nothing of them runs", async () => {
    const names = [
      "<script>window.ran=1</script>",
      '"><img src=x onerror="window.ran=2">',
      "]]></style><svg onload=window.ran=3>",
      "__proto__",
    ];
    const { page } = await openPage({
      build: async ({ send, platform }) => {
        for (const name of names) {
          await send("POST /v1/volumes", { ...volumeBody(name), region: name });
          await send(`GET /v1/${encodeURIComponent(name)}`);
          platform.faults.add({ path: `/nowhere/${name}`, status: 500 });
          platform.createKey({ name, level: "Read", scopes: ["*"] });
        }
      },
    });
    for (const name of names) await choose(page, name);
    await openView(page, "Picture");
    await expect.poll(() => page.locator("svg .hg-box").count()).toBe(2 * names.length);
    await openView(page, "Requests");
    for (const part of ["ran%3D1", "ran%3D2", "ran%3D3", "__proto__"]) await choose(page, part);
    await openView(page, "Faults");
    await expect.poll(() => rowsOf(page, "Faults")).toHaveLength(names.length);
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(await page.locator("#page :is(script, img, iframe, [onload], [onerror])").count()).toBe(
      0,
    );
  });
});

inBrowser("a page of another origin", () => {
  test("gets no answer, whatever it knows, cannot show the page in itself, and may link to it", async () => {
    const { server, platform, address } = await openPage();
    const other = createServer((_, answer) =>
      answer.setHeader("content-type", "text/html").end("<h1>other</h1>"),
    );
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const page = await newPage();
    await page.goto(`http://127.0.0.1:${Object(other.address()).port}/`);
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.url().startsWith(server.url)) statuses.push(response.status());
    });
    const ask = (path: string, init: object) =>
      page.evaluate(
        `fetch(${JSON.stringify(server.url + path)}, ${JSON.stringify(init)}).then(() => "answered", () => "nothing")`,
      );
    const headers = { authorization: `Bearer ${platform.controlToken}` };
    expect(await ask("/_control/info", { headers })).toBe("nothing");
    expect(await ask("/_control/page", {})).toBe("nothing");
    await ask("/_control/info", { mode: "no-cors" });
    await ask("/_control/reset", { mode: "no-cors", method: "POST" });
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    await page.setContent(`<iframe src="${server.url}/_control/page"></iframe>`);
    await expect.poll(() => page.frames().length).toBe(2);
    expect(await page.frameLocator("iframe").locator("#page").count()).toBe(0);
    await page.setContent(`<a href="${address}">look</a>`);
    await page.getByText("look").click();
    await page.getByRole("tablist").waitFor();
  });
});
