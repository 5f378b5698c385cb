/** The store port: everything that must survive a crash. Every method is atomic. */
import type { Clock } from "../clock.ts";
import type { Audit } from "./audit.ts";
import type { Changes } from "./changes.ts";
import type { LineUsers } from "./line-users.ts";
import type { Dialogues } from "./dialogues.ts";
import type { Drafts } from "./drafts.ts";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { Inbox } from "./inbox.ts";
import type { Ledger } from "./ledger.ts";
import type { Leadership } from "./leadership.ts";
import type { MemberIndex } from "./member-index.ts";
import type { MenuLinks } from "./menu-links.ts";
import type { Notices } from "./notices.ts";
import type { Orders } from "./orders.ts";
import type { PersonalDataStore } from "./personal-data.ts";
import type { ReplicaStatus } from "./replica-status.ts";
import type { Publications } from "./publications.ts";
import type { Retention } from "./retention.ts";
import type { Settings } from "./settings.ts";
import type { Statistics } from "./statistics.ts";
import type { Staff } from "./staff.ts";
import type { UsedCodes } from "./used-codes.ts";
import type { StaffPrices } from "./staff-prices.ts";
import type { StudioAccess } from "./studio-access.ts";

/** @template E the parsed event that the inbox holds. */
export interface Store<E = unknown> extends AsyncDisposable {
  /**
   * The clock of all times that are stored here, and of whatever they are compared with: of several processes, each of
   * which has a clock of its own, that of their database.
   */
  clock: Clock;
  inbox: Inbox<E>;
  lineUsers: LineUsers;
  settings: Settings;
  staff: Staff;
  orders: Orders;
  audit: Audit;
  failedAttempts: FailedAttempts;
  dialogues: Dialogues;
  notices: Notices;
  memberIndex: MemberIndex;
  menuLinks: MenuLinks;
  ledger: Ledger;
  publications: Publications;
  drafts: Drafts;
  studioAccess: StudioAccess;
  staffPrices: StaffPrices;
  statistics: Statistics;
  usedCodes: UsedCodes;
  retention: Retention;
  leadership: Leadership;
  changes: Changes;
  personalData: PersonalDataStore;
  /** Makes a test write. @throws {StoreError} when the store can't be written now. */
  check(): Promise<void>;
  /** Null in a store with one owner, and for a CLI command. Reads nothing. */
  replicaStatus(): ReplicaStatus | null;
}
