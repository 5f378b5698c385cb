/** The messages of the views of texts, in Thai. */
import type { TextsMessages } from "./texts-keys.ts";

export const th: TextsMessages = {
  "texts.note": "ข้อความที่บันทึกที่นี่จะอยู่ในฉบับร่างของคุณ ลูกค้าจะเห็นเมื่อ<link>เผยแพร่</link>แล้ว",
};
