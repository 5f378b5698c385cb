import { expect, test } from "vitest";
import { ensureContrast } from "../../../src/bot/views/color-contrast.ts";

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
