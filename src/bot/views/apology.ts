/** The apology for a question that can't be answered now, with a way to reach a person. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import { withContactButton } from "./contact-button.ts";

export type ApologyKey = Extract<MessageKey, `apology.${string}`>;

export const apologyView = (ctx: RenderContext, key: ApologyKey): Message =>
  withContactButton(ctx, { type: "text", text: ctx.t(key) });
