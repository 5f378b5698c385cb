/** Composes the events that LINE posts for what people do. */
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { Line } from "./line.ts";
import { couponSet, group, members, staff } from "./people.ts";
import type { Step } from "./plan.ts";

/** An event on its way from LINE. */
export interface Sent {
  event: LineEvent;
  chat: string;
  isAnswerDue: boolean;
  isAccepted: boolean;
}

type Content = { text: string; isInGroup?: true } | { data: string };

const questions = ["points", "coupons", "history", "แต้ม"];

/** @param number of the event, from 1. @param now milliseconds since 1970. */
export function composeEvent(
  { action, who, which }: Step,
  line: Line,
  number: number,
  now: number,
): Sent {
  const compose = (userId: string, what: Content) => eventOf(line, { number, now, userId, what });
  const member = members[action === "ask" || action === "ask_in_group" ? who : which % 3];
  const colleague = staff[who];
  if (!member || !colleague) throw new RangeError("nobody");
  const order = (text: string) => compose(colleague.lineId, { text });
  switch (action) {
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
