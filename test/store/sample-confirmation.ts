/** A stored confirmation, and taps on it, for tests of the rules. */
import type { StoredConfirmation } from "../../src/store/confirmation-rules.ts";
import type { ConfirmationState } from "../../src/store/confirmations.ts";

const askedAt = 1000;
export const expiresAt = 2000;
export const dayMs = 86_400_000;

export const confirmation = (
  state: ConfirmationState,
  fields: Partial<StoredConfirmation> = {},
): StoredConfirmation => ({
  account: "A",
  id: "order",
  asker: "asker",
  command: "gift",
  kind: "giving",
  order: { set: "1" },
  refId: "ref",
  memberUuid: "member",
  gifts: 3,
  points: 10,
  approval: false,
  askedAt,
  expiresAt,
  undoOf: null,
  state,
  confirmedAt: null,
  confirmedEvent: null,
  claimedBy: null,
  claimedAt: null,
  claimedEvent: null,
  sends: 0,
  sentAt: null,
  clockDifference: null,
  outcome: null,
  retryAt: null,
  ...fields,
});

export const tap = (by: string, at = askedAt + 1, eventId = "tap") => ({ by, eventId, at });
