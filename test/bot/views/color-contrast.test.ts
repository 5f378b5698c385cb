/** Text on the brand's colours is legible: WCAG 2 AA, computed here independently of the program. */
import { expect, test } from "vitest";
import { ensureContrast, surface } from "../../../src/bot/views/color-contrast.ts";
import { palette } from "../../../src/bot/views/flex-components.ts";
import * as fc from "../../support/properties.ts";

test.each(["#b4475f", "#000000", "#1f2328", "#06603a"])(
  "%s has enough contrast against white and stays as it is",
  (color) => {
    expect(ensureContrast(color)).toBe(color);
  },
);

test.each([
  ["#FFFFFF", /^#7[0-9a-f]7[0-9a-f]7[0-9a-f]$/],
  ["#FFD700", /^#[78][0-9a-f][67][0-9a-f]00$/],
  ["#06C755", /^#0[0-9a-f][78][0-9a-f]3[0-9a-f]$/],
])("%s is darkened, and keeps its hue", (color, expected) => {
  expect(ensureContrast(color)).toMatch(expected);
});

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const number = Number.parseInt(color.slice(1), 16);
  const [red = 0, green = 0, blue = 0] = [number >> 16, (number >> 8) & 255, number & 255]
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const anyColor = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("10,000 random colours: text on a card and on a button has a contrast of 4.5 : 1", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const { fill, text } = surface(color, palette.strong);
      expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ensureContrast(color), "#ffffff")).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 10_000 },
  );
});

test("a colour on which dark text is legible stays as it is", () => {
  expect(surface("#ffd700", palette.strong)).toEqual({ fill: "#ffd700", text: palette.strong });
});

test.each(["strong", "soft", "done", "spent", "soon", "urgent"] as const)(
  "%s text is legible on white",
  (name) => {
    expect(contrast(palette[name], palette.paper)).toBeGreaterThanOrEqual(4.5);
  },
);
