/** The renderer of messages is usable without the page around it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser, openPage } from "../../support/browser.ts";
import { everyFlexProperty } from "../samples.ts";
import { createStudioWorld } from "../studio-world.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const repository = join(import.meta.dirname, "../../..");

/** The renderer without the page around it: renders a message, taps all of it, and returns the actions' types. */
const loneRenderer = `
  import { h, render } from "${join(repository, "node_modules/preact/dist/preact.mjs")}";
  import { MessageView } from "${join(repository, "src/studio/page/render/message.tsx")}";
  import { MessageActionsContext } from "${join(repository, "src/studio/page/render/actions.tsx")}";
  export function tapAll(message) {
    const tapped = [];
    const value = { tap: (action) => tapped.push(action.type), nameOf: () => undefined };
    render(h(MessageActionsContext.Provider, { value }, h(MessageView, { message })), document.body);
    for (const button of document.querySelectorAll("button.tap, button.flex-button")) button.click();
    return tapped;
  }`;

async function bundled(source: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "bundle-"));
  const input = join(dir, "input.js");
  writeFileSync(input, source);
  const bundle = await rolldown({
    input,
    platform: "browser",
    tsconfig: false,
    transform: { jsx: { importSource: "preact" } },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  rmSync(dir, { recursive: true });
  return output[0].code;
}

test("a message needs nothing of the page around it", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  const body = await bundled(loneRenderer);
  await page.route("**/lone-renderer.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  await page.goto(world.url);
  const tapped = await page.evaluate(
    `import("./lone-renderer.js").then(({ tapAll }) => tapAll(${JSON.stringify(everyFlexProperty)}))`,
  );
  expect(tapped).toContain("postback");
  expect(tapped).toContain("message");
  expect(faults).toEqual([]);
});
