/** The messages of what stands on every view of the page, in Thai. */
import type { FrameMessages } from "./frame-keys.ts";

export const th: FrameMessages = {
  "language.label": "ภาษาของสตูดิโอ",
  "zone.note": "เวลาที่แสดง: {zone}",
};
