/** The button to contact a person, for answers where the bot can't help further. */
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { uriAction, withQuickReplies } from "./flex-components.ts";

/** One action if a contact address is configured, else none. */
export function contactActions({ t, brand }: RenderContext): Action[] {
  return brand.contactUrl ? [uriAction(t("contact.label"), brand.contactUrl)] : [];
}

/** Adds a quick reply with the contact address, if one is configured. */
export function withContactButton(ctx: RenderContext, message: Message): Message {
  return withQuickReplies(message, contactActions(ctx));
}
