/** The messages of the views of texts, in Japanese. */
import type { TextsMessages } from "./texts-keys.ts";

export const ja: TextsMessages = {
  "texts.note":
    "ここで保存した文章は、あなたの下書きに入ります。<link>公開</link>すると、お客様に届くようになります。",
};
