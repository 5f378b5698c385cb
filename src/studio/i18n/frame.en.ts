/** The messages of what stands on every view of the page, in English. */
import type { FrameMessages } from "./frame-keys.ts";

export const en: FrameMessages = {
  "language.label": "Language of the studio",
  "zone.note": "Times: {zone}",
};
