/** `npm run prepare`: builds the studio's page. Where the bundler isn't installed it says how to get the page, and ends well. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { pageCatalogues } from "../../i18n/catalogues.ts";
import {
  builtFile,
  hashOfSources,
  howToBuild,
  isBundlerInstalled,
  pageFolder,
  type BuiltPage,
} from "./built-page.ts";

const readSource = (name: string) => readFileSync(join(pageFolder, name), "utf8");

/** The page has no parser. */
const parser = "@formatjs/icu-messageformat-parser";

/** The script and its imports as one minified module. */
async function bundleScript(): Promise<Pick<BuiltPage, "script" | "sourceMap">> {
  const { rolldown } = await import("rolldown");
  const input = join(pageFolder, "main.tsx");
  // The configuration is for editors and checks.
  const bundle = await rolldown({
    input,
    platform: "browser",
    tsconfig: false,
    transform: { jsx: { importSource: "preact" } },
    resolve: { alias: { [parser]: `${parser}/no-parser.js` } },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, sourcemap: "hidden" });
  await bundle.close();
  const [{ code, map }] = output;
  return { script: code, sourceMap: map?.toString() ?? "" };
}

/** The stylesheet with the files that it imports in their places. */
const bundleStyles = () =>
  readSource("styles/index.css").replaceAll(
    /@import "\.\/([\w-]+\.css)";/g,
    (_line, name: string) => readSource(`styles/${name}`),
  );

/** Parsed messages as JSON: what has neither arguments nor tags as the text that it is. */
function parsed(catalogue: Readonly<Record<string, string>>): string {
  const messages = Object.entries(catalogue).map(([key, text]) => {
    const parts = parse(text);
    const [first] = parts;
    return [key, parts.length === 1 && first?.type === TYPE.literal ? first.value : parts];
  });
  return JSON.stringify(Object.fromEntries(messages));
}

async function build(): Promise<void> {
  const page: BuiltPage = {
    sources: hashOfSources(),
    html: readSource("index.html"),
    ...(await bundleScript()),
    styles: bundleStyles(),
    messages: Object.entries(pageCatalogues).map(([language, catalogue]) => [
      language,
      parsed(catalogue),
    ]),
    icon: readSource("icon.svg"),
  };
  mkdirSync(dirname(builtFile), { recursive: true });
  const partial = `${builtFile}.${randomUUID()}`;
  writeFileSync(partial, JSON.stringify(page));
  // In one step, since other processes read and write the same file.
  renameSync(partial, builtFile);
}

if (isBundlerInstalled()) await build();
else process.stdout.write(`The studio has no page: ${howToBuild}\n`);
