/** The way to a person, for answers with which the bot's help ends. */
import type { Action } from "../../line/messages/prepare-reply.ts";
import type { Look } from "../context.ts";
import { open } from "./flex-components.ts";

/** A button, where the operator named an address. */
export function contactActions({ say, brand }: Look): Action[] {
  return brand.contactUrl ? [open(say("contact.label"), brand.contactUrl)] : [];
}
