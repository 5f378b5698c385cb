/** Composes the events that LINE posts for what people do. */
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { Line } from "./line.ts";
import { couponSet, group, members, rewards, staff, strangers } from "./people.ts";
import type { Action, Step } from "./plan.ts";

/** An event on its way from LINE. */
export interface Sent {
  event: LineEvent;
  chat: string;
  isAnswerDue: boolean;
  isAccepted: boolean;
}

/** What somebody does by a message or a button. */
export type MessageAction = Exclude<
  Action,
  "use" | "use_ending" | "reprice" | "wait" | "join" | "change_birthdate"
>;

type Content = { text: string; isInGroup?: true } | { data: string };

const questions = ["points", "coupons", "history", "แต้ม"];

/** Actions of members, who do them for themselves. */
const own: ReadonlySet<Action> = new Set([
  "ask",
  "ask_in_group",
  "rewards",
  "redeem",
  "decline_reminders",
]);

/** @param before what was sent before it. @param now milliseconds since 1970. */
export function composeEvent(
  { action, who, which }: Step & { action: MessageAction },
  line: Line,
  before: readonly Sent[],
  now: number,
): Sent {
  const number = before.length + 1;
  const compose = (userId: string, what: Content) => eventOf(line, { number, now, userId, what });
  const member = members[own.has(action) ? who : which % 3];
  const colleague = staff[who];
  const reward = rewards[which % rewards.length];
  if (!member || !colleague || !reward) throw new RangeError("nobody, or nothing");
  const order = (text: string) => compose(colleague.lineId, { text });
  switch (action) {
    case "rewards":
      return compose(member.lineId, { text: "rewards" });
    case "redeem":
      return compose(member.lineId, { data: `do=redeem&set=${reward.uuid}` });
    case "redeem_for":
      return order(`/redeem ${reward.name} ${member.card}`);
    case "undo": {
      const undoOf = (userId: string) => line.buttonsOf(userId).find((one) => /undo=/.test(one));
      const chat = line.deliveries.findLast((one) => undoOf(one.chat))?.chat ?? member.lineId;
      const data = undoOf(chat);
      const userId = which === 3 ? colleague.lineId : chat;
      return compose(userId, data === undefined ? { text: "coupons" } : { data });
    }
    case "tap_again": {
      const { event } = before.findLast(({ event: { postback } }) => postback) ?? {};
      const data = event?.postback?.data;
      const userId = which === 3 ? member.lineId : (event?.source?.userId ?? member.lineId);
      return compose(userId, data === undefined ? { text: "points" } : { data });
    }
    case "ask_as_stranger": {
      const what = which === 0 ? { data: "do=registered" } : { text: questions[which] ?? "" };
      return compose(strangers[who % strangers.length] ?? "", what);
    }
    case "decline_reminders":
      return compose(member.lineId, { data: "do=no-reminders" });
    case "ask":
      return compose(member.lineId, { text: questions[which] ?? "" });
    case "ask_in_group":
      return compose(member.lineId, { text: "@shop points", isInGroup: true });
    case "add":
      return order(`/add ${member.card} ${10 + which}`);
    case "burn":
      return order(`/burn ${member.card} ${20 + which}`);
    case "gift":
      return order(`/gift ${couponSet.name} ${member.card} ${1 + (which % 2)}`);
    case "large_gift":
      return order(`/gift ${couponSet.name} ${member.card} 3`);
    case "confirm":
    case "tap": {
      const button = action === "confirm" ? 0 : which;
      const { userId, what } = tapOf(line, colleague.lineId, button);
      return compose(userId, what);
    }
  }
}

/** Composes the tap by which somebody agrees to a redemption; null unless they are asked, and haven't tapped that. */
export function composeAgreement(
  userId: string,
  line: Line,
  before: readonly Sent[],
  now: number,
): Sent | null {
  const data = line.buttonsOf(userId).find((button) => button.includes("yes="));
  if (data === undefined || before.some(({ event }) => event.postback?.data === data)) return null;
  return eventOf(line, { number: before.length + 1, now, userId, what: { data } });
}

/**
 * Whoever was asked last taps one of their buttons, or somebody else does: a button of their own, or one of the former,
 * whose data they have copied. Who has no button asks what is pending.
 */
function tapOf(line: Line, other: string, which: number): { userId: string; what: Content } {
  const asked =
    line.deliveries.findLast(({ chat }) => line.buttonsOf(chat).length > 0)?.chat ?? other;
  const userId = which < 2 ? asked : other;
  const buttons = line.buttonsOf(which === 2 ? other : asked);
  const data = buttons[which === 1 ? 1 : 0];
  return { userId, what: data === undefined ? { text: "/pending" } : { data } };
}

function eventOf(
  line: Line,
  { number, now, userId, what }: { number: number; now: number; userId: string; what: Content },
): Sent {
  const isInGroup = "isInGroup" in what;
  const chat = isInGroup ? group : userId;
  const mention = { mentionees: [{ index: 0, length: 5, type: "user", isSelf: true }] };
  const content =
    "data" in what
      ? { type: "postback", postback: { data: what.data } }
      : {
          type: "message",
          message: {
            id: `message-${number}`,
            type: "text",
            text: what.text,
            ...(isInGroup && { mention }),
          },
        };
  const event = line.issue(
    {
      ...content,
      mode: "active",
      webhookEventId: `event-${number}`,
      timestamp: now,
      source: isInGroup ? { type: "group", groupId: group, userId } : { type: "user", userId },
    },
    chat,
  );
  return { event, chat, isAnswerDue: true, isAccepted: false };
}
