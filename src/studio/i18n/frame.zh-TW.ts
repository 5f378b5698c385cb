/** The messages of what stands on every view of the page, in Traditional Chinese. */
import type { FrameMessages } from "./frame-keys.ts";

export const zhTW: FrameMessages = {
  "language.label": "工作室的語言",
  "zone.note": "時間以{zone}顯示",
};
