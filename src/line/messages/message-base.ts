/** Validation rules for the properties that several types of message share. */
import type { messagingApi } from "@line/bot-sdk";
import { quickReplyAction } from "./actions.ts";
import { fault, fileUrl, filled, list, needed, object, oneOf } from "./rule-builders.ts";

/** The text that notifications and screen readers show. */
export const altText = needed(filled(1500));
/** An id or token of LINE's. */
export const id = filled(2000);

const senderName = filled(20);

/** The properties that every message has. */
export const base = {
  quickReply: object<messagingApi.QuickReply>({
    items: needed(
      list(
        object<messagingApi.QuickReplyItem>({
          type: needed(oneOf("action")),
          imageUrl: fileUrl,
          action: needed(quickReplyAction),
        }),
        1,
        13,
      ),
    ),
  }),
  sender: object<messagingApi.Sender>({
    name: (value, walk, at) => {
      senderName(value, walk, at);
      if (typeof value === "string" && /\bLINE\b/i.test(value)) fault(walk, at, "a reserved word");
    },
    iconUrl: fileUrl,
  }),
};
