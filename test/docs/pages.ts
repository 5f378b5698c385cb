/** Reads the README and the pages of docs/ as Markdown: sections, tables, quoted names and shell commands. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

export interface Page {
  /** Path from the project's root, such as `docs/staff.md`. */
  path: string;
  text: string;
}

/** The README first, then docs/ and docs/counter/, each in alphabetical order. */
export const pages: readonly Page[] = [
  "README.md",
  "CHANGELOG.md",
  ...["docs", "docs/counter"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .toSorted()
      .map((name) => `${folder}/${name}`),
  ),
].map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

export const allText = pages.map(({ text }) => text).join("\n");

export function pageText(path: string): string {
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`there is no page ${path}`);
  return page.text;
}

/** The text under a heading of the second level, up to the next one. */
export function section(path: string, heading: string): string {
  const text = pageText(path);
  const start = text.indexOf(`## ${heading}\n`);
  if (start === -1) throw new Error(`${path} has no heading "${heading}"`);
  const end = text.indexOf("\n## ", start);
  return text.slice(start, end === -1 ? undefined : end);
}

const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** The cells of all tables in a text whose first column has this heading, without their heads. */
export function tableRows(text: string, firstColumn: string): string[][] {
  const rows: string[][] = [];
  let isInside = false;
  for (const line of text.split("\n")) {
    const cells = line.startsWith("|") ? cellsOf(line) : null;
    if (!cells) isInside = false;
    else if (cells[0] === firstColumn) isInside = true;
    else if (isInside && !/^:?-+:?$/.test(cells[0] ?? "")) rows.push(cells);
  }
  return rows;
}

/** A text without its code blocks. */
export const withoutBlocks = (text: string): string => text.replace(/```[^]*?```/g, "");

/** Everything in backticks, code blocks excluded. */
export const quoted = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The code blocks of a language. */
export const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(
    ([, block = ""]) => block,
  );

/** Every line that is shown as typed in a shell, without its comment. */
export const typedLines: readonly string[] = blocks(allText, "sh").flatMap((block) =>
  block
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter(Boolean),
);

/** Targets of links and images within the project. */
export const localLinks = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** The anchors of a page's headings, as GitHub makes them. */
export const anchorsOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, "")
      .replaceAll(" ", "-"),
  );
