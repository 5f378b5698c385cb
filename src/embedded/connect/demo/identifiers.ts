/** Identifiers that are the same wherever the demo is seeded: made from what they stand for. */
import { createHash } from "node:crypto";

/** `U` and 32 hex digits, as LINE's user ids are. */
export function lineIdOf(label: string): string {
  return `U${digest(label).slice(0, 32)}`;
}

export function uuidOf(label: string): string {
  const hex = digest(`uuid ${label}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** The add-on that the demo's businesses have installed. */
export const extensionUuid = uuidOf("extension");

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
