/** All faults that the tests have to notice. */
import { deliveryFaults } from "./delivery.ts";
import type { Fault } from "./fault.ts";
import { moneyFaults } from "./money.ts";
import { platformFaults } from "./platform.ts";
import { privacyFaults } from "./privacy.ts";
import { roleFaults } from "./roles.ts";

export const faults: readonly Fault[] = [
  ...privacyFaults,
  ...moneyFaults,
  ...deliveryFaults,
  ...roleFaults,
  ...platformFaults,
];

/** Those that `npm test` plants: of each kind, and noticed within a second or two. */
export const sample: readonly string[] = [
  "signature: any well-formed one is accepted",
  "question: anybody may confirm it",
  "approval: its asker may give it",
  "limit: one more than allowed",
  "confirm: a second tap of another event carries it out again",
  "send: two senders at the same order",
  "send: a third one after two unclear ones",
  "client: writes are retried blindly",
  "lookup: the first of two profiles is shown",
  "code images: an address lives for ever",
];
