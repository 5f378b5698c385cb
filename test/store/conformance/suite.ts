/** The conformance suite: every promise that callers of a store rely on, for each store alike. */
import { afterEach, beforeEach } from "vitest";
import { describeActivity } from "./activity.ts";
import { describeDialogues } from "./dialogues.ts";
import { describeDrafts } from "./drafts.ts";
import { describeFailedAttempts } from "./failed-attempts.ts";
import type { OpenStore, StoreHome } from "./harness.ts";
import { describeInbox } from "./inbox.ts";
import { describeLeadership } from "./leadership.ts";
import { describeLedger } from "./ledger.ts";
import { describeLinkedPeople } from "./linked-people.ts";
import { describeMenuLinks } from "./menu-links.ts";
import { describeOrders } from "./orders.ts";
import { describePeople } from "./people.ts";
import { describePublications } from "./publications.ts";
import { describeRedemptions } from "./redemptions.ts";
import { describeReplicas } from "./replicas.ts";
import { describeReminders } from "./reminders.ts";
import { describeRules } from "./rules.ts";
import { describeStaffPrices } from "./staff-prices.ts";
import { describeStudioAccess } from "./studio-access.ts";
import { describeStatistics } from "./statistics.ts";
import { describeUnanswered } from "./unanswered.ts";
import { describeUpkeep } from "./upkeep.ts";
import { describeUsedCodes } from "./used-codes.ts";

type DescribePart = (home: () => StoreHome, opened: () => OpenStore) => void;

const parts: readonly DescribePart[] = [
  describeInbox,
  describePeople,
  describeOrders,
  describeRedemptions,
  describeUpkeep,
  describeLinkedPeople,
  describeLeadership,
  describeReplicas,
  describeLedger,
  describeFailedAttempts,
  describeMenuLinks,
  describeDialogues,
  describePublications,
  describeDrafts,
  describeStudioAccess,
  describeStaffPrices,
  describeStatistics,
  describeUsedCodes,
  describeRules,
  describeUnanswered,
  describeActivity,
  describeReminders,
];

/** @param createHome an empty place for a store. */
export function describeStore(createHome: () => Promise<StoreHome>): void {
  let home: StoreHome;
  let opened: OpenStore;
  beforeEach(async () => {
    home = await createHome();
    opened = await home.open();
  });
  afterEach(async () => {
    await opened.store[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });
  for (const describePart of parts)
    describePart(
      () => home,
      () => opened,
    );
}
