/** Offers the camera below what staff are answered, for those who may have the codes of a photo read. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { withQuickReplies } from "../../views/flex-components.ts";

/** LINE's limit. */
const maxQuickReplies = 13;

/** The reply with *Photo of a code* before the quick replies of its last message: LINE shows no others. */
export function withCamera({ t }: RenderContext, reply: Reply): Reply {
  const { messages } = reply;
  const last = messages.at(-1);
  if (!last) return reply;
  return { ...reply, messages: [...messages.slice(0, -1), offered(last, t("staff.photo.take"))] };
}

function offered(message: Message, label: string): Message {
  const [camera] = withQuickReplies(message, [{ type: "camera", label }]).quickReply?.items ?? [];
  const others = message.quickReply?.items ?? [];
  return camera
    ? { ...message, quickReply: { items: [camera, ...others].slice(0, maxQuickReplies) } }
    : message;
}
