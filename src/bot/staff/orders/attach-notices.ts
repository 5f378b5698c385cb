/** Puts the sender's pending notices in front of a reply, as many as LINE's message limit allows. */
import {
  serializedFrom,
  type Message,
  type SerializedMessages,
} from "../../../line/messages/prepare-reply.ts";
import type { StoredNotice } from "../../../store/notices.ts";
import type { BotReply, RenderContext } from "../../context.ts";
import type { NoticeReader } from "./notice-reader.ts";

/** LINE accepts 5 messages per reply. */
const maxMessages = 5;
/** Notices put in front of one reply. */
const maxNotices = 2;
/** Notices looked at for one reply: those that only another version can show mustn't keep others waiting. */
const maxLooked = 20;

/** @param pending the sender's notices, oldest first. @param renderContext is called only if there are some. */
export async function attachNotices(
  reply: BotReply,
  pending: readonly StoredNotice[],
  eventId: string,
  services: {
    notices: Pick<NoticeReader, "view">;
    prepare(messages: readonly Message[]): SerializedMessages;
    renderContext(): Promise<RenderContext>;
  },
): Promise<BotReply> {
  const { notices, prepare, renderContext } = services;
  const slots = Math.min(maxNotices, maxMessages - (reply.reply?.count ?? maxMessages));
  if (!reply.reply || slots < 1 || pending.length === 0) return reply;
  const ctx = await renderContext();
  const views: Message[] = [];
  const carried: number[] = [];
  const obsolete: number[] = [];
  for (const notice of pending.slice(0, maxLooked)) {
    if (views.length === slots) break;
    const view = await notices.view(ctx, notice);
    // The next one would ask the failing platform again.
    if (view === "later") break;
    if (view === "foreign") continue;
    (view === null ? obsolete : carried).push(notice.id);
    if (view !== null) views.push(view);
  }
  return {
    ...reply,
    reply: views.length > 0 ? concatReplies(prepare(views), reply.reply) : reply.reply,
    writes: [
      ...reply.writes,
      { kind: "carried", eventId, ids: carried },
      { kind: "obsolete", ids: obsolete },
    ],
  };
}

/** Joins two serialised replies without parsing them. */
const concatReplies = (first: SerializedMessages, second: SerializedMessages): SerializedMessages =>
  serializedFrom(`${first.json.slice(0, -1)},${second.json.slice(1)}`, first.count + second.count, [
    ...first.replaced,
    ...second.replaced,
  ]);
