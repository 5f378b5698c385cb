/** Holds that the page says nothing but messages of its catalogues, which exist in every language. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../src/studio/page");

/** Names and examples that are the same in every language. */
const names = new Set(["LINE", "JSON", "HAR", "CSV", ".txt", "https://", "opening-hours"]);

/** Attributes, and properties of the page's own components, whose text somebody reads or hears. */
const spoken = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "before",
  "confirm",
  "description",
  "label",
  "now",
  "placeholder",
  "question",
  "reason",
  "text",
  "title",
  "warning",
]);

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const isWord = (text: string) => /\p{L}/u.test(text) && !names.has(text.trim());

/** The texts that an expression may come to, without those of what it calls. */
function textsIn(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value["type"]) {
    case "Literal":
      return typeof value["value"] === "string" ? [value["value"]] : [];
    case "TemplateLiteral":
      return (value["quasis"] as { value: { cooked: string } }[]).map(
        ({ value: { cooked } }) => cooked,
      );
    case "JSXExpressionContainer":
      return textsIn(value["expression"]);
    case "ConditionalExpression":
      return [...textsIn(value["consequent"]), ...textsIn(value["alternate"])];
    case "LogicalExpression":
      return [...textsIn(value["left"]), ...textsIn(value["right"])];
    default:
      return [];
  }
}

/** What stands in the page's markup as it is. */
function literalsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    const { type } = value;
    if (type === "JSXText") found.push(String(value["value"]));
    if (type === "JSXElement" || type === "JSXFragment") {
      for (const child of value["children"] as Node[]) {
        if (child["type"] === "JSXExpressionContainer") found.push(...textsIn(child));
      }
    }
    if (type === "JSXAttribute" && spoken.has(String((value["name"] as Node)["name"]))) {
      found.push(...textsIn(value["value"]));
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: "tsx" }));
  return found.map((text) => text.trim()).filter(isWord);
}

test("nothing that the page shows is written in its markup", () => {
  const files = globSync("**/*.tsx", { cwd: folder });
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) =>
    literalsIn(readFileSync(join(folder, file), "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["<p>Hello</p>", "Hello"],
  ["<p>{a}สวัสดี</p>", "สวัสดี"],
  ['<p>{isOn ? "On" : t("off")}</p>', "On"],
  ["<p>{`${count} texts`}</p>", "texts"],
  ['<button aria-label="Close" />', "Close"],
  ['<Button label={name ?? "Close"} />', "Close"],
])("%s would be found", (source, text) => {
  expect(literalsIn(source)).toEqual([text]);
});

test.each([
  '<p class="faint">{t("loading")}</p>',
  '<input placeholder="https://" />',
  "<p>LINE</p>",
  '<p>{isWell && "· 12 %"}</p>',
])("%s is fine", (source) => {
  expect(literalsIn(source)).toEqual([]);
});
