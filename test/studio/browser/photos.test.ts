/** Photos of codes in the chats of the demo, in a real browser: what a cashier does with the camera. */
import { expect, test } from "vitest";
import { connectBrowser, openPage } from "../../support/browser.ts";
import { lineIdOf } from "../../support/world.ts";
import { seriousViolations } from "../axe.ts";
import { startStudioBot } from "../studio-bot.ts";

test("a cashier sends a photo of the card on a member's screen, or a file, and the code in it is read", async () => {
  await using browser = await connectBrowser();
  await using bot = await startStudioBot();
  await using watched = await openPage(browser, { hasTouch: true });
  const { page, faults } = watched;
  const openChat = async (label: string) => {
    await page.goto(`${bot.url}#/chat/${lineIdOf(label)}`);
    await page.locator(".live #log:not([aria-busy])").waitFor();
  };
  const dialog = page.locator("#photo");
  const ask = async () => {
    await page.locator("#more").tap();
    await page.getByRole("button", { name: "Picture", exact: true }).tap();
    await dialog.locator("#photo-input").waitFor();
  };

  await openChat("cashier");
  await ask();
  expect(await dialog.locator("option").allTextContents()).toEqual(["Something without a code"]);
  await dialog.getByText("once a member has asked").waitFor();
  await page.keyboard.press("Escape");

  await openChat("olivia");
  await page.locator("#message").fill("card");
  await page.locator("#message").press("Enter");
  await page.locator("#log .account").waitFor();

  await openChat("cashier");
  await ask();
  const options = dialog.locator("option");
  expect((await options.allTextContents())[1]).toMatch(/^Olivia Brown: /);
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.locator("#photo-input").selectOption({ index: 1 });
  const address = await options.nth(1).getAttribute("value");
  await dialog.getByRole("button", { name: "Send" }).tap();
  const read = page.locator("#log .account", { hasText: "Olivia Brown" });
  await read.first().waitFor();
  const photo = page.locator(".person-row img").first();
  await expect
    .poll(() => photo.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth ?? 0))
    .toBeGreaterThan(50);

  const file = Buffer.from(await (await fetch(address ?? "")).arrayBuffer());
  await ask();
  await dialog
    .locator("#photo-file")
    .setInputFiles({ name: "code.png", mimeType: "image/png", buffer: file });
  await dialog.getByRole("button", { name: "Send" }).tap();
  await read.nth(1).waitFor();
  expect(faults).toEqual([]);
});
