/** The action of a button that shows one card with its codes. */
import type { Action } from "../../line/messages/prepare-reply.ts";
import type { MemberCard } from "../../loyalty/contract.ts";
import { fitsPostback } from "../routing/postback.ts";
import { postbackAction } from "./flex-components.ts";

/** The name of the intent that shows cards. */
export const cardIntent = "card";

export function showCard(label: string, { uuid }: MemberCard): Action {
  const details = { card: uuid };
  return postbackAction(label, cardIntent, fitsPostback(cardIntent, details) ? details : {});
}
