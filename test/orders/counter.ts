/** The staff's side of a round: what they write and tap, and the questions that come of it. */
import type { LineEmulator } from "../../src/emulators/line/index.ts";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import type { SentMessages } from "../../src/emulators/line/outbox.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { seen } from "../support/staff.ts";
import type { Till } from "../support/till.ts";
import type { Books, Placed } from "./books.ts";
import type { Colleague, OrderKind } from "./rounds.ts";

/** How long somebody waits for an answer before they go on. */
const patienceMs = 20_000;
const firstPoints = 101;
const customers = ["olivia", "jose"] as const;

export const generousLimits = {
  LIMIT_GIFTS_PER_STAFF_DAY: "100000",
  LIMIT_GIFTS_PER_MEMBER_DAY: "100000",
  LIMIT_POINTS_PER_STAFF_DAY: "100000000",
  LIMIT_POINTS_PER_MEMBER_DAY: "100000000",
  LIMIT_MESSAGES_PER_SENDER_MINUTE: "1000",
  GIFT_APPROVAL_ABOVE: "2",
};

export interface Counter {
  /** Delivers what somebody does, without waiting for what comes of it; null where the bot didn't take it. */
  does(who: Colleague, action: PersonAction): Promise<LineEvent | null>;
  /** The reply to an event; empty where none comes in time. */
  replyTo(event: LineEvent | null): Promise<readonly Message[]>;
  says(who: Colleague, text: string): Promise<readonly Message[]>;
  /** Somebody taps an order's yes. */
  taps(order: Placed, who?: Colleague): Promise<LineEvent | null>;
  /** Has the bot ask whether something is meant; null where it doesn't come to a question. */
  asks(kind: OrderKind, who: Colleague, count: number): Promise<Placed | null>;
  /** The question that takes back what was done; null where none was offered. */
  undoes(order: Placed): Promise<Placed | null>;
}

/** The yes of a question; notices that come before it have buttons of their own. */
function yesIn(messages: readonly Message[]): string | null {
  const question = messages.map(seen).find((one) => /%2Fyes/.test(one) && /%2Fno&/.test(one));
  return /"data":"([^"]*%2Fyes[^"]*)"/.exec(question ?? "")?.[1] ?? null;
}

export function createCounter(parts: {
  line: Pick<LineEmulator, "compose" | "deliver" | "nextReply">;
  lineId(label: string): string;
  till: Till;
  books: Books;
  /** Lets time go by, until `unless` is settled. */
  pass(ms: number, unless?: PromiseLike<unknown>): Promise<void>;
}): Counter {
  const { line, lineId, till, books, pass } = parts;
  let count = 0;

  async function does(who: Colleague, action: PersonAction): Promise<LineEvent | null> {
    const event = line.compose(lineId(who), action);
    const { status } = await line.deliver([event]);
    return status === 200 ? event : null;
  }

  async function replyTo(event: LineEvent | null): Promise<readonly Message[]> {
    if (!event) return [];
    let sent: SentMessages | null = null;
    const replied = line.nextReply(event.webhookEventId).then((one) => (sent = one));
    await pass(patienceMs, replied);
    return (sent as SentMessages | null)?.messages ?? [];
  }

  const says = async (who: Colleague, text: string) =>
    replyTo(await does(who, { type: "text", text }));

  /** What is ordered, and what will be written for it. */
  async function orderOf(kind: OrderKind, number: number, amount: number) {
    const customer = customers[kind === "burn" ? 0 : number % customers.length]!;
    const { cards } = await till.member(customer);
    const card_no = cards[0]?.card_no ?? "";
    const name = `Tea-${number}x`;
    const points = firstPoints + number;
    const marker = new RegExp(name);
    const ofPoints = new RegExp(`(?<![\\d,.])${points.toLocaleString("en")} points`);
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
    does,
    replyTo,
    says,
    async taps(order, who = order.asker) {
      // A bot that is killed may have taken it without saying so.
      if (who === order.asker) order.isConfirmed = true;
      return does(who, { type: "postback", data: order.yes });
    },
    async asks(kind, who, amount) {
      const number = ++count;
      const { text, marker, writes } = await orderOf(kind, number, amount);
      const yes = yesIn(await says(who, text));
      const isVoid = kind === "ungift" || kind === "void";
      const name = `${number}: ${kind} of ${who}`;
      const common = { name, marker, asker: who, undoes: null, parts: writes, isVoid };
      return yes === null ? null : books.place({ ...common, yes });
    },
    async undoes(order) {
      if (order.undo === null || books.placed.some(({ undoes }) => undoes === order)) return null;
      const query = { ref_id: books.keyOf(order) ?? "" };
      const isGift = order.parts[0]?.subject.startsWith("give");
      const writes = isGift
        ? (await till.connect.getGiveCouponHistory({ ...query, size: 100 })).data.map(
            ({ uuid, code }) => ({ subject: `void coupon ${uuid}`, name: code }),
          )
        : (await till.connect.getTransaction({ ...query, size: 100 })).data.map(({ id }) => ({
            subject: `void movement ${id}`,
            name: `No. ${id} `,
          }));
      const { name, marker, asker, undo } = order;
      const common = { name: `undo of ${name}`, marker, asker, parts: writes, isVoid: true };
      return books.place({ ...common, undoes: order, yes: undo });
    },
  };
}
