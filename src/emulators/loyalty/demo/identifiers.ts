/** Identifiers that are the same wherever the demo is seeded: made from what they stand for. */
import { createHash } from "node:crypto";
import { seededRandom } from "../random.ts";

/** `U` and 32 hex digits, as LINE's user ids are. */
export function lineIdOf(label: string): string {
  return `U${createHash("sha256").update(label).digest("hex").slice(0, 32)}`;
}

export function uuidOf(label: string): string {
  return seededRandom(label).uuid();
}

/** The add-on that the demo's businesses have installed. */
export const extensionUuid = uuidOf("extension");
