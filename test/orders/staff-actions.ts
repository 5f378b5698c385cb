/** What staff do in a round: write commands, confirm and undo orders. */
import type { LineEmulator } from "../../src/emulators/line/index.ts";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import type { SentMessages } from "../../src/emulators/line/outbox.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";

import type { Till } from "../support/till.ts";
import type { OrderLog, PlacedOrder } from "./order-log.ts";
import type { Colleague, OrderKind } from "./rounds.ts";
import { buttonsOf } from "../support/views.ts";

const replyTimeoutMs = 20_000;
const firstPoints = 101;
const members = ["olivia", "jose"] as const;

export const generousLimits = {
  LIMIT_GIFTS_PER_STAFF_DAY: "100000",
  LIMIT_GIFTS_PER_MEMBER_DAY: "100000",
  LIMIT_POINTS_PER_STAFF_DAY: "100000000",
  LIMIT_POINTS_PER_MEMBER_DAY: "100000000",
  LIMIT_MESSAGES_PER_SENDER_MINUTE: "1000",
  GIFT_APPROVAL_ABOVE: "2",
};

export interface StaffActions {
  /** Delivers an event without waiting for its reply; null when the webhook isn't accepted. */
  act(who: Colleague, action: PersonAction): Promise<LineEvent | null>;
  /** The reply to an event; empty when none comes within `replyTimeoutMs`. */
  replyTo(event: LineEvent | null): Promise<readonly Message[]>;
  write(who: Colleague, text: string): Promise<readonly Message[]>;
  /** Taps the yes button of an order's question. */
  confirm(order: PlacedOrder, who?: Colleague): Promise<LineEvent | null>;
  /** Writes a command of this kind; null when the bot asks no question. */
  order(kind: OrderKind, who: Colleague, count: number): Promise<PlacedOrder | null>;
  /** The order behind the undo button; null when the bot offered none. */
  undo(order: PlacedOrder): Promise<PlacedOrder | null>;
}

/** The yes of a question; notices that come before it have buttons of their own. */
function yesIn(messages: readonly Message[]): string | null {
  const choices = messages.map((one) => buttonsOf(one).flatMap(({ data }) => data ?? []));
  const question = choices.find((data) => data.some((one) => one.includes("%2Fno&")));
  return question?.find((one) => one.includes("%2Fyes")) ?? null;
}

export function createStaffActions(parts: {
  line: Pick<LineEmulator, "compose" | "deliver" | "nextReply">;
  lineId(label: string): string;
  till: Till;
  log: OrderLog;
  /** Advances the clock, until `unless` is settled. */
  pass(ms: number, unless?: PromiseLike<unknown>): Promise<void>;
}): StaffActions {
  const { line, lineId, till, log, pass } = parts;
  let count = 0;

  async function act(who: Colleague, action: PersonAction): Promise<LineEvent | null> {
    const event = line.compose(lineId(who), action);
    const { status } = await line.deliver([event]);
    return status === 200 ? event : null;
  }

  async function replyTo(event: LineEvent | null): Promise<readonly Message[]> {
    if (!event) return [];
    let sent: SentMessages | null = null;
    const replied = line.nextReply(event.webhookEventId).then((one) => (sent = one));
    await pass(replyTimeoutMs, replied);
    return (sent as SentMessages | null)?.messages ?? [];
  }

  const write = async (who: Colleague, text: string) =>
    replyTo(await act(who, { type: "text", text }));

  /** The command's text, and the writes that it leads to. */
  async function orderOf(kind: OrderKind, number: number, amount: number) {
    const customer = members[kind === "burn" ? 0 : number % members.length]!;
    const { cards } = await till.member(customer);
    const card_no = cards[0]?.card_no ?? "";
    const name = `Tea-${number}x`;
    const points = firstPoints + number;
    const marker = new RegExp(name);
    const shown = points.toLocaleString("en");
    const ofPoints = new RegExp(`(?<![\\d,.])${shown} points|[+−]${shown}(?![\\d,.])`);
    switch (kind) {
      case "gift": {
        const { uuid } = await till.connect.createCouponSet({
          name,
          type: "FREE_ITEM",
          source: "AUTO_GENERATE",
        });
        const writes = [{ subject: `give ${uuid}`, name }];
        return { text: `/gift ${name} "${card_no}" ${amount}`, marker, writes };
      }
      case "add":
      case "burn": {
        const writes = [{ subject: `${kind} ${points}`, name }];
        return { text: `/${kind} "${card_no}" ${points}`, marker: ofPoints, writes };
      }
      case "use":
      case "ungift": {
        const { code, uuid } = await till.give(customer, { name });
        const subject = kind === "use" ? `use ${code}` : `void coupon ${uuid}`;
        return { text: `/${kind} ${code}`, marker, writes: [{ subject, name: code }] };
      }
      case "void": {
        const { id } = await till.connect.addPoint({ card_no, points, method: 2 });
        const writes = [{ subject: `void movement ${id}`, name: `No. ${id} ` }];
        return { text: `/void ${id}`, marker: ofPoints, writes };
      }
    }
  }

  return {
    act,
    replyTo,
    write,
    async confirm(order, who = order.asker) {
      // A bot that is killed may have claimed it without a reply.
      if (who === order.asker) order.isConfirmed = true;
      return act(who, { type: "postback", data: order.yesButton });
    },
    async order(kind, who, amount) {
      const number = ++count;
      const { text, marker, writes } = await orderOf(kind, number, amount);
      const yesButton = yesIn(await write(who, text));
      const isVoid = kind === "ungift" || kind === "void";
      const name = `${number}: ${kind} of ${who}`;
      const common = { name, marker, asker: who, undoOf: null, parts: writes, isVoid };
      return yesButton === null ? null : log.add({ ...common, yesButton });
    },
    async undo(order) {
      if (order.undoButton === null || log.orders.some(({ undoOf }) => undoOf === order))
        return null;
      const question = await replyTo(
        await act(order.asker, { type: "postback", data: order.undoButton }),
      );
      const yesButton = yesIn(question);
      if (yesButton === null) return null;
      const query = { ref_id: log.keyOf(order) ?? "" };
      const isGift = order.parts[0]?.subject.startsWith("give");
      const writes = isGift
        ? (await till.connect.getGiveCouponHistory({ ...query, size: 100 })).data.map(
            ({ uuid, code }) => ({ subject: `void coupon ${uuid}`, name: code }),
          )
        : (await till.connect.getTransaction({ ...query, size: 100 })).data.map(({ id }) => ({
            subject: `void movement ${id}`,
            name: `No. ${id} `,
          }));
      const { name, marker, asker } = order;
      const common = { name: `undo of ${name}`, marker, asker, parts: writes, isVoid: true };
      return log.add({ ...common, undoOf: order, yesButton });
    },
  };
}
