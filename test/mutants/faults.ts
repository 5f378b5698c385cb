/** All faults that the tests have to notice. */
import { answerFaults } from "./answers.ts";
import { clockFaults } from "./clocks.ts";
import { deliveryFaults } from "./delivery.ts";
import type { Fault } from "./fault.ts";
import { ledgerFaults } from "./ledger.ts";
import { moneyFaults } from "./money.ts";
import { oddValueFaults } from "./odd-values.ts";
import { platformFaults } from "./platform.ts";
import { privacyFaults } from "./privacy.ts";
import { redemptionFaults } from "./redemptions.ts";
import { roleFaults } from "./roles.ts";
import { ruleFaults } from "./rules.ts";
import { sendingFaults } from "./sending.ts";
import { settlingFaults } from "./settling.ts";
import { todayFaults } from "./today.ts";
import { writingFaults } from "./writings.ts";

export const faults: readonly Fault[] = [
  ...privacyFaults,
  ...moneyFaults,
  ...settlingFaults,
  ...redemptionFaults,
  ...ledgerFaults,
  ...clockFaults,
  ...deliveryFaults,
  ...sendingFaults,
  ...roleFaults,
  ...ruleFaults,
  ...platformFaults,
  ...writingFaults,
  ...oddValueFaults,
  ...answerFaults,
  ...todayFaults,
];

/** Those that `npm test` plants, together: each has a source and a test file of its own. */
export const sample: readonly string[] = [
  "signature: any well-formed one is accepted",
  "question: anybody may confirm it",
  "limit: one more than allowed",
  "send: a third one after two unclear ones",
  "settling: a row of another ref_id counts",
  "client: writes are retried blindly",
  "order: chats of two accounts are one",
  "end: an unclear delivery isn't parked",
  "lookup: the first of two profiles is shown",
  "code images: an address lives for ever",
];
