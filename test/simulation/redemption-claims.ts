/** What delivered messages claim about redemptions, by their English texts. */
import type { DeliveredMessages, Observations } from "./observations.ts";

/** The coupon is there; the points were never taken; they are back; the coupon is voided as well. */
export type Claim = "done" | "untouched" | "refunded" | "undone";

interface MadeClaim {
  claim: Claim;
  chat: string;
  at: number;
  /** The redemption whose button was tapped, if the message answers that; null = any of theirs. */
  of: string | null;
}

/** For members, and in the facts for staff. */
const patterns: readonly (readonly [Claim, RegExp])[] = [
  ["done", /^✓ (?:Redeemed|You have already redeemed this): |^Redeemed$/m],
  ["untouched", /Your points are untouched|^Not redeemed, points untouched$/m],
  ["refunded", /Your \d+ points are back|^Not given, points refunded$/m],
  ["undone", /^Undone: |^Undone, points refunded$/m],
];

interface Message {
  text?: string;
  altText?: string;
}

export function claimsIn({ deliveries, taps, moments }: Observations): MadeClaim[] {
  if (moments.at(-1)?.redemptions.length === 0) return [];
  const tapped = new Map([...taps].map(([id, data]) => [id, redemptionIn(data)]));
  return deliveries.flatMap((delivery) => claimsOf(delivery, tapped));
}

/** The redemptions of which a tap was answered too late to say more than that: whoever taps again is told. */
export const offeredAgain = ({ deliveries, taps }: Observations): ReadonlySet<string | null> =>
  new Set(
    deliveries
      .filter(({ eventId, text }) => eventId !== null && text.includes("Sorry for the wait"))
      .map(({ eventId }) => redemptionIn(taps.get(eventId ?? "") ?? "")),
  );

/** The id of the redemption that a button answers or undoes; null if it isn't one of these. */
function redemptionIn(data: string): string | null {
  const details = new URLSearchParams(data);
  if (!/^(redemption|\/redeem)$/.test(details.get("do") ?? "")) return null;
  return details.get("yes") ?? details.get("no") ?? details.get("undo");
}

function claimsOf(
  { text: json, eventId, chat, at }: DeliveredMessages,
  tapped: ReadonlyMap<string, string | null>,
): MadeClaim[] {
  const messages = JSON.parse(json) as Message[];
  return messages.flatMap(({ text, altText }, index) => {
    // Notices stand in front of the answer.
    const isAnswer = eventId !== null && index === messages.length - 1;
    const of = isAnswer ? (tapped.get(eventId) ?? null) : null;
    return (
      patterns
        .filter(([, pattern]) => pattern.test(text ?? altText ?? ""))
        .map(([claim]) => ({ claim, chat, at, of }))
        // Who can't be asked anything is told so, too.
        .filter(({ claim }) => claim !== "untouched" || !isAnswer || of !== null)
    );
  });
}
