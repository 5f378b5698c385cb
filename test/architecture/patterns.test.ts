/** Holds that no regular expression takes quadratic time: texts of people, thousands of characters long, are matched on the one thread. */
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";
import { readSources } from "./import-graph.ts";

interface Pattern {
  place: string;
  source: string;
  flags: string;
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function patternsIn(file: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      const { regex, ...rest } = value;
      if (isNode(regex)) {
        const [source, flags] = [String(regex["pattern"]), String(regex["flags"])];
        found.push({ place: `${file}: /${source}/${flags}`, source, flags });
      } else Object.values(rest).forEach(visit);
    }
  };
  visit(parseAst(text, { lang: file.endsWith(".tsx") ? "tsx" : "ts" }));
  return found;
}

const patterns = [...readSources()].flatMap(([file, text]) => patternsIn(file, text));

/** In characters: a linear pattern takes well under a millisecond, a quadratic one hundreds. */
const length = 20_000;
const slowMs = 80;

/** What a quadratic pattern goes through again from each place, before it fails at the end. */
function attacksOn({ source }: Pattern): string[] {
  const words = source.match(/[A-Za-z]{3,}/g) ?? [];
  const repeated = new Set([
    " ",
    "\n",
    "\u2028",
    "a",
    "0",
    "/",
    "-",
    ...words,
    ...words.map((word) => `${word} `),
  ]);
  for (const character of source.replaceAll(/\\./g, "")) repeated.add(character);
  return [...repeated].flatMap((part) =>
    ["", "a", "#", ...words.slice(0, 1)].flatMap((before) =>
      ["\0", "x\u2028x"].map((after) => before + part.repeat(length / part.length) + after),
    ),
  );
}

function msOf({ source, flags }: Pattern, text: string): number {
  const pattern = new RegExp(source, flags);
  const started = performance.now();
  text.replace(pattern, "");
  return performance.now() - started;
}

test(
  "every pattern takes time in proportion to a text, whatever is in it",
  { timeout: 60_000 },
  () => {
    expect(patterns.length).toBeGreaterThan(250);
    // Measured again, since the machine may have been busy.
    const slow = patterns.filter((pattern) =>
      attacksOn(pattern).some((text) => [1, 2, 3, 4].every(() => msOf(pattern, text) > slowMs)),
    );
    expect(slow.map(({ place }) => place)).toEqual([]);
  },
);

test.each(["/^(\\s*#+[ \\t]*)(\\S.*)$/m", "/[ ,]+$/", "/^(.+?)\\s+(taps)$/", "/“([^”]*)”/g"])(
  "%s would be found",
  (literal) => {
    const [pattern] = patternsIn("", `const one = ${literal};`);
    expect(pattern && attacksOn(pattern).some((text) => msOf(pattern, text) > slowMs)).toBe(true);
  },
);
