/** Names of the intents of redeeming; in the buttons of sent messages, so they never change. */

/** Asks whether to redeem a coupon of `set`, with `card` if there are several. */
export const redeemIntent = "redeem";
/** Answers that question or undoes: the id of the redemption as `yes`, `no` or `undo`. */
export const redemptionIntent = "redemption";
