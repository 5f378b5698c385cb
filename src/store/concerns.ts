/** Puts together the concerns of the store that both engines share, each written once over the port of the database. */
import type { Clock } from "../clock.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { createActivity, createStatistics } from "./statistics.ts";
import { createAudit } from "./audit.ts";
import type { Changes } from "./coordination.ts";
import type { Database } from "./database.ts";
import {
  createDialogues,
  createLineUsers,
  createMenuLinks,
  type GetLineUser,
} from "./line-users.ts";
import { applyingWrites } from "./state-changes.ts";
import { createDrafts } from "./drafts.ts";
import { createFailedAttempts } from "./failed-attempts.ts";
import { createLedger } from "./ledger.ts";
import { createMemberIndex } from "./member-index.ts";
import {
  createNoticeChanges,
  createNotices,
  type NoticeAnswers,
  type NoticeWatch,
} from "./notices.ts";
import { createOrders } from "./orders.ts";
import { createPersonalData } from "./personal-data.ts";
import { createPublications } from "./publications.ts";
import { createReminders } from "./reminders.ts";
import { createRetention, type PurgeKeys } from "./retention.ts";
import { createRuleKeys } from "./rule-keys.ts";
import { createSettings, type Exclusive } from "./settings.ts";
import { createStaffPrices } from "./staff-prices.ts";
import { createStaff } from "./staff.ts";
import { createStudioAccess } from "./studio-access.ts";
import { createUnanswered } from "./unanswered.ts";
import { createUsedCodes } from "./used-codes.ts";

/** What an engine has of its own: what differs in kind, and what each event asks. */
export interface Engine {
  db: Database;
  clock: Pick<Clock, "now">;
  /** Tells other replicas what they may have cached. */
  changes: Pick<Changes, "announce">;
  exclusive: Exclusive;
  watch: NoticeWatch;
  answers: NoticeAnswers;
  readUser: GetLineUser;
  purgeKeys: PurgeKeys;
}

/** The port of each concern. */
export type Concerns = Omit<ReturnType<typeof createConcerns>, "apply">;

/** @returns the concerns, and what applies the state changes of an event in the transaction of its reply. */
export function createConcerns(engine: Engine) {
  const { db, clock, changes, exclusive, watch, answers, readUser, purgeKeys } = engine;
  const notices = createNoticeChanges(clock, watch);
  const apply = applyingWrites(notices);
  const settings = createSettings(db, exclusive);
  return {
    apply,
    /** Makes a test write. @throws {StoreError} when the store can't be written now. */
    check: () => settings.set(settingsKeys.checkedAt, String(clock.now())),
    lineUsers: createLineUsers(db, readUser, apply, changes),
    settings,
    staff: createStaff(db, changes),
    orders: createOrders(db, notices),
    audit: createAudit(db),
    activity: createActivity(db),
    failedAttempts: createFailedAttempts(db, clock),
    dialogues: createDialogues(db, clock),
    notices: createNotices(db, answers, watch),
    memberIndex: createMemberIndex(db),
    menuLinks: createMenuLinks(db),
    ledger: createLedger(db),
    publications: createPublications(db),
    drafts: createDrafts(db, clock),
    studioAccess: createStudioAccess(db),
    staffPrices: createStaffPrices(db),
    statistics: createStatistics(db),
    unanswered: createUnanswered(db),
    usedCodes: createUsedCodes(db),
    ruleKeys: createRuleKeys(db),
    reminders: createReminders(db),
    retention: createRetention(db, purgeKeys),
    personalData: createPersonalData(db),
  };
}
