/** Validation rules for the properties that several types of message share. */
import type { messagingApi } from "@line/bot-sdk";
import { quickReplyAction } from "./actions.ts";
import { addFault, fileUrl, nonEmptyText, list, required, object, oneOf } from "./rule-builders.ts";

/** The text that notifications and screen readers show. */
export const altText = required(nonEmptyText(1500));
/** An id or token of LINE's. */
export const id = nonEmptyText(2000);

const senderName = nonEmptyText(20);

/** The properties that every message has. */
export const base = {
  quickReply: object<messagingApi.QuickReply>({
    items: required(
      list(
        object<messagingApi.QuickReplyItem>({
          type: required(oneOf("action")),
          imageUrl: fileUrl,
          action: required(quickReplyAction),
        }),
        1,
        13,
      ),
    ),
  }),
  sender: object<messagingApi.Sender>({
    name: (value, walk, at) => {
      senderName(value, walk, at);
      if (typeof value === "string" && /\bLINE\b/i.test(value))
        addFault(walk, at, "a reserved word");
    },
    iconUrl: fileUrl,
  }),
};
