/** What somebody is told whom the platform doesn't know as one active member: how to go on, and nothing else. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import { contactActions } from "./contact-button.ts";
import type { Look } from "../context.ts";
import {
  ask,
  button,
  column,
  flex,
  line,
  open,
  panel,
  withQuickReplies,
} from "./flex-components.ts";
import { registered } from "../intents/registered.ts";
import type { MemberLookup } from "../../members/member-cache.ts";

/** @param again they just said that they had registered. */
export function strangerAnswer(
  look: Look,
  kind: Exclude<MemberLookup["kind"], "member">,
  again: boolean,
): Message {
  const { say } = look;
  switch (kind) {
    case "unknown":
      return invitation(look, again);
    case "ambiguous":
      return withContact(look, { type: "text", text: say("service.ambiguous") });
    case "inactive":
      return withContact(look, { type: "text", text: say("service.inactive") });
  }
}

/** Adds a way to reach a person, where the operator named one. */
export function withContact(look: Look, message: Message): Message {
  return withQuickReplies(message, contactActions(look));
}

const join = ({ say, brand }: Look) =>
  brand.registerUrl ? say("join.body") : `${say("join.body")}\n${say("join.staff")}`;

function invitation(look: Look, again: boolean): Message {
  const { say, brand } = look;
  const title = again ? say("join.again.title") : say("join.title", { business: brand.name });
  const body = again ? say("join.again.body") : join(look);
  return withContact(
    look,
    flex(`${title}\n${body}`, [
      panel(
        brand.color,
        [
          ...(brand.logo
            ? [{ type: "image" as const, url: brand.logo, size: "xs", align: "start" as const }]
            : []),
          line(title, { size: "lg", weight: "bold" }),
          line(body, { margin: "md", lineSpacing: "4px" }),
        ],
        {
          size: "mega",
          footer: column([
            ...(brand.registerUrl
              ? [button(open(say("join.button"), brand.registerUrl), brand.accent)]
              : []),
            button(ask(say("join.registered"), registered.name)),
          ]),
        },
      ),
    ]),
  );
}
