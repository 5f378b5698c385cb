/** Converts a value of another type than agreed, if only one value of the agreed type can be meant: `"12"` is 12. */

/** @param expected the type's name in zod's issues. @returns undefined when nothing, or more than one thing, can be meant. */
export function converted(value: unknown, expected: string): unknown {
  const isNumeral =
    typeof value === "string" &&
    (/^-?\d{1,15}(\.\d{1,9})?$/.test(value) ||
      (/^-?\d{16}$/.test(value) && Number.isSafeInteger(Number(value))));
  if (["number", "int"].includes(expected) && isNumeral) return Number(value);
  if (expected === "string" && typeof value === "number") return String(value);
  if (expected === "boolean") {
    if (value === "true" || value === 1) return true;
    if (value === "false" || value === 0) return false;
  }
  return undefined;
}
