/** What must survive a crash, as the rest of the bot sees it. Every method is whole: it happened, or it didn't. */
import type { Audit } from "./audit.ts";
import type { LineUserState, StateChange } from "./line-users.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Inbox } from "./inbox.ts";
import type { MemberIndex } from "./member-index.ts";
import type { Notices } from "./notices.ts";
import type { PersonalDataStore } from "./personal-data.ts";
import type { Retention } from "./retention.ts";
import type { Staff } from "./staff.ts";

export interface Store extends AsyncDisposable {
  inbox: Inbox;
  lineUsers: LineUsers;
  settings: Settings;
  staff: Staff;
  confirmations: Confirmations;
  audit: Audit;
  notices: Notices;
  memberIndex: MemberIndex;
  retention: Retention;
  personalData: PersonalDataStore;
  /** Writes something and reads nothing. @throws {StoreError} when the store can't be written now. */
  check(): Promise<void>;
}

/** What is remembered about each LINE user. */
export interface LineUsers {
  /** @param account the bot's own LINE user id; people of different accounts are different people. */
  get(account: string, lineId: string): Promise<LineUserState>;
  write(account: string, writes: readonly StateChange[]): Promise<void>;
  /** LINE user ids of people that something is remembered of and that didn't block the account, `most` at most. */
  known(account: string, most: number): Promise<string[]>;
}

/** Named values that outlive a restart, such as a renewed token. */
export interface Settings {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
}
