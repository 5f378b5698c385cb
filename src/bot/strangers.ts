/** What somebody is told whom the platform doesn't know as one active member: how to go on, and nothing else. */
import type { Message } from "../line/messages.ts";
import type { Context } from "./context.ts";
import { button, column, flex, line, open, withQuickReplies } from "./flex.ts";
import type { MemberLookup } from "./members.ts";

export function strangerAnswer(
  context: Context,
  kind: Exclude<MemberLookup["kind"], "member">,
): Message {
  const { say } = context;
  switch (kind) {
    case "unknown":
      return invitation(context);
    case "ambiguous":
      return withContact(context, { type: "text", text: say("service.ambiguous") });
    case "inactive":
      return withContact(context, { type: "text", text: say("service.inactive") });
  }
}

/** Adds a way to reach a person, where the operator named one. */
export function withContact({ say, brand }: Context, message: Message): Message {
  const actions = brand.contactUrl ? [open(say("contact.label"), brand.contactUrl)] : [];
  return withQuickReplies(message, actions);
}

function invitation(context: Context): Message {
  const { say, brand } = context;
  const title = say("join.title", { business: brand.name });
  const body = say("join.body");
  return withContact(
    context,
    flex(`${title}\n${body}`, [
      {
        type: "bubble",
        header: column([], { backgroundColor: brand.color, height: "8px", paddingAll: "0px" }),
        body: column(
          [
            line(title, { size: "lg", weight: "bold" }),
            line(body, { margin: "md", lineSpacing: "4px" }),
          ],
          { paddingAll: "20px" },
        ),
        ...(brand.registerUrl && {
          footer: column([button(open(say("join.button"), brand.registerUrl), brand.color)]),
        }),
      },
    ]),
  );
}
