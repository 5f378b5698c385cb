/** The way to a person, for answers with which the bot's help ends. */
import type { Action } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { uriAction } from "./flex-components.ts";

/** A button, where the operator named an address. */
export function contactActions({ t, brand }: RenderContext): Action[] {
  return brand.contactUrl ? [uriAction(t("contact.label"), brand.contactUrl)] : [];
}
