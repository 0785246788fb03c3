import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inBrowser, lookAgain, openPage, openTab, openVolume, problemOf } from "./support.ts";

/** What the keys go to. */
function focused(page: Page) {
  return page.evaluate(
    "document.activeElement.ariaLabel || document.activeElement.name || document.activeElement.textContent.slice(0, 40) || document.activeElement.id",
  );
}

inBrowser("deleting", () => {
  test("is done by neither a double click nor a key that is held", async () => {
    const { page, platform, pane } = await openVolume();
    await pane.getByRole("button", { name: "Delete" }).dblclick();
    await pane.getByRole("button", { name: "Delete for good?" }).waitFor();
    await page.locator("#object-filter").focus();
    const button = pane.getByRole("button", { name: "Delete" });
    await button.focus();
    // Without a key up in between, a second key down is one that is held.
    for (let time = 0; time < 5; time++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await lookAgain(page);
    expect(await button.textContent()).toBe("Delete for good?");
    expect(platform.overview()).toHaveLength(1);
    await button.click();
    await expect.poll(() => platform.overview()).toHaveLength(0);
  });

  test("what somebody else has deleted is refused with the reason", async () => {
    const { page, pane, send, id } = await openVolume();
    await pane.getByRole("button", { name: "Delete" }).click();
    await send(`DELETE /v1/volumes/${id}`);
    await pane.getByRole("button", { name: "Delete for good?" }).click();
    await expect.poll(() => problemOf(page)).toContain(`volume "${id}" not found`);
    await lookAgain(page);
    await expect.poll(() => pane.textContent()).toBe("It is gone.");
  });
});

inBrowser("the focus", () => {
  test("stays in the field whose change was sent, and what is typed beside it stays", async () => {
    const { page, platform, pane, id } = await openVolume();
    await pane.getByRole("textbox", { name: "region" }).fill("half-typed");
    platform.edit(`volume/${id}`, { size_gb: 30 });
    await lookAgain(page);
    await expect.poll(() => pane.locator(".fields").textContent()).toContain("size_gb30");
    expect(await focused(page)).toBe("region");
    expect(await pane.getByRole("textbox", { name: "region" }).inputValue()).toBe("half-typed");
    expect(await pane.getByRole("textbox", { name: "size_gb" }).inputValue()).toBe("30");
    await page.keyboard.press("Enter");
    await expect.poll(() => pane.locator(".fields").textContent()).toContain("regionhalf-typed");
    expect(await focused(page)).toBe("region");
  });

  test("is led to the pane by what is gone, and to the form by a fault that is ended", async () => {
    const { page, platform, pane } = await openVolume();
    await pane.getByRole("button", { name: "Delete" }).press("Enter");
    await pane.getByRole("button", { name: "Delete for good?" }).press("Enter");
    await expect.poll(() => pane.textContent()).toBe("It is gone.");
    expect(await focused(page)).toBe("Chosen");
    for (let at = 0; at < 3; at++) platform.faults.add({ status: 500, path: "/nowhere" });
    await openTab(page, "Faults");
    await page.getByRole("button", { name: "End fault_2" }).press("Enter");
    await expect.poll(() => platform.faults.list()).toHaveLength(2);
    await expect.poll(() => page.locator("#done").textContent()).toBe("Ended fault_2.");
    expect(await page.evaluate("document.activeElement.id")).toBe("fault-template");
    await page.getByRole("button", { name: "End fault_3" }).focus();
    platform.faults.clear("fault_1");
    await lookAgain(page);
    await expect.poll(() => page.locator("#fault-list tr").count()).toBe(1);
    expect(await focused(page)).toBe("End fault_3");
  });
});

inBrowser("what is refused", () => {
  test("is said in words, and no longer than it holds", async () => {
    const { page, pane, platform } = await openVolume();
    await pane.getByRole("textbox", { name: "Body as JSON" }).fill("{");
    await pane.getByRole("button", { name: "Do it in the console" }).click();
    const typed = "Nothing was done in the console: what was typed is not JSON.";
    await expect.poll(() => problemOf(page)).toBe(typed);
    await openTab(page, "Faults");
    const text = page.getByLabel("As JSON", { exact: true });
    await text.fill("nothing");
    await page.getByRole("button", { name: "Add" }).click();
    await expect
      .poll(() => problemOf(page))
      .toBe("The fault was not added: what was typed is not JSON.");
    await text.fill("null");
    await page.getByRole("button", { name: "Add" }).click();
    await expect.poll(() => problemOf(page)).toContain("not an object that describes a fault");
    expect(platform.faults.list()).toEqual([]);
  });

  test("while the platform is gone a press says that it does not answer", async () => {
    const { page, platform } = await openPage();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Advance" }).click();
    await expect.poll(() => problemOf(page)).toContain("The platform does not answer");
    await page.context().setOffline(false);
    await lookAgain(page);
    await expect.poll(() => problemOf(page)).toBe("");
    expect(platform.clock.now()).toBe(Date.parse("2026-01-01T00:00:00Z"));
  });
});
