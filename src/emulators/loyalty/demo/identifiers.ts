/** Derives the demo's identifiers from labels, so that they are the same in every database. */
import { createHash } from "node:crypto";
import { seededRandom } from "../random.ts";

/** A LINE user id: `U` and 32 hex digits. */
export function lineIdOf(label: string): string {
  return `U${createHash("sha256").update(label).digest("hex").slice(0, 32)}`;
}

export function uuidOf(label: string): string {
  return seededRandom(label).uuid();
}

/** Uuid of the add-on that the demo's businesses have installed. */
export const extensionUuid = uuidOf("extension");
