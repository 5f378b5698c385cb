/** The page's styles as one text that needs no address: with the fonts of some letters inside. */

/** Whether a font's `unicode-range` has one of the letters. */
function hasAny(range: string, points: readonly number[]): boolean {
  const parts = [...range.matchAll(/U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi)].map(
    ([, first = "", last]) => [
      parseInt(first.replaceAll("?", "0"), 16),
      parseInt(last ?? first.replaceAll("?", "F"), 16),
    ],
  );
  return points.some((point) =>
    parts.some(([first = 0, last = 0]) => first <= point && point <= last),
  );
}

async function dataUrlOf(address: string): Promise<string> {
  const response = await fetch(address);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return `data:font/woff2;base64,${bytes.toBase64()}`;
}

async function withFont(rule: CSSFontFaceRule, sheet: CSSStyleSheet): Promise<string> {
  const { cssText } = rule;
  const [source = "", address] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  if (address === undefined) return cssText;
  const url = new URL(address, sheet.href ?? location.href).href;
  return cssText.replace(source, `url("${await dataUrlOf(url)}")`);
}

const rangeOf = ({ style }: CSSFontFaceRule) => style.getPropertyValue("unicode-range");

/** Megabytes, for letters that no subset has. */
const isComplete = ({ style }: CSSFontFaceRule) =>
  / (?:Whole|Other)"?$/.test(style.getPropertyValue("font-family"));

/** @param text what will be shown with the styles. */
export async function inlineStyles(text: string): Promise<string> {
  const points = Array.from(new Set(text), (letter) => letter.codePointAt(0) ?? 0);
  const rules = Array.from(document.styleSheets).flatMap((sheet) =>
    Array.from(sheet.cssRules, (rule) => ({ rule, sheet })),
  );
  const fonts = rules.flatMap(({ rule }) => (rule instanceof CSSFontFaceRule ? [rule] : []));
  const subsets = fonts.filter((rule) => !isComplete(rule));
  const rare = points.filter((point) => !subsets.some((rule) => hasAny(rangeOf(rule), [point])));
  const texts = rules.map(async ({ rule, sheet }) => {
    if (!(rule instanceof CSSFontFaceRule)) return rule.cssText;
    return hasAny(rangeOf(rule), isComplete(rule) ? rare : points) ? withFont(rule, sheet) : "";
  });
  return (await Promise.all(texts)).join("\n");
}
