/** An owner who adds points again and again, and takes every third order back; what it comes to is no matter here. */
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../../src/clock.ts";
import type { LineEmulator } from "../../../src/emulators/line/index.ts";
import type { PersonAction } from "../../../src/emulators/line/events.ts";
import type { LoyaltyEmulator } from "../../../src/emulators/loyalty/index.ts";
import type { Message } from "../../../src/line/messages/prepare-reply.ts";
import { createTill } from "../../support/till.ts";
import { buttonsOf } from "../../support/views.ts";
import { lineIdOf } from "../../support/world.ts";

/** Of orders that aren't answered. */
const replyTimeoutMs = 60_000;
const betweenMs = 3000;

/** Who must be an owner. */
export const ownerId = lineIdOf("owner");

export function createStaffOrders(
  line: Pick<LineEmulator, "compose" | "deliver" | "nextReply">,
  platform: LoyaltyEmulator,
) {
  const till = createTill({ platform, lineId: lineIdOf, clock: systemClock });
  const figures = { asked: 0, ordered: 0, undone: 0 };
  let cardNo: string | null = null;

  async function act(action: PersonAction): Promise<readonly Message[]> {
    const event = line.compose(ownerId, action);
    const reply = line.nextReply(event.webhookEventId);
    await line.deliver([event]);
    const sent = await Promise.race([reply, pause(replyTimeoutMs, null, { ref: false })]);
    return sent?.messages ?? [];
  }

  /** Taps the button of a reply whose data has this in it. @returns null without one. */
  async function tap(
    messages: readonly Message[],
    part: string,
  ): Promise<readonly Message[] | null> {
    const data = messages.flatMap((one) => buttonsOf(one)).map((button) => button.data ?? "");
    const wanted = data.find((one) => one.includes(part));
    return wanted === undefined ? null : act({ type: "postback", data: wanted });
  }

  async function orderOne(): Promise<void> {
    // Read once: a busy machine's platform may answer the test late, as it may the bot.
    cardNo ??= (await till.member("olivia")).cards[0]?.card_no ?? null;
    const asked = await act({ type: "text", text: `/add ${cardNo} 5` });
    const done = await tap(asked, "%2Fyes");
    figures.asked += 1;
    if (!done) return;
    figures.ordered += 1;
    if (figures.ordered % 3 > 0) return;
    const undo = await tap(done, "%2Fundo");
    if (undo && (await tap(undo, "%2Fyes"))) figures.undone += 1;
  }

  return {
    figures,
    async run(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        await orderOne();
        await pause(betweenMs);
      }
    },
    [Symbol.asyncDispose]: () => till[Symbol.asyncDispose](),
  };
}
