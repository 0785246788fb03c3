import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { certificateBody, sender } from "../platform/support.ts";
import { inBrowser, lookAgain, newPage, openPage, openTab } from "./support.ts";

inBrowser("the page's token", () => {
  test.each([
    ["", "The token is missing"],
    ["#token=wrong", "The token is wrong"],
    ["#token=wr%C3%B6ng", "The token is wrong"],
  ])("with the fragment '%s' it says so and shows nothing", async (fragment, said) => {
    const { page, server, send } = await openPage();
    await send("POST /v1/floating-ips", { region: "eu" });
    await page.goto("about:blank");
    await page.goto(`${server.url}/_control/page${fragment}`);
    await expect.poll(() => page.locator("#problem").textContent()).toContain(said);
    for (const id of ["clock", "world", "number-requests"]) {
      expect(await page.locator(`#${id}`).textContent()).toBe("");
    }
    expect(await page.locator("#object-grid .space .row").count()).toBe(0);
  });

  test("is sent to nobody but as bearer, and stands nowhere in the page", async () => {
    const { page, platform, address } = await openPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url(), request.headers()["referer"] ?? ""));
    await page.goto("about:blank");
    await page.goto(address);
    await page.locator("#clock:not(:empty)").waitFor();
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((url) => url.replace(/#.*/, "").includes(platform.controlToken))).toEqual(
      [],
    );
    expect(await page.content()).not.toContain(platform.controlToken);
  });
});

inBrowser("when the platform is gone", () => {
  test("the page says so, keeps what it shows, and goes on when it is there again", async () => {
    const { page, send } = await openPage();
    await send("POST /v1/floating-ips", { region: "eu" });
    await lookAgain(page);
    await page.locator("#object-grid .space .row").waitFor();
    await page.context().setOffline(true);
    await lookAgain(page);
    await expect
      .poll(() => page.locator("#problem").textContent())
      .toContain("The platform does not answer");
    expect(await page.locator("#object-grid .space .row").count()).toBe(1);
    await page.context().setOffline(false);
    await lookAgain(page);
    await expect.poll(() => page.locator("#problem").textContent()).toBe("");
  });
});

inBrowser("secrets", () => {
  test("are in no tab, no answer and nothing that is copied", async () => {
    const secrets: string[] = [];
    const { page, platform, address } = await openPage({
      build: async ({ send, platform: made }) => {
        const { key } = made.createKey({ level: "Admin", scopes: ["*"], name: "planted" });
        const bucket = await sender(made, key)("POST /api/v1/storage/buckets", { name: "assets" });
        const [secret] = Object.values(Object(bucket.body)).filter((value) =>
          String(value).startsWith("hosting_local_"),
        );
        const certificate = certificateBody();
        await send("POST /v1/certificates", certificate);
        await send("POST /v1/volumes", { name: "data", password: "hunter2" });
        secrets.push(
          key,
          String(secret),
          certificate.private_key.split("\n")[1] ?? "",
          "hunter2",
          made.rootKey,
        );
      },
    });
    expect(secrets.every((secret) => secret.length > 5)).toBe(true);
    const told: string[] = [];
    page.on("response", async (response) => told.push(await response.text().catch(() => "")));
    await page.goto("about:blank");
    await page.goto(address);
    for (const name of ["site", "assets", "planted"]) {
      await page.getByText(name, { exact: true }).first().click();
      await page.locator("#object-pane").getByRole("heading", { level: 2 }).waitFor();
      told.push(await page.content());
    }
    await openTab(page, "Requests");
    await page.locator("#request-grid .row[data-place='0']").waitFor();
    for (const place of [0, 1, 2]) {
      await page.locator(`#request-grid .row[data-place='${place}']`).click();
      for (const what of ["curl", "TypeScript"]) {
        await page.locator("#request-pane").getByRole("button", { name: what }).click();
        await expect.poll(() => page.locator("#done").textContent()).toContain(what);
        told.push(
          String(await page.evaluate("navigator.clipboard.readText()")),
          await page.content(),
        );
      }
    }
    for (const tab of ["Picture", "Faults", "Bill"]) {
      await openTab(page, tab);
      told.push(await page.content());
    }
    expect(told.length).toBeGreaterThan(15);
    for (const secret of [...secrets, platform.controlToken]) {
      expect(told.filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});

inBrowser("a page of another origin", () => {
  test("gets no answer, whatever it knows, and cannot show the page in itself", async () => {
    const { server, platform } = await openPage();
    const other = createServer((_, answer) =>
      answer.setHeader("content-type", "text/html").end("<h1>other</h1>"),
    );
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const page = await newPage();
    const place = other.address();
    const port = typeof place === "object" ? place?.port : undefined;
    await page.goto(`http://127.0.0.1:${port}/`);
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
    expect(await ask("/_control/health", {})).toBe("nothing");
    await ask("/_control/health", { mode: "no-cors" });
    await ask("/_control/reset", { mode: "no-cors", method: "POST" });
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    await page.setContent(`<iframe src="${server.url}/_control/page"></iframe>`);
    await expect.poll(() => page.frames().length).toBe(2);
    await expect
      .poll(() =>
        page
          .frames()[1]
          ?.locator("header")
          .count()
          .catch(() => 0),
      )
      .toBe(0);
  });

  test("may link to it: following an address is not asking", async () => {
    const { address } = await openPage();
    const page = await newPage();
    await page.setContent(`<a href="${address}">look</a>`);
    await page.getByText("look").click();
    await page.locator("#clock:not(:empty)").waitFor();
    expect(await page.locator("#problem").textContent()).toBe("");
  });
});
