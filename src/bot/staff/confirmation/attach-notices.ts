/** Puts the sender's pending notices in front of a reply, as many as LINE's message limit allows. */
import {
  serializedFrom,
  type Message,
  type SerializedMessages,
} from "../../../line/messages/prepare-reply.ts";
import type { BotReply, RenderContext } from "../../context.ts";
import type { NoticeReader } from "./notice-reader.ts";

/** LINE accepts 5 messages per reply. */
const maxMessages = 5;
/** Notices put in front of one reply. */
const maxNotices = 2;

/** @param renderContext is called only if the sender has pending notices. */
export async function attachNotices(
  reply: BotReply,
  recipient: { account: string; lineId: string; eventId: string },
  services: {
    notices: NoticeReader;
    prepare(messages: readonly Message[]): SerializedMessages;
    renderContext(): Promise<RenderContext>;
  },
): Promise<BotReply> {
  const { account, lineId, eventId } = recipient;
  const { notices, prepare, renderContext } = services;
  const slots = Math.min(maxNotices, maxMessages - (reply.reply?.count ?? maxMessages));
  if (!reply.reply || slots < 1) return reply;
  const pending = (await notices.of(account, lineId)).slice(0, slots);
  if (pending.length === 0) return reply;
  const ctx = await renderContext();
  const rendered = await Promise.all(
    pending.map(async (notice) => ({ id: notice.id, view: await notices.view(ctx, notice) })),
  );
  const carried = rendered.filter(({ view }) => isMessage(view)).map(({ id }) => id);
  const obsolete = rendered.filter(({ view }) => view === null).map(({ id }) => id);
  const views = rendered.map(({ view }) => view).filter(isMessage);
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

const isMessage = (view: Message | "later" | null): view is Message =>
  view !== null && view !== "later";

/** Joins two serialised replies without parsing them. */
const concatReplies = (first: SerializedMessages, second: SerializedMessages): SerializedMessages =>
  serializedFrom(`${first.json.slice(0, -1)},${second.json.slice(1)}`, first.count + second.count, [
    ...first.replaced,
    ...second.replaced,
  ]);
