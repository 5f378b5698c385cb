/** The messages of what stands on every view of the page, in Japanese. */
import type { FrameMessages } from "./frame-keys.ts";

export const ja: FrameMessages = {
  "language.label": "スタジオの表示言語",
  "zone.note": "時刻はすべて{zone}",
};
