/** `npm run counter -- FOLDER`: writes the counter page of each language as a PDF into the folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { languages } from "../../src/config/environment-schema.ts";
import { renderCounterPages } from "../../src/http/counter-page.ts";
import { launch } from "../support/launch-browser.ts";
import { printed } from "./print.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Name the folder: npm run counter -- FOLDER\n");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const pages = await renderCounterPages();
const server = await launch();
const browser = await chromium.connect(server.wsEndpoint());
for (const language of languages) {
  const page = await browser.newPage();
  await page.setContent(pages[language].html.toString());
  const file = join(folder, `counter-${language}.pdf`);
  writeFileSync(file, await printed(page));
  process.stdout.write(`${file}\n`);
  await page.close();
}
await browser.close();
await server.close();
