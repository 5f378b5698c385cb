/** The messages of the views of texts, in Traditional Chinese. */
import type { TextsMessages } from "./texts-keys.ts";

export const zhTW: TextsMessages = {
  "texts.note": "在這裡儲存的文字會放進你的草稿，<link>發布</link>後會員才會看到。",
};
